import type { AssetUnits, RatePpm, SizeLots } from '@vitrine/money';
import { holdTriggers } from '../book/fire-triggers.ts';
import { Market } from '../book/market.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import * as rules from '../vocabulary/rules.ts';
import { type MarketId, type OrderId, type PerpetualTerms, systemOwners } from '../vocabulary/terms.ts';
import { PerpetualPayment } from './payment.ts';
import { Positions } from './positions.ts';
import { equityUnits, liquidationLimitTicks, maintenancePpmOf } from './risk.ts';
import * as visits from './visit.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { FUTURE, LONG, SPOT } = codes;
const { DEFAULT_LEVERAGE } = rules;
const { NO_VISIT } = visits;
const DAY_MS = 86_400_000;

/**
 * The state of a perpetual beyond that of its market: terms, positions, and work in progress that spans several
 * commands.
 */
export class Perpetual {
  readonly market: Market;
  readonly positions: Positions;
  terms: PerpetualTerms;
  /** Slots of accounts in the quote asset. */
  readonly clearingAccount: number;
  readonly fundAccount: number;
  /** The sum of all long lots; except during [Q4] it equals the sum of all short lots. */
  openInterestLots = 0;

  /** Slots of closed positions that have reduce-only orders which still must be ended. */
  readonly closed: number[] = [];

  /** [S1]: the number of days for which owners may not close a new position; 0 for none. */
  minTermDays = 0;
  /**
   * [S2]: for each open position with a minimum term, by slot: when an order last opened or increased it.
   */
  readonly openedAt = new Map<number, number>();

  /** The task that is visiting the owners, and the number of owners that it has visited. */
  visit = NO_VISIT;
  visited = 0;
  payer = LONG;
  fundingPpm = 0;
  /** The mark price that applies to the whole funding settlement, or the price at which all positions are closed. */
  visitTicks = 0;
  collectedUnits = 0;
  /** The part of `collectedUnits` that has not been paid to receivers yet. */
  unpaidUnits = 0;

  /** Slot + 1 of the position that is being liquidated; 0 for none. */
  liquidated = 0;
  liquidationOrder: OrderId = 0;
  /** The remaining lots of the part that is being liquidated. */
  partLots = 0;

  /** `c` has the fields of ListPerpetual. */
  constructor(state: State, c: CommandFields) {
    const { ledger } = state;
    this.terms = termsOf(c);
    this.positions = new Positions(c.tickLotUnits);
    this.positions.reserve(state.roomForPositions);
    this.clearingAccount = ledger.ensure(systemOwners.clearing, FUTURE, c.quote);
    this.fundAccount = ledger.ensure(systemOwners.insurance, FUTURE, c.quote);
    const feeAccount = ledger.ensure(systemOwners.fees, SPOT, c.quote);
    c.referenceTicks = c.markTicks;
    this.market = new Market(c, feeAccount, new PerpetualPayment(this), state.levels, state.hashing);
    this.market.referenceTicks = c.markTicks;
  }

  /** The mark price. It is the market's reference price, and so the center of its price band. */
  get markTicks(): number {
    return this.market.referenceTicks;
  }

  /** The leverage of an owner who has not chosen one. */
  get defaultLeverage(): number {
    return Math.min(DEFAULT_LEVERAGE, this.terms.maxLeverage);
  }

  /** Sets the position's maintenance rate according to its cost, and its place in the queues. */
  settleRisk(position: number): void {
    const { positions } = this;
    const isOpen = positions.lots[position] > 0;
    positions.ratePpm[position] = isOpen ? maintenancePpmOf(this.terms, positions.cost[position]) : 0;
    positions.index(position);
    if (!isOpen && this.minTermDays > 0) this.openedAt.delete(position);
  }

  /** [S2]: begins the term of a position to which an order adds lots. */
  noteOpening(position: number, timeMs: number): void {
    if (this.minTermDays > 0) this.openedAt.set(position, timeMs);
  }

  /** [S2]: when the minimum term of the position ends; 0 for none. */
  termEndsAt(position: number): number {
    const opened = this.openedAt.get(position);
    return opened === undefined ? 0 : opened + this.minTermDays * DAY_MS;
  }

  /** [S3]: whether the minimum term of the position has not ended. */
  isInTerm(position: number, timeMs: number): boolean {
    return this.minTermDays > 0 && this.termEndsAt(position) > timeMs;
  }

  /** [S3]: whether the owner may not close the position now. */
  isBound(position: number, timeMs: number): boolean {
    if (!this.isInTerm(position, timeMs)) return false;
    const margin = this.positions.margin[position];
    const equity = equityUnits(this.positions.exposureOf(position), this.markTicks);
    return equity < 2 * margin && 2 * equity > margin;
  }

  /** [V3]: the worst price at which this position may be liquidated at the current mark price. */
  liquidationLimit(position: number): number {
    return liquidationLimitTicks(this.positions.exposureOf(position), this.terms.maintenancePpm, this.markTicks);
  }

  /** Counts lots of the current part as liquidated. */
  countLiquidated(lots: number): void {
    this.partLots -= lots;
    if (this.partLots === 0) this.liquidated = 0;
  }

  giveUpLiquidation(): void {
    this.liquidated = 0;
    this.partLots = 0;
  }
}

/** A copy of the terms in the fields of a command. */
export const termsOf = (c: CommandFields): PerpetualTerms => ({
  maxLeverage: c.maxLeverage,
  maintenancePpm: c.maintenancePpm as RatePpm,
  riskLimitUnits: c.riskLimitUnits as AssetUnits,
  riskStepUnits: c.riskStepUnits as AssetUnits,
  riskStepPpm: c.riskStepPpm as RatePpm,
  liquidationFeePpm: c.liquidationFeePpm as RatePpm,
  maxPositionLots: c.maxPositionLots as SizeLots,
  maxOpenInterestLots: c.maxOpenInterestLots as SizeLots,
});

export const addPerpetual = (state: State, perpetual: Perpetual): void => {
  state.perpetualById[perpetual.market.id] = perpetual;
  state.addMarket(perpetual.market);
  holdTriggers(state, perpetual.market);
};

/** The perpetual with this id. Callers must have checked that it is listed. */
export const perpetualOf = (state: State, id: MarketId): Perpetual => {
  const perpetual = state.perpetualById[id];
  if (perpetual === undefined) throw new Error(`perpetual market ${id} does not exist`);
  return perpetual;
};
