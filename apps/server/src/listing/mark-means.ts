import type { MarketId } from '@vitrine/core';
import type { PriceTicks } from '@vitrine/money';

/** If two samples are further apart in time than this, the window starts again with the later one. */
const MOST_GAP_MS = 60_000;

interface Sample {
  readonly atMs: number;
  readonly ticks: PriceTicks;
}

/**
 * The mean mark price of each market over a window in which the index was confirmed without a gap. A momentary price
 * can be manipulated by distorting the index for a moment; distorting the mean requires distorting the index for a long
 * time.
 */
export class MarkMeans {
  readonly #windowMs: number;
  readonly #samples = new Map<MarketId, Sample[]>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Adds a mark price that the index confirms now. */
  add(market: MarketId, ticks: PriceTicks, atMs: number): void {
    const known = this.#samples.get(market) ?? [];
    const last = known.at(-1)?.atMs ?? atMs;
    const samples = atMs < last || atMs - last > MOST_GAP_MS ? [] : known;
    samples.push({ atMs, ticks });
    // One sample from before the window is retained, to prove that the window begins without a gap.
    while ((samples[1]?.atMs ?? Infinity) <= atMs - this.#windowMs) samples.shift();
    this.#samples.set(market, samples);
  }

  forget(market: MarketId): void {
    this.#samples.delete(market);
  }

  /** The mean up to the newest price; undefined until the samples cover the whole window. */
  meanOf(market: MarketId): number | undefined {
    const samples = this.#samples.get(market) ?? [];
    const [first, last] = [samples[0], samples.at(-1)];
    if (first === undefined || last === undefined || first.atMs > last.atMs - this.#windowMs) return undefined;
    return samples.reduce((sum, { ticks }) => sum + ticks, 0) / samples.length;
  }
}
