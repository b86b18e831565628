import type { MarketId, OrderFilled } from '@vitrine/core';
import type { PriceTicks, TimeMs } from '@vitrine/money';
import { type Candle, candleOpenMs, emptyCandle, intervalMs, joinCandles, MINUTE_MS } from './candles.ts';
import { GrowingCandle } from './growing-candle.ts';
import type { Trade } from './trades.ts';

/** The last 24 hours of a market: 1,439 whole minutes and the current one. */
export interface Ticker {
  readonly market: MarketId;
  readonly lastTicks: PriceTicks;
  /** The price 24 hours ago, from which the change is calculated. */
  readonly openTicks: PriceTicks;
  readonly highTicks: PriceTicks;
  readonly lowTicks: PriceTicks;
  readonly volumeLots: bigint;
  /** The value of the trades, in units of the quote asset. */
  readonly turnoverUnits: bigint;
}

const DAY_MINUTES = 1_440;
const KEPT_TRADES = 100;

interface Interval {
  readonly lengthMs: number;
  /**
   * The newest candle of this length, made of closed minutes only; the current minute is added when the candle is read.
   */
  last: Candle | undefined;
  beforeLast: Candle | undefined;
}

/** One market's minutes of the last 24 hours, its current candles, and its last trades. */
export class MarketSeries {
  readonly market: MarketId;
  #trades: Trade[] = [];
  #lastTrade = 0;
  #lastTicks: PriceTicks;
  /** Candles that opened before this time may not contain all of their trades. */
  #completeFromMs = 0;
  /** The close before the oldest stored minute. */
  #closeBefore: PriceTicks | undefined;
  /** Closed minutes with trades, oldest first. */
  #minutes: Candle[] = [];
  #present: GrowingCandle | undefined;
  readonly #intervals: Interval[] = Object.values(intervalMs).map((lengthMs) => ({
    lengthMs,
    last: undefined,
    beforeLast: undefined,
  }));
  /** The sum of #minutes; undefined if #minutes has changed since it was computed. */
  #sum: Candle | undefined;

  /** `referenceTicks` is the price before the first trade. */
  constructor(market: MarketId, referenceTicks: PriceTicks) {
    this.market = market;
    this.#lastTicks = referenceTicks;
  }

  /**
   * Starts from stored data: the minutes since `fromMs` and the last trades, both oldest first; `before` is the candle
   * before these minutes.
   */
  seed(before: Candle | undefined, minutes: readonly Candle[], fromMs: number, trades: readonly Trade[]): void {
    this.#completeFromMs = fromMs;
    this.#closeBefore = before?.closeTicks;
    for (const minute of minutes.slice(0, -1)) this.#addMinute(minute);
    const last = minutes.at(-1);
    if (last !== undefined) this.#present = GrowingCandle.from(last);
    this.#lastTicks = last?.closeTicks ?? before?.closeTicks ?? this.#lastTicks;
    this.#trades = [...trades];
    this.#lastTrade = trades.at(-1)?.trade ?? 0;
  }

  get lastTrade(): number {
    return this.#lastTrade;
  }

  trade(e: OrderFilled, timeMs: TimeMs): void {
    const openMs = candleOpenMs(timeMs, MINUTE_MS);
    if (this.#present?.openMs !== openMs) {
      this.#closePresent();
      this.#present = new GrowingCandle(openMs, e.priceTicks);
    }
    this.#present?.add(e.priceTicks, e.sizeLots, e.notionalUnits);
    this.#lastTicks = e.priceTicks;
    this.#lastTrade = e.trade;
    const { trade, takerSide, priceTicks, sizeLots } = e;
    this.#trades.push({ trade, takerSide, priceTicks, sizeLots, timeMs });
    if (this.#trades.length > 2 * KEPT_TRADES) this.#trades = this.#trades.slice(-KEPT_TRADES);
  }

  tape(limit: number): readonly Trade[] {
    return this.#trades.slice(-Math.min(limit, KEPT_TRADES)).reverse();
  }

  ticker(nowMs: number): Ticker {
    this.#roll(nowMs);
    this.#sum ??= this.#addUp();
    const present = this.#present?.toCandle();
    const day = present === undefined ? this.#sum : joinCandles(this.#sum, present, present.openMs);
    const lastTicks = this.#lastTicks;
    const openTicks = this.#closeBefore ?? day?.openTicks ?? lastTicks;
    return {
      market: this.market,
      lastTicks,
      openTicks,
      highTicks: day?.highTicks ?? lastTicks,
      lowTicks: day?.lowTicks ?? lastTicks,
      volumeLots: day?.volumeLots ?? 0n,
      turnoverUnits: day?.turnoverUnits ?? 0n,
    };
  }

  /** The current candle at `nowMs`. */
  candle(lengthMs: number, nowMs: number): Candle {
    this.#roll(nowMs);
    const openMs = candleOpenMs(Math.max(nowMs, this.#present?.openMs ?? 0), lengthMs);
    return this.#candleAt(lengthMs, openMs) ?? emptyCandle(openMs, this.#lastTicks);
  }

  /** The candle that opened at `openMs`, if it is one of the last two candles with trades. */
  recentCandle(lengthMs: number, openMs: number): Candle | undefined {
    return openMs < this.#completeFromMs ? undefined : this.#candleAt(lengthMs, openMs as TimeMs);
  }

  /**
   * Every candle with trades that is completely in memory, oldest first. If there are several before `sinceMs`, only
   * the last of them is certain to be included.
   */
  recentCandles(lengthMs: number, nowMs: number, sinceMs: number): readonly Candle[] {
    this.#roll(nowMs);
    const fromMs = Math.max(this.#completeFromMs, windowStartMs(nowMs));
    const joined = new Map<number, Candle>();
    const lastBefore = this.#minutes.findLast((minute) => minute.openMs < sinceMs);
    const firstOpenMs = lastBefore === undefined ? 0 : candleOpenMs(lastBefore.openMs, lengthMs);
    const skipped = this.#minutes.findLastIndex((minute) => candleOpenMs(minute.openMs, lengthMs) < firstOpenMs) + 1;
    for (const minute of this.#minutes.slice(skipped)) {
      const openMs = candleOpenMs(minute.openMs, lengthMs);
      if (openMs >= fromMs) joined.set(openMs, joinCandles(joined.get(openMs), minute, openMs));
    }
    const interval = this.#interval(lengthMs);
    const openings = [interval.beforeLast, interval.last, this.#present].map(
      (c) => c && candleOpenMs(c.openMs, lengthMs),
    );
    for (const openMs of openings) {
      const candle = openMs === undefined ? undefined : this.recentCandle(lengthMs, openMs);
      if (candle !== undefined) joined.set(candle.openMs, candle);
    }
    return [...joined.values()].sort((a, b) => a.openMs - b.openMs);
  }

  #candleAt(lengthMs: number, openMs: TimeMs): Candle | undefined {
    const { last, beforeLast } = this.#interval(lengthMs);
    const closed = last?.openMs === openMs ? last : beforeLast?.openMs === openMs ? beforeLast : undefined;
    const present = this.#present?.toCandle();
    if (present === undefined || candleOpenMs(present.openMs, lengthMs) !== openMs) return closed;
    return joinCandles(closed, present, openMs);
  }

  #interval(lengthMs: number): Interval {
    const found = this.#intervals.find((interval) => interval.lengthMs === lengthMs);
    if (found === undefined) throw new Error(`No candles of ${lengthMs} ms are stored`);
    return found;
  }

  /** Closes the current minute if it is over, and drops minutes older than a day. */
  #roll(nowMs: number): void {
    if (this.#present !== undefined && this.#present.openMs + MINUTE_MS <= nowMs) this.#closePresent();
    const startMs = windowStartMs(nowMs);
    if (this.#minutes[0] === undefined || this.#minutes[0].openMs >= startMs) return;
    const kept = this.#minutes.findIndex((minute) => minute.openMs >= startMs);
    const dropped = this.#minutes.splice(0, kept === -1 ? this.#minutes.length : kept);
    this.#closeBefore = dropped.at(-1)?.closeTicks;
    this.#sum = undefined;
  }

  #closePresent(): void {
    if (this.#present !== undefined) this.#addMinute(this.#present.toCandle());
    this.#present = undefined;
  }

  #addMinute(minute: Candle): void {
    this.#minutes.push(minute);
    this.#sum = undefined;
    for (const interval of this.#intervals) {
      const openMs = candleOpenMs(minute.openMs, interval.lengthMs);
      if (interval.last?.openMs === openMs) {
        interval.last = joinCandles(interval.last, minute, openMs);
      } else {
        interval.beforeLast = interval.last;
        interval.last = joinCandles(undefined, minute, openMs);
      }
    }
  }

  #addUp(): Candle | undefined {
    return this.#minutes.reduce<Candle | undefined>(
      (sum, minute) => joinCandles(sum, minute, minute.openMs),
      undefined,
    );
  }
}

const windowStartMs = (nowMs: number): number => candleOpenMs(nowMs, MINUTE_MS) - (DAY_MINUTES - 1) * MINUTE_MS;
