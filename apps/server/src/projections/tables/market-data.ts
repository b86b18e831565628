import type { CandleInterval } from '@vitrine/contract';
import type { MarketId, OrderFilled } from '@vitrine/core';
import type { PriceTicks, TimeMs } from '@vitrine/money';
import type { Kysely } from 'kysely';
import type { EventBatch } from '../projector/event-batch.ts';
import { type Candle, emptyCandle, intervalMs, MINUTE_MS, selectCandleBefore, selectCandles } from './candles.ts';
import { MarketSeries, type Ticker } from './market-series.ts';
import type { ReadModelTables } from './tables.ts';
import { selectLastTrades, type Trade } from './trades.ts';

/** The candles requested: those that open at or after `fromMs` and before `toMs`. */
export interface CandleRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Public figures of every market, as of the last batch and the exchange's clock. Throws for an unlisted market. */
export interface MarketData {
  ticker(market: MarketId): Ticker;
  /** At most the last 100 trades, newest first. */
  tape(market: MarketId, limit: number): readonly Trade[];
  /** Number of the last trade; zero before the first. */
  lastTrade(market: MarketId): number;
  /** The current candle; without trades, it repeats the last price. */
  candle(market: MarketId, interval: CandleInterval): Candle;
  /**
   * The candle that opened at `openMs`, if it is the current candle or the last candle with trades before the current
   * one.
   */
  recentCandle(market: MarketId, interval: CandleInterval, openMs: number): Candle | undefined;
  /**
   * Candles, oldest first, up to and including the current one, without gaps: if an interval has no trades, its candle
   * repeats the previous close. There are none before the market's first trade. At most the newest 2,000 are returned.
   */
  candles(market: MarketId, interval: CandleInterval, range: CandleRange): Promise<readonly Candle[]>;
}

const TAPE_LENGTH = 100;
/** The maximum number of candles returned: more than a chart shows at once (a day has 1,440 minutes). */
const MAX_CANDLES = 2_000;

/** The maximum number of candles returned for the range. */
export const mostCandlesIn = (interval: CandleInterval, { fromMs, toMs }: CandleRange): number =>
  Math.min(MAX_CANDLES, Math.max(0, Math.ceil((toMs - fromMs) / intervalMs[interval])));

/** MarketData that is updated with each batch. Call `apply` for every batch after `position`, in order. */
export class LiveMarketData implements MarketData {
  readonly #database: Kysely<ReadModelTables>;
  readonly #clock: () => number;
  readonly #series = new Map<MarketId, MarketSeries>();
  #position = 0;

  /**
   * Use this constructor for an exchange without events, and `load` otherwise; `clock` returns the time in
   * milliseconds.
   */
  constructor(database: Kysely<ReadModelTables>, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Starts from the tables at the projector's position. Import a market's past, if any, before calling this. */
  static async load(database: Kysely<ReadModelTables>, clock: () => number): Promise<LiveMarketData> {
    const data = new LiveMarketData(database, clock);
    await database
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (snapshot) => {
        const { position } = await snapshot.selectFrom('projector_position').selectAll().executeTakeFirstOrThrow();
        data.#position = Number(position);
        for (const row of await snapshot.selectFrom('markets').selectAll().orderBy('market_id').execute()) {
          const series = new MarketSeries(row.market_id, Number(row.reference_ticks) as PriceTicks);
          await seed(snapshot, series);
          data.#series.set(row.market_id, series);
        }
      });
    return data;
  }

  /** The last log position included in the figures. */
  get position(): number {
    return this.#position;
  }

  apply({ firstPosition, count, timeMs, events }: EventBatch): void {
    const last = firstPosition + count - 1;
    if (last <= this.#position) return;
    if (firstPosition > this.#position + 1)
      throw new Error(
        `Market data is at position ${this.#position}, but received a batch that starts at position ${firstPosition}`,
      );
    this.#position = last;
    events.forEach((_, event) => {
      if (event.kind === 'OrderFilled') this.#trade(event, timeMs);
      else if (event.kind === 'MarketListed') this.#list(event.market, event.referenceTicks);
      else if (event.kind === 'PerpetualListed') this.#list(event.market, event.markTicks);
    });
  }

  #trade(event: OrderFilled, timeMs: TimeMs): void {
    this.#of(event.market).trade(event, timeMs);
  }

  #list(market: MarketId, listedTicks: PriceTicks): void {
    this.#series.set(market, new MarketSeries(market, listedTicks));
  }

  #of(market: MarketId): MarketSeries {
    const series = this.#series.get(market);
    if (series === undefined) throw new Error(`Market ${market} is not listed`);
    return series;
  }

  ticker(market: MarketId): Ticker {
    return this.#of(market).ticker(this.#clock());
  }

  tape(market: MarketId, limit: number): readonly Trade[] {
    return this.#of(market).tape(limit);
  }

  lastTrade(market: MarketId): number {
    return this.#of(market).lastTrade;
  }

  candle(market: MarketId, interval: CandleInterval): Candle {
    return this.#of(market).candle(intervalMs[interval], this.#clock());
  }

  recentCandle(market: MarketId, interval: CandleInterval, openMs: number): Candle | undefined {
    return this.#of(market).recentCandle(intervalMs[interval], openMs);
  }

  async candles(market: MarketId, interval: CandleInterval, range: CandleRange): Promise<readonly Candle[]> {
    const series = this.#of(market);
    const lengthMs = intervalMs[interval];
    const current = series.candle(lengthMs, this.#clock());
    const toMs = Math.min(range.toMs, current.openMs + 1);
    const fromMs = Math.max(range.fromMs, toMs - MAX_CANDLES * lengthMs);
    if (fromMs >= toMs) return [];
    // Candles in memory are read before the tables. If the projector writes a candle in between, it is in both, and the
    // one from memory is used.
    const recent = series.recentCandles(lengthMs, this.#clock(), fromMs);
    const stored = await selectCandles(this.#database, market, lengthMs, fromMs, toMs);
    const before = await selectCandleBefore(this.#database, market, lengthMs, fromMs);
    const known = new Map<number, Candle>();
    for (const candle of stored) known.set(candle.openMs, candle);
    for (const candle of recent) if (candle.openMs >= fromMs && candle.openMs < toMs) known.set(candle.openMs, candle);
    const earlier = recent.findLast((candle) => candle.openMs < fromMs);
    return withoutGaps(known, (earlier ?? before)?.closeTicks, fromMs, toMs, lengthMs);
  }
}

/**
 * Fills a series from the tables with the minute candles of the 24 hours up to the market's last trade, and with its
 * last trades.
 */
async function seed(database: Kysely<ReadModelTables>, series: MarketSeries): Promise<void> {
  const newest = await selectCandleBefore(database, series.market, MINUTE_MS, Number.MAX_SAFE_INTEGER);
  if (newest === undefined) return;
  const fromMs = newest.openMs - intervalMs['1d'];
  const before = await selectCandleBefore(database, series.market, MINUTE_MS, fromMs);
  const minutes = await selectCandles(database, series.market, MINUTE_MS, fromMs, Number.MAX_SAFE_INTEGER);
  const trades = await selectLastTrades(database, series.market, TAPE_LENGTH);
  series.seed(before, minutes, fromMs, trades);
}

/**
 * The candle of every interval, starting at the first known close. If an interval has no trades, its candle repeats the
 * previous close.
 */
function withoutGaps(
  known: ReadonlyMap<number, Candle>,
  closeBefore: PriceTicks | undefined,
  fromMs: number,
  toMs: number,
  lengthMs: number,
): Candle[] {
  const candles: Candle[] = [];
  let close = closeBefore;
  for (let openMs = Math.ceil(fromMs / lengthMs) * lengthMs; openMs < toMs; openMs += lengthMs) {
    const candle = known.get(openMs) ?? (close === undefined ? undefined : emptyCandle(openMs as TimeMs, close));
    if (candle === undefined) continue;
    candles.push(candle);
    close = candle.closeTicks;
  }
  return candles;
}
