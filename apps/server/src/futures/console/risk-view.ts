import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { PriceTicks } from '@vitrine/money';
import type { Instrument } from '../../kit/instruments.ts';
import { priceText, wideText } from '../../projections/wire.ts';

export type RiskView = ResponseOf<typeof endpoints.consoleFuturesRisk>;

/** A liquidation price; an empty text for a long position that is never liquidated. */
export const liquidationPriceText = (instrument: Instrument, ticks: PriceTicks): string =>
  ticks === 0 ? '' : priceText(instrument, ticks);

/** A percentage with two decimals, rounded down; empty if the total is zero. Neither argument may be negative. */
export const wideShareText = (part: bigint, whole: bigint): string =>
  whole === 0n ? '' : wideText((part * 10_000n) / whole, 2);

/** A fraction as a percentage with this many decimals. */
export function partText(part: number, decimals: number): string {
  const text = (part * 100).toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}
