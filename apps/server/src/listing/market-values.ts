import { type Core, isDueWith, type PerpetualView } from '@vitrine/core';
import type { PerpetualTermsUnits } from '@vitrine/money';
import { eachHeld } from '../futures/risk/position-survey.ts';
import { ApiError } from '../kit/api-error.ts';
import { type Instrument, isPerpetual, type Perpetual } from '../kit/instruments.ts';
import { priceText, sizeText } from '../projections/wire.ts';
import type { MarketValues } from '../staff/approvals/approvals.ts';

/** How far the mark price may be from the one that the approver saw, as a fraction of that price. */
const MOST_MOVED = 0.02;
/**
 * By what fraction the open interest, the number of positions, or the size of a position to close may exceed the value
 * that the approver saw.
 */
const MOST_GROWN = 0.1;

interface Surveyed {
  readonly core: Pick<Core, 'perpetual' | 'positionHolders' | 'heldPositions'>;
}

const sharedValues = (perpetual: Perpetual, { markTicks, openInterestLots }: PerpetualView) => ({
  mark_price: priceText(perpetual, markTicks),
  open_interest: sizeText(perpetual, openInterestLots),
});

/**
 * The values on which the effect of delisting a market depends; undefined for a spot market, which has no positions.
 */
export function marketValues({ core }: Surveyed, instrument: Instrument): MarketValues | undefined {
  if (!isPerpetual(instrument)) return undefined;
  const view = core.perpetual(instrument.market) ?? instrument.rules;
  const { long, short } = core.positionHolders(instrument.market);
  return { ...sharedValues(instrument, view), positions: long + short };
}

/**
 * The values of a perpetual market, including the number of positions that these terms would liquidate at its mark
 * price.
 */
export async function valuesWithTerms(
  { core }: Surveyed,
  perpetual: Perpetual,
  terms: PerpetualTermsUnits,
): Promise<MarketValues> {
  const { market } = perpetual;
  const view = core.perpetual(market) ?? perpetual.rules;
  let positions = 0;
  let liquidated = 0;
  await eachHeld(core, market, (held) => {
    positions++;
    if (isDueWith(held, view, terms)) liquidated++;
  });
  return { ...sharedValues(perpetual, view), positions, positions_liquidated: liquidated };
}

type Growing = 'open_interest' | 'positions' | 'positions_liquidated' | 'position_size';

/**
 * Requires that the mark price and the values in `growing` are still close to those shown to the approver or, if the
 * approver sent none, to the requester. Decreased values are accepted. Errors: values_moved.
 */
export function demandUnmoved(
  seen: MarketValues | undefined,
  now: MarketValues | undefined,
  growing: readonly Growing[] = ['open_interest', 'positions', 'positions_liquidated'],
): void {
  if (now === undefined) return;
  if (seen === undefined) throw new ApiError('values_moved');
  const [before, after] = [Number(seen.mark_price), Number(now.mark_price)];
  const isNear = Math.abs(after - before) <= before * MOST_MOVED;
  // Anything that is not a number becomes NaN here. Comparisons with NaN are false, so the approval is then refused.
  const isWithin = (value: Growing) => Number(now[value] ?? 0) <= Number(seen[value] ?? 0) * (1 + MOST_GROWN);
  if (!isNear || !growing.every(isWithin)) throw new ApiError('values_moved');
}
