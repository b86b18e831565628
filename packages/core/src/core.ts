import type { AssetUnits, PriceTicks, RatePpm, SizeLots, TimeMs } from '@vitrine/money';
import { type Acceptance, acceptanceOf, acceptanceUnder, apply, CLIENT_REFERENCES, refuse } from './apply.ts';
import { ByteReader } from './codec/byte-reader.ts';
import { ByteWriter, UnencodableValue } from './codec/byte-writer.ts';
import { type CommandBatch, commandReader } from './codec/command-batch.ts';
import { readCommand, writeCommand } from './codec/command-bytes.ts';
import type { EventBuffer } from './codec/event-buffer.ts';
import { CommandFields } from './codec/generated-commands.ts';
import type { HashKey } from './columns/hash-key.ts';
import type { Command } from './commands/all.ts';
import { type ConvertQuote, quoteConvert } from './commands/convert.ts';
import { nextDueMs } from './commands/tick.ts';
import type { HeldPosition, LeverageView, PerpetualView, PositionView } from './perpetual-views.ts';
import * as perpetualViews from './perpetual-views.ts';
import { restoreState, type Snapshot, snapshotOf } from './snapshot.ts';
import { State } from './state.ts';
import { hashOf } from './state-hash.ts';
import * as views from './views.ts';
import { type Refusal, refusalOf } from './vocabulary/refusals.ts';
import { STEPS_PER_COMMAND } from './vocabulary/rules.ts';
import type { AssetId, MarketId, OrderId, OwnerId, PositionSide, Reference, Wallet } from './vocabulary/terms.ts';
import { AT_ONCE, warm } from './warm.ts';

export interface CoreSettings {
  /**
   * The maximum number of stored client references. It is part of the rules: all nodes that apply a log must use the
   * same value.
   */
  readonly clientReferences?: number;
  /** [B1]: the number of steps that one command may take. Also part of the rules. */
  readonly stepsPerCommand?: number;
  /**
   * Reserves room for this many orders, with their accounts and holds. The system allocates memory only for the part
   * that is used. If omitted, tables grow in place as they fill. Not part of the rules.
   */
  readonly roomForOrders?: number;
  /**
   * Random words of this process, which keep outsiders from choosing keys that collide in the hash tables. Not part of
   * the rules: no event depends on them.
   */
  readonly hashKey?: HashKey;
}

/** The exchange as a function of its log: no clock, no randomness, and no input but the batches. */
export class Core {
  private readonly state: State;
  private readonly clientReferences: number;
  private readonly fields = new CommandFields();
  private readonly commands = Array.from({ length: AT_ONCE }, () => new CommandFields());
  private readonly writer = new ByteWriter();
  /** Reads the bytes that the writer has written. */
  private reader = new ByteReader(this.writer.all);
  private isBroken = false;

  constructor(settings: CoreSettings = {}, state = new State(settings.hashKey)) {
    this.state = state;
    state.stepsPerCommand = settings.stepsPerCommand ?? STEPS_PER_COMMAND;
    this.clientReferences = settings.clientReferences ?? CLIENT_REFERENCES;
    if (settings.roomForOrders) state.reserveRoom(settings.roomForOrders);
  }

  /** Number of commands applied so far. */
  get position(): number {
    return this.state.position;
  }

  /** The version of the rules that apply to the next command. */
  get rulesVersion(): number {
    return this.state.rulesVersion;
  }

  /** The exchange's time: that of the last batch, plus the time added by AdvanceClock. */
  get timeMs(): TimeMs {
    return this.state.timeMs as TimeMs;
  }

  /** The total time added by AdvanceClock. */
  get clockOffsetMs(): number {
    return this.state.clockOffsetMs;
  }

  /**
   * Applies the batch at `timeMs` and appends the events of each command. `timeMs` does not include the clock offset,
   * which is added here, and must not be earlier than that of the last batch. Throws RangeError, changing nothing, if
   * it is earlier or not a whole number. Throws if an invariant is broken, the rules are unknown or the batch is
   * damaged; this core must no longer be used after that.
   */
  applyBatch(batch: CommandBatch, timeMs: TimeMs, events: EventBuffer): void {
    if (this.isBroken) throw new Error('this core has stopped because an invariant was violated');
    const { state, commands } = this;
    if (!Number.isSafeInteger(timeMs)) throw new RangeError(`the time of the batch, ${timeMs}, is not a whole number`);
    if (timeMs < state.batchTimeMs)
      throw new RangeError(
        `the time of the batch, ${timeMs}, is earlier than ${state.batchTimeMs}, that of the previous batch`,
      );
    this.isBroken = true;
    state.batchTimeMs = timeMs;
    state.timeMs = timeMs + state.clockOffsetMs;
    const reader = commandReader(batch.view());
    for (let done = 0; done < batch.length; done += AT_ONCE) {
      const count = Math.min(AT_ONCE, batch.length - done);
      for (let i = 0; i < count; i++) readCommand(commands[i], reader);
      state.warmed = warm(state, commands, count);
      for (let i = 0; i < count; i++) apply(state, commands[i], events, this.clientReferences);
    }
    if (reader.position !== reader.bytes.length)
      throw new RangeError(`damaged batch: its commands end at byte ${reader.position} of ${reader.bytes.length}`);
    this.isBroken = false;
  }

  /** The refusal that the command would get now; undefined if it would be accepted or repeats an accepted command. */
  check(command: Command): Refusal | undefined {
    const unfit = this.read(command);
    if (unfit !== undefined) return unfit;
    const code = refuse(this.state, this.fields, this.clientReferences);
    return code === 0 ? undefined : refusalOf(code);
  }

  /** Position and result of the accepted command that this command repeats; undefined if there is no such command. */
  acceptanceOf(command: Command): Acceptance | undefined {
    return this.read(command) === undefined ? acceptanceOf(this.state, this.fields) : undefined;
  }

  /**
   * Position and result of the accepted command with this reference, whatever its content was; undefined if there is no
   * such command.
   */
  acceptanceUnder(reference: Reference): Acceptance | undefined {
    // Only the reference is looked up; the command that carries it is arbitrary.
    this.read({ kind: 'CancelOrder', owner: 1, order: 1, reference });
    return acceptanceUnder(this.state, this.fields);
  }

  /** Loads the command into `fields`, as if it were read from the log; a value that cannot be encoded is refused. */
  private read(command: Command): Refusal | undefined {
    const { writer } = this;
    writer.truncate(0);
    try {
      writeCommand(writer, command);
    } catch (error) {
      if (error instanceof UnencodableValue) return error.refusal;
      throw error;
    }
    // The reader shares the writer's buffer without copying. When the writer has grown, it has a new buffer.
    if (this.reader.bytes !== writer.all) this.reader = new ByteReader(writer.all);
    this.reader.position = 0;
    readCommand(this.fields, this.reader);
    return undefined;
  }

  /** The time, on the exchange's clock, from which a Tick has something to do; undefined if nothing will become due. */
  nextDueMs(): number | undefined {
    return nextDueMs(this.state);
  }

  balance(owner: OwnerId, wallet: Wallet, asset: AssetId): views.Balance {
    return views.balance(this.state, owner, wallet, asset);
  }

  balances(owner: OwnerId): views.AccountView[] {
    return views.balances(this.state, owner);
  }

  /** The sum of all accounts of an asset. It is zero unless the ledger is broken. */
  assetSum(asset: AssetId): number {
    return this.state.ledger.assetSum(asset);
  }

  /** For each asset, the sums over all accounts. */
  assetSums(): views.AssetSum[] {
    return this.assetSumsStep(Number.MAX_SAFE_INTEGER) ?? [];
  }

  /**
   * Adds this many more accounts to the running sums. Returns undefined until all accounts have been added, then the
   * sums.
   */
  assetSumsStep(accounts: number): views.AssetSum[] | undefined {
    return views.assetSums(this.state, accounts);
  }

  order(orderId: OrderId): views.OrderView | undefined {
    return views.order(this.state, orderId);
  }

  openLots(orderId: OrderId): SizeLots {
    return views.openLots(this.state, orderId);
  }

  orderByClientId(owner: OwnerId, clientOrderId: number): views.OrderView | undefined {
    return views.orderByClientId(this.state, owner, clientOrderId);
  }

  /** At most 5,000 open orders of the owner, market by market, oldest first. */
  openOrders(owner: OwnerId, market?: MarketId): views.OrderView[] {
    return views.openOrders(this.state, owner, market);
  }

  /**
   * All open orders, in the same order as from `openOrders`. The generator must be run to its end before the next
   * command.
   */
  allOpenOrders(owner: OwnerId): Generator<views.OrderView> {
    return views.allOpenOrders(this.state, owner);
  }

  /** At most `most` of the owners who have open orders in this market. */
  ownersWithOrders(market: MarketId, most: number): OwnerId[] {
    // The search would scan the seats of all markets, so it is skipped if this market has no open orders.
    const isEmpty = this.state.marketById[market]?.openOrders === 0;
    return isEmpty ? [] : this.state.seats.ownersWithOrders(market, most);
  }

  heldByOrders(owner: OwnerId, asset: AssetId): views.HeldByOrders {
    return views.heldByOrders(this.state, owner, asset);
  }

  /**
   * At most `levels` price levels per side, best first; `number` is the number of the market's latest LevelChanged.
   */
  depth(market: MarketId, levels: number): { number: number; bids: views.DepthLevel[]; asks: views.DepthLevel[] } {
    return views.depth(this.state, market, levels);
  }

  lastPrice(market: MarketId): PriceTicks | undefined {
    const ticks = this.state.marketById[market]?.lastTicks ?? 0;
    return ticks === 0 ? undefined : (ticks as PriceTicks);
  }

  /** The spot market with this id; undefined if there is none. */
  market(id: MarketId): views.MarketView | undefined {
    return views.market(this.state, id);
  }

  markets(): views.MarketView[] {
    return views.markets(this.state);
  }

  perpetual(id: MarketId): PerpetualView | undefined {
    return perpetualViews.perpetual(this.state, id);
  }

  /** The worst price at which `ClosePosition` would close a position now; undefined if the market is not a perpetual one. */
  closingTicks(market: MarketId, position: PositionSide, distancePpm: RatePpm): PriceTicks | undefined {
    return perpetualViews.closingTicks(this.state, market, position, distancePpm);
  }

  perpetuals(): PerpetualView[] {
    return perpetualViews.perpetuals(this.state);
  }

  /** The owner's open positions, market by market, the long one first. */
  positions(owner: OwnerId): PositionView[] {
    return perpetualViews.positions(this.state, owner);
  }

  /**
   * The open positions of up to `count` owners in a perpetual market, starting with owner number `from`. Reading them
   * in parts lets a caller yield to other tasks in between. Undefined if no owners are left.
   */
  heldPositions(market: MarketId, from: number, count: number): readonly HeldPosition[] | undefined {
    return perpetualViews.heldPositions(this.state, market, from, count);
  }

  /**
   * The number of owners with a position on each side of a perpetual market, not counting the insurance fund. Scans all
   * owners who ever had a position in it.
   */
  positionHolders(market: MarketId): Readonly<Record<PositionSide, number>> {
    return perpetualViews.positionHolders(this.state, market);
  }

  /** The leverage at which the owner's later orders open positions; undefined if this is not a perpetual market. */
  leverages(owner: OwnerId, market: MarketId): LeverageView | undefined {
    return perpetualViews.leverages(this.state, owner, market);
  }

  assets(): views.AssetView[] {
    return views.assets(this.state);
  }

  /** All pending holds in no particular order, one by one, so that a caller can yield to other tasks in between. */
  pendingHolds(): Generator<views.HoldView> {
    return views.pendingHolds(this.state);
  }

  /** The owner's pending holds in order of id; only the newest 5,000 if there are more. */
  pendingHoldsOf(owner: OwnerId): views.HoldView[] {
    return views.pendingHoldsOf(this.state, owner);
  }

  /** The part of the owner's limit that their withdrawals of the last 24 hours have used, not counting voided ones. */
  withdrawalUse(owner: OwnerId): AssetUnits {
    return views.withdrawalUse(this.state, owner);
  }

  /** The result of converting this amount now, or why it is not possible; the balance is not checked. */
  quoteConvert(owner: OwnerId, from: AssetId, to: AssetId, units: AssetUnits): ConvertQuote | Refusal {
    return quoteConvert(this.state, owner, from, to, units);
  }

  feeTier(owner: OwnerId): views.FeeTierView {
    return views.feeTier(this.state, owner);
  }

  feeSchedule(): views.FeeTierView[] {
    return views.feeSchedule(this.state);
  }

  /** The times until which this owner may not trade and may not withdraw; 0 for no restriction. */
  restrictionsOf(owner: OwnerId): { readonly tradeUntil: TimeMs; readonly withdrawUntil: TimeMs } {
    return views.restrictions(this.state, owner);
  }

  /** The newest anchor of the audit trail; undefined if there is none. */
  get auditAnchor(): { readonly sequence: number; readonly hash: string } | undefined {
    return views.auditAnchor(this.state);
  }

  isFrozen(owner: OwnerId): boolean {
    return this.state.owners.isFrozen(owner);
  }

  /** The state as columns that may be cloned, transferred and written to disk. They share no memory with the core. */
  takeSnapshot(): Snapshot {
    return snapshotOf(this.state);
  }

  /**
   * Takes ownership of the snapshot's columns. Throws RangeError if the format or the rules are unknown, or a column is
   * missing.
   */
  static restore(snapshot: Snapshot, settings: CoreSettings = {}): Core {
    return new Core(settings, restoreState(snapshot, settings.hashKey));
  }

  /** SHA-256 over the canonical content, as SPEC.md lists it: equal for equal histories on any machine. */
  stateHash(): string {
    return hashOf(this.state);
  }
}
