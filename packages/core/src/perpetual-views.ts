import { type AssetUnits, mulDivCeil, type PriceTicks, type RatePpm, type SizeLots, type TimeMs } from '@vitrine/money';
import { closingLimit } from './perpetual/closing-limit.ts';
import type { Perpetual } from './perpetual/perpetual.ts';
import { oppositeOf, sideOfPosition } from './perpetual/positions.ts';
import {
  bankruptcyTicks,
  entryTicks,
  equityUnits,
  isDue,
  liquidationTicks,
  maintenancePpmOf,
  maintenanceUnits,
  tierOf,
} from './perpetual/risk.ts';
import { CLOSING, SETTLING } from './perpetual/visit.ts';
import type { State } from './state.ts';
import { type MarketView, marketView } from './views.ts';
import { LONG, positionSides, SHORT } from './vocabulary/codes.ts';
import {
  type MarketId,
  type OwnerId,
  type PerpetualTerms,
  type PositionSide,
  systemOwners,
} from './vocabulary/terms.ts';

export interface PerpetualView extends MarketView, PerpetualTerms {
  readonly markTicks: PriceTicks;
  /** [S1]: the minimum term in days; 0 for none. */
  readonly minTermDays: number;
  /** The sum of all long lots; except during [Q4] it equals the sum of all short lots. */
  readonly openInterestLots: SizeLots;
  /** [Q4] [Q5]: whether all positions are being closed before the market is delisted. */
  readonly isClosing: boolean;
  /**
   * The amount that the funding settlement in progress has collected but not yet paid out; the clearing account holds
   * it.
   */
  readonly unpaidFundingUnits: AssetUnits;
  /** The insurance fund's available balance in this market's quote asset. */
  readonly insuranceUnits: AssetUnits;
}

/** An open position. The `…Units` fields are in the market’s quote asset. */
export interface PositionView {
  readonly market: MarketId;
  readonly position: PositionSide;
  readonly sizeLots: SizeLots;
  readonly costUnits: AssetUnits;
  readonly marginUnits: AssetUnits;
  /** The leverage of new orders that add to the position. */
  readonly leverage: number;
  readonly maintenancePpm: RatePpm;
  /** The amount that margin plus profit must exceed at the mark price. */
  readonly maintenanceUnits: AssetUnits;
  /** The profit at the mark price; negative for a loss. */
  readonly profitUnits: AssetUnits;
  /** The first mark price at which the position is liquidated; 0 for a long position that can never be liquidated. */
  readonly liquidationTicks: PriceTicks;
  readonly bankruptcyTicks: PriceTicks;
  /** The maximum margin that can be removed now. */
  readonly removableUnits: AssetUnits;
  /** [S2]: when the position's minimum term ends; 0 for none. */
  readonly termEndsMs: TimeMs;
  /** [S3]: whether the owner cannot close the position now. */
  readonly isBound: boolean;
}

/** An open position, as listed for all owners of a market. The `…Units` fields are in the market’s quote asset. */
export interface HeldPosition {
  readonly owner: OwnerId;
  readonly position: PositionSide;
  readonly sizeLots: SizeLots;
  readonly costUnits: AssetUnits;
  readonly marginUnits: AssetUnits;
  /** [Y4]: the tier of the position, which determines its maintenance rate. */
  readonly tier: number;
  /** The liquidation price, as in PositionView. */
  readonly liquidationTicks: PriceTicks;
  /**
   * [V7]: among long positions the one with the lowest entry price is deleveraged first, among short positions the one
   * with the highest.
   */
  readonly entryTicks: PriceTicks;
}

/** The leverage at which later orders open each of the owner's two positions. */
export type LeverageView = Readonly<Record<PositionSide, number>>;

const perpetualView = ({ ledger }: State, perpetual: Perpetual): PerpetualView => ({
  ...marketView(perpetual.market),
  ...perpetual.terms,
  markTicks: perpetual.markTicks as PriceTicks,
  minTermDays: perpetual.minTermDays,
  openInterestLots: perpetual.openInterestLots as SizeLots,
  isClosing: perpetual.visit === CLOSING || perpetual.visit === SETTLING,
  unpaidFundingUnits: perpetual.unpaidUnits as AssetUnits,
  insuranceUnits: ledger.availableAt(perpetual.fundAccount) as AssetUnits,
});

export const perpetual = (state: State, id: MarketId): PerpetualView | undefined => {
  const found = state.perpetualById[id];
  return found === undefined ? undefined : perpetualView(state, found);
};

const all = (state: State): Perpetual[] => state.markets.flatMap(({ id }) => state.perpetualById[id] ?? []);

export const perpetuals = (state: State): PerpetualView[] => all(state).map((each) => perpetualView(state, each));

/**
 * The worst price, at most this far from the mark price and within the price band, at which a position of this side
 * would be closed now, as by `ClosePosition`; undefined if the market is not a perpetual one.
 */
export const closingTicks = (
  state: State,
  id: MarketId,
  position: PositionSide,
  distancePpm: RatePpm,
): PriceTicks | undefined => {
  const found = state.perpetualById[id];
  if (found === undefined) return undefined;
  return closingLimit(found, position === 'long' ? LONG : SHORT, distancePpm) as PriceTicks;
};

export const positions = (state: State, owner: OwnerId): PositionView[] =>
  all(state).flatMap((each) => {
    const seat = state.seats.find(owner, each.market.id);
    if (seat < 0) return [];
    const long = state.seats.positionsOf(seat);
    return [long, oppositeOf(long)]
      .filter((slot) => each.positions.lots[slot] > 0)
      .map((slot) => positionView(state, each, slot));
  });

/**
 * The open positions of `count` owners, starting with owner number `from` in the order in which owners first used the
 * market. Undefined if no owners are left, or the market is not a perpetual one.
 */
export const heldPositions = (
  state: State,
  id: MarketId,
  from: number,
  count: number,
): readonly HeldPosition[] | undefined => {
  const found = state.perpetualById[id];
  if (found === undefined || from >= found.positions.pairs) return undefined;
  const held: HeldPosition[] = [];
  const end = Math.min(from + count, found.positions.pairs);
  for (let pair = from; pair < end; pair++) {
    const long = found.positions.slotOfPair(pair);
    for (const slot of [long, oppositeOf(long)])
      if (found.positions.lots[slot] > 0) held.push(heldPosition(found, slot));
  }
  return held;
};

/**
 * [Y5]: whether a position would have to be liquidated, at this mark price, if its market had these terms. The
 * insurance fund's positions count as well.
 */
export const isDueWith = (
  { position, sizeLots, costUnits, marginUnits }: HeldPosition,
  { markTicks, tickLotUnits }: Pick<PerpetualView, 'markTicks' | 'tickLotUnits'>,
  terms: PerpetualTerms,
): boolean => {
  const side = position === 'long' ? LONG : SHORT;
  const exposure = { side, lotTickUnits: sizeLots * tickLotUnits, costUnits, marginUnits };
  return isDue(exposure, maintenancePpmOf(terms, costUnits), markTicks);
};

const heldPosition = ({ positions, terms }: Perpetual, slot: number): HeldPosition => {
  const exposure = positions.exposureOf(slot);
  return {
    owner: positions.ownerOf(slot),
    position: positionSides[sideOfPosition(slot)],
    sizeLots: positions.lots[slot] as SizeLots,
    costUnits: exposure.costUnits as AssetUnits,
    marginUnits: exposure.marginUnits as AssetUnits,
    tier: tierOf(terms, exposure.costUnits),
    liquidationTicks: liquidationTicks(exposure, positions.ratePpm[slot]) as PriceTicks,
    entryTicks: entryTicks(exposure) as PriceTicks,
  };
};

/** The number of owners with a long position, and of those with a short one, not counting the insurance fund. */
export const positionHolders = (state: State, id: MarketId): Readonly<Record<PositionSide, number>> => {
  const holders = { long: 0, short: 0 };
  const found = state.perpetualById[id];
  if (found === undefined) return holders;
  const { positions } = found;
  for (let pair = 0; pair < positions.pairs; pair += 1) {
    const long = positions.slotOfPair(pair);
    if (positions.ownerOf(long) === systemOwners.insurance) continue;
    if (positions.lots[long] > 0) holders.long += 1;
    if (positions.lots[oppositeOf(long)] > 0) holders.short += 1;
  }
  return holders;
};

/**
 * The leverage at which the owner's later orders open each position; undefined if there is no perpetual market with
 * this id.
 */
export const leverages = (state: State, owner: OwnerId, id: MarketId): LeverageView | undefined => {
  const found = state.perpetualById[id];
  if (found === undefined) return undefined;
  const seat = state.seats.find(owner, id);
  if (seat < 0) return { long: found.defaultLeverage, short: found.defaultLeverage };
  const long = state.seats.positionsOf(seat);
  const { leverage } = found.positions;
  return { long: leverage[long], short: leverage[oppositeOf(long)] };
};

const positionView = ({ timeMs }: State, perpetual: Perpetual, slot: number): PositionView => {
  const { market, markTicks, positions } = perpetual;
  const exposure = positions.exposureOf(slot);
  const rate = positions.ratePpm[slot];
  return {
    market: market.id,
    position: positionSides[sideOfPosition(slot)],
    sizeLots: positions.lots[slot] as SizeLots,
    costUnits: exposure.costUnits as AssetUnits,
    marginUnits: exposure.marginUnits as AssetUnits,
    leverage: positions.leverage[slot],
    maintenancePpm: rate as RatePpm,
    maintenanceUnits: maintenanceUnits(exposure, rate, markTicks) as AssetUnits,
    profitUnits: (equityUnits(exposure, markTicks) - exposure.marginUnits) as AssetUnits,
    liquidationTicks: liquidationTicks(exposure, rate) as PriceTicks,
    bankruptcyTicks: bankruptcyTicks(exposure) as PriceTicks,
    removableUnits: removableUnits(perpetual, slot, timeMs) as AssetUnits,
    termEndsMs: perpetual.termEndsAt(slot) as TimeMs,
    isBound: perpetual.isBound(slot, timeMs),
  };
};

/**
 * [J3] [S3]: the margin that can be removed now: none before the end of the minimum term. The remaining margin must cover
 * the initial margin plus any loss; together with the profit or loss, it must still exceed the maintenance margin.
 */
const removableUnits = (perpetual: Perpetual, slot: number, timeMs: number): number => {
  const { markTicks, positions } = perpetual;
  if (perpetual.isInTerm(slot, timeMs)) return 0;
  const exposure = positions.exposureOf(slot);
  const { costUnits, lotTickUnits, marginUnits } = exposure;
  const equity = equityUnits(exposure, markTicks);
  const initial = mulDivCeil(Math.max(costUnits, markTicks * lotTickUnits), 1, positions.leverage[slot]);
  const spare = Math.min(marginUnits, equity) - initial;
  const maintenance = maintenanceUnits(exposure, positions.ratePpm[slot], markTicks);
  return Math.max(0, Math.min(spare, equity - maintenance - 1));
};
