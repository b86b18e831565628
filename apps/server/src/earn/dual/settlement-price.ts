import { meanPriceUnits, type PriceScale } from './rules.ts';

const MINUTE_MS = 60_000;
/** The settlement price is the mean of the confirmed index over a window of this length. */
export const WINDOW_MINUTES = 30;
/** Minimum number of minutes in the window that must have a confirmed index. */
const NEEDED_MINUTES = 15;
/** If there is no settlement price within this time after the expiry, the deposit is returned with its yield. */
export const LONGEST_WAIT_MS = 86_400_000;
/** Allows time to store the last minute of the window. */
export const STORED_WITHIN_MS = 30_000;

/** The last confirmed index of a minute, in ticks. Minutes without a confirmed index are absent. */
export interface MinutePrice {
  readonly minuteMs: number;
  readonly close: number;
}

export interface SettlementPrice {
  readonly priceUnits: number;
  readonly windowEndMs: number;
  readonly minutes: number;
}

/** The time by which the last window that may settle this expiry has been stored. */
export const lastDecisionMs = (expiresMs: number): number => expiresMs + LONGEST_WAIT_MS + STORED_WITHIN_MS;

/**
 * The settlement price of an expiry: the mean over the half hour before it or, if fewer than half of these minutes have
 * a confirmed index, over the first half hour ending later that has enough. Considers only windows that ended by
 * `nowMs`. Each minute contributes its last price, rounded to a whole tick. Undefined if there is no such window yet.
 */
export function settlementPrice(
  prices: readonly MinutePrice[],
  expiresMs: number,
  nowMs: number,
  scale: PriceScale,
): SettlementPrice | undefined {
  const lastEndMs = Math.min(nowMs - STORED_WITHIN_MS, expiresMs + LONGEST_WAIT_MS);
  const sorted = [...prices].sort((a, b) => a.minuteMs - b.minuteMs);
  const timeOf = (at: number) => sorted[at]?.minuteMs ?? Infinity;
  let first = 0;
  let next = 0;
  for (let endMs = expiresMs; endMs <= lastEndMs; endMs += MINUTE_MS) {
    while (timeOf(next) < endMs) next += 1;
    while (timeOf(first) < windowStartMs(endMs)) first += 1;
    if (next - first < NEEDED_MINUTES) continue;
    const ticks = sorted.slice(first, next).map(({ close }) => Math.round(close));
    return { priceUnits: meanPriceUnits(ticks, scale), windowEndMs: endMs, minutes: ticks.length };
  }
  return undefined;
}

export const windowStartMs = (endMs: number): number => endMs - WINDOW_MINUTES * MINUTE_MS;
