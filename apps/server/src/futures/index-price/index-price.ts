import type { IndexQuote } from './index-source.ts';

/** A quote older than this is ignored. */
const STALE_MS = 10_000;
/** A quote that differs from the median of the fresh quotes by more than this fraction does not confirm the index. */
const DEVIATION = 0.05;
/** The index of two quotes is their mean, which either of them can move, so they must agree within this fraction. */
const PAIR_DEVIATION = 0.01;
/** The number of sources that must confirm an index, unless there are fewer sources. */
const MOST_NEEDED = 2;
/** The mark price moves by at most this fraction per second. */
const STEP_PER_SECOND = 0.03;
/**
 * After a pause, the mark price moves at most as far as it may move in this many seconds: a larger step would skip past
 * bankruptcy prices.
 */
const MOST_SECONDS = 2;

/**
 * How a quote is used: `used` confirms the index, `deviates` is too far from the other quotes, `compared` is only shown
 * beside the index.
 */
export type QuoteState = 'used' | 'stale' | 'deviates' | 'compared';

/** How many sources have to confirm an index that has this number of sources. */
export const neededOf = (sources: number): number => Math.min(MOST_NEEDED, sources);

/** A price that enough sources agree on. */
export interface ConfirmedIndex {
  readonly ticks: number;
  /** The time of the oldest quote that is needed to confirm the index, if the newest quotes are used. */
  readonly atMs: number;
}

/**
 * The price that the sources agree on; undefined if fewer than half of the sources with a fresh quote confirm it, or
 * fewer than `needed`.
 */
export function confirmedIndex(
  quotes: readonly IndexQuote[],
  nowMs: number,
  needed: number,
): ConfirmedIndex | undefined {
  const fresh = freshQuotes(quotes, nowMs);
  const confirming = confirmingOf(fresh);
  const least = Math.max(1, needed, Math.ceil(fresh.length / 2));
  const newestFirst = confirming.map(({ atMs }) => atMs).sort((a, b) => b - a);
  const atMs = newestFirst[least - 1];
  // A source's clock may be ahead of ours.
  return atMs === undefined ? undefined : { ticks: median(confirming), atMs: Math.min(nowMs, atMs) };
}

/** Whether each quote confirms the index and, if not, why. */
export function quoteStates(quotes: readonly IndexQuote[], nowMs: number): readonly QuoteState[] {
  const confirming = confirmingOf(freshQuotes(quotes, nowMs));
  return quotes.map((quote) => {
    if (!isFresh(quote, nowMs)) return 'stale';
    if (quote.isCompared) return 'compared';
    return confirming.includes(quote) ? 'used' : 'deviates';
  });
}

const isFresh = ({ ticks, atMs }: IndexQuote, nowMs: number): boolean =>
  nowMs - atMs <= STALE_MS && Number.isFinite(ticks) && ticks > 0;

/** Whether any source that sets the index has a current price. */
export const areAnyFresh = (quotes: readonly IndexQuote[], nowMs: number): boolean =>
  freshQuotes(quotes, nowMs).length > 0;

/** The quotes that set the index, in ascending order of their prices. */
const freshQuotes = (quotes: readonly IndexQuote[], nowMs: number): readonly IndexQuote[] =>
  quotes.filter((quote) => !quote.isCompared && isFresh(quote, nowMs)).sort((a, b) => a.ticks - b.ticks);

/** The quotes near the median; none if only two are near it and these differ by more than PAIR_DEVIATION. */
function confirmingOf(fresh: readonly IndexQuote[]): readonly IndexQuote[] {
  const middle = median(fresh);
  const near = fresh.filter(({ ticks }) => Math.abs(ticks / middle - 1) <= DEVIATION);
  const [low = 0, high = 0] = near.map(({ ticks }) => ticks);
  return near.length === 2 && high - low > low * PAIR_DEVIATION ? [] : near;
}

/** The median price of quotes in ascending order. */
function median(sorted: readonly IndexQuote[]): number {
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return ((low?.ticks ?? Number.NaN) + (high?.ticks ?? Number.NaN)) / 2;
}

/**
 * The fresh price nearest to the mark price, if all fresh prices are above the mark price, or all are below it, and
 * there are enough of them. The true price is then at least that far from the mark price, although no index is
 * confirmed.
 */
export function nearerTicks(
  quotes: readonly IndexQuote[],
  nowMs: number,
  needed: number,
  markTicks: number,
): number | undefined {
  const fresh = freshQuotes(quotes, nowMs);
  const [low, high] = [fresh[0]?.ticks, fresh.at(-1)?.ticks];
  if (low === undefined || high === undefined || fresh.length < Math.max(MOST_NEEDED, needed)) return undefined;
  if (low > markTicks) return low;
  return high < markTicks ? high : undefined;
}

/** The mark price at this index. */
export const markTicksAt = (index: number): number => Math.max(1, Math.round(index));

/**
 * The next mark price on the way from `markTicks` to the index, `seconds` after `markTicks` was set: at least one tick
 * closer, so that a low price is not stuck. The maximum step depends on `seconds`, which count as at least
 * `leastSeconds`.
 */
export function nextMarkTicks(markTicks: number, index: number, seconds: number, leastSeconds = 1): number {
  const most = (1 + STEP_PER_SECOND) ** Math.max(leastSeconds, Math.min(MOST_SECONDS, seconds));
  const low = Math.min(markTicks - 1, markTicks / most);
  const high = Math.max(markTicks + 1, markTicks * most);
  return markTicksAt(Math.max(low, Math.min(high, index)));
}
