import { ClientOrderIds } from './book/client-order-ids.ts';
import { Levels } from './book/levels.ts';
import type { Market } from './book/market.ts';
import { Orders } from './book/orders.ts';
import * as seats from './book/seats.ts';
import { Seats } from './book/seats.ts';
import { Taker } from './book/taker.ts';
import type { CommandFields } from './codec/generated-commands.ts';
import { DueQueue } from './columns/due-queue.ts';
import { KeyedHash, PLAIN_KEY } from './columns/hash-key.ts';
import { Holds } from './ledger/holds.ts';
import * as ledgers from './ledger/ledger.ts';
import { Ledger } from './ledger/ledger.ts';
import { Owners } from './ledger/owners.ts';
import { References } from './ledger/references.ts';
import { WithdrawalUses } from './ledger/withdrawal-uses.ts';
import type { Perpetual } from './perpetual/perpetual.ts';
import * as codes from './vocabulary/codes.ts';
import { FIRST_RULES_VERSION, FUNDS_RULES_VERSION, MAX_TIER, STEPS_PER_COMMAND } from './vocabulary/rules.ts';
import type { AssetId, HoldId, MarketId, OrderId, OwnerId } from './vocabulary/terms.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { CLIENT_REFERENCE, HASH_WORDS } = codes;
const { MAX_ASSETS } = ledgers;
const { MAX_MARKETS } = seats;

/** More steps than any single command took under the first version of the rules. */
const UNBOUNDED = 2 ** 30 - 1;

/**
 * A pending mass cancellation of an owner's orders in a market: there were too many orders for one command, or the
 * market was busy.
 */
export interface Sweep {
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly end: number;
  /**
   * The highest order id that the cancellation includes. Of the orders accepted later, it includes only protecting ones
   * ([T6]).
   */
  upToOrder: OrderId;
}

/** The whole state of the core. Its parts are public only so that they and the commands can use one another. */
export class State {
  rulesVersion = FIRST_RULES_VERSION;
  /** Sequence number and hash of the newest anchored entry of the audit trail; 0 for none. */
  auditSequence = 0;
  readonly auditHash = new Int32Array(HASH_WORDS);
  position = 0;
  batchTimeMs = 0;
  clockOffsetMs = 0;
  timeMs = 0;
  nextOrder: OrderId = 1;
  nextHold: HoldId = 1;

  readonly hashing: KeyedHash;
  readonly owners: Owners;
  readonly ledger: Ledger;
  readonly seats: Seats;
  readonly orders: Orders;
  readonly clientOrderIds: ClientOrderIds;
  readonly levels: Levels;
  readonly holds: Holds;
  readonly withdrawalUses: WithdrawalUses;
  readonly clientReferences: References;
  readonly outsideReferences: References;

  /** Packed codes by asset id; 0 for none. */
  readonly assetCodes = new Float64Array(MAX_ASSETS);
  readonly assetScales = new Int32Array(MAX_ASSETS);
  readonly marketById: (Market | undefined)[] = new Array(MAX_MARKETS).fill(undefined);
  /** The number of owners for whom each perpetual market reserves room. */
  roomForPositions = 0;
  /** The additional state of perpetual markets, by market id. */
  readonly perpetualById: (Perpetual | undefined)[] = new Array(MAX_MARKETS).fill(undefined);
  /** In order of id. */
  readonly markets: Market[] = [];

  readonly tierIsSet = new Int32Array(MAX_TIER + 1);
  readonly makerPpm = new Int32Array(MAX_TIER + 1);
  readonly takerPpm = new Int32Array(MAX_TIER + 1);

  /** Orders whose trigger was reached, ordered by (time, id). */
  readonly fired = new DueQueue();
  sweeps: Sweep[] = [];
  /** The busy markets, in order of their ids. */
  unfinished: Market[] = [];
  /** [X8]: the markets in their opening pause. */
  opening: Market[] = [];
  stepsPerCommand = STEPS_PER_COMMAND;
  /** The number of steps that the current command has left. */
  steps = 0;

  readonly taker = new Taker();
  /**
   * The sum of the values read while prefetching. It is never used, but stored so that the compiler does not remove the
   * reads.
   */
  warmed = 0;

  constructor(hashKey = PLAIN_KEY) {
    const hashing = new KeyedHash(hashKey);
    this.hashing = hashing;
    this.owners = new Owners(hashing);
    this.ledger = new Ledger(this.owners, hashing);
    this.seats = new Seats(hashing);
    this.orders = new Orders(this.seats, hashing);
    this.clientOrderIds = new ClientOrderIds(this.orders, this.seats, hashing);
    this.levels = new Levels(this.orders);
    this.holds = new Holds(this.owners, this.ledger, hashing);
    this.withdrawalUses = new WithdrawalUses(hashing);
    this.clientReferences = new References(hashing);
    this.outsideReferences = new References(hashing);
  }

  /** Sets the version of the rules that apply from now on. */
  setRules(version: number): void {
    this.rulesVersion = version;
    this.ledger.coversFunds = version >= FUNDS_RULES_VERSION;
  }

  /**
   * Reserves room in every table that grows with the number of clients. For two million orders this takes a gigabyte of
   * address space; memory is allocated only as the tables fill.
   */
  reserveRoom(orders: number): void {
    this.owners.reserve(orders);
    this.ledger.reserve(2 * orders);
    this.seats.reserve(orders);
    this.orders.reserve(orders);
    this.levels.reserve(orders);
    this.fired.reserve(orders >> 1);
    this.holds.reserve(orders >> 1);
    this.withdrawalUses.reserve(orders >> 1);
    this.clientReferences.reserve(orders >> 1);
    this.outsideReferences.reserve(orders >> 5);
    this.roomForPositions = orders >> 3;
    for (const { id } of this.markets) this.perpetualById[id]?.positions.reserve(this.roomForPositions);
  }

  /**
   * One limit for four numbers: the steps of a command, the makers that an all-or-nothing trade may examine, and the
   * pending holds and the counted withdrawals that a client may have.
   */
  get stepLimit(): number {
    return this.rulesVersion === FIRST_RULES_VERSION ? UNBOUNDED : this.stepsPerCommand;
  }

  seatOf(owner: OwnerId, market: Market): number {
    const found = this.seats.find(owner, market.id);
    return found >= 0 ? found : market.payment.addSeat(this, market, owner);
  }

  /** The store for the command's reference. The command must have a reference. */
  referencesOf(c: CommandFields): References {
    return c.referenceSource === CLIENT_REFERENCE ? this.clientReferences : this.outsideReferences;
  }

  /** Updates the list of unfinished markets after a change to this market. */
  noteUnfinished(market: Market): void {
    const isFiring = market.reachedHigh !== 0 || market.arming.length > 0;
    const isBusy = market.continuing !== 0 || isFiring || market.payment.hasWork(market);
    if (isBusy === market.isBusy) return;
    market.isBusy = isBusy;
    this.unfinished = this.markets.filter((each) => each.isBusy);
  }

  /** [X8]: sets the time from which triggers in this market may fire; 0 for no opening pause. */
  setFiresFrom(market: Market, timeMs: number): void {
    market.firesFrom = timeMs;
    this.opening = this.markets.filter((each) => each.firesFrom !== 0 && each.status === codes.OPEN);
  }

  /** The market with this id. Callers must have checked that it is listed. */
  marketOf(id: MarketId): Market {
    const market = this.marketById[id];
    if (market === undefined) throw new Error(`market ${id} does not exist`);
    return market;
  }

  hasAsset(asset: AssetId): boolean {
    return asset < MAX_ASSETS && this.assetCodes[asset] !== 0;
  }

  addMarket(market: Market): void {
    this.marketById[market.id] = market;
    this.markets.push(market);
    this.markets.sort((a, b) => a.id - b.id);
  }
}
