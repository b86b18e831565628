import type { CandleInterval } from '@vitrine/contract';
import type { MarketId, OrderFilled } from '@vitrine/core';
import type { PriceTicks, TimeMs } from '@vitrine/money';
import type { Kysely, Selectable } from 'kysely';
import type pg from 'pg';
import { BulkRows } from '../projector/bulk-rows.ts';
import type { At } from '../projector/projected-event.ts';
import type { CandlesTable, ReadModelTables } from './tables.ts';

/** The trades of an interval, summed up. The sums may exceed 2^53, hence bigint. */
export interface Candle {
  /** The start of the interval, in milliseconds since the Unix epoch: a whole multiple of the interval's length. */
  readonly openMs: TimeMs;
  readonly openTicks: PriceTicks;
  readonly highTicks: PriceTicks;
  readonly lowTicks: PriceTicks;
  readonly closeTicks: PriceTicks;
  readonly volumeLots: bigint;
  /** The value of the trades, in units of the quote asset. */
  readonly turnoverUnits: bigint;
  readonly trades: number;
}

export const MINUTE_MS = 60_000;

export const intervalMs: Readonly<Record<CandleInterval, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': 1_440 * MINUTE_MS,
};

export const candleOpenMs = (timeMs: number, lengthMs: number): TimeMs => (timeMs - (timeMs % lengthMs)) as TimeMs;

/** Merges the candles of two consecutive periods into one that opens at `openMs`. */
export function joinCandles(earlier: Candle | undefined, later: Candle, openMs: TimeMs): Candle {
  if (earlier === undefined) return { ...later, openMs };
  return {
    openMs,
    openTicks: earlier.openTicks,
    highTicks: Math.max(earlier.highTicks, later.highTicks) as PriceTicks,
    lowTicks: Math.min(earlier.lowTicks, later.lowTicks) as PriceTicks,
    closeTicks: later.closeTicks,
    volumeLots: earlier.volumeLots + later.volumeLots,
    turnoverUnits: earlier.turnoverUnits + later.turnoverUnits,
    trades: earlier.trades + later.trades,
  };
}

/** Merges candles of a shorter interval into candles of a longer interval, both oldest first. */
export function joinTo(candles: Iterable<Candle>, lengthMs: number): Candle[] {
  const joined: Candle[] = [];
  for (const candle of candles) {
    const openMs = candleOpenMs(candle.openMs, lengthMs);
    const last = joined.at(-1);
    if (last?.openMs === openMs) joined[joined.length - 1] = joinCandles(last, candle, openMs);
    else joined.push({ ...candle, openMs });
  }
  return joined;
}

/** The candle of a single trade. */
function candleOf(e: OrderFilled, openMs: TimeMs): Candle {
  return {
    openMs,
    openTicks: e.priceTicks,
    highTicks: e.priceTicks,
    lowTicks: e.priceTicks,
    closeTicks: e.priceTicks,
    volumeLots: BigInt(e.sizeLots),
    turnoverUnits: BigInt(e.notionalUnits),
    trades: 1,
  };
}

/** The candle of an interval without trades repeats the previous close, as is usual on exchanges. */
export function emptyCandle(openMs: TimeMs, closeTicks: PriceTicks): Candle {
  return {
    openMs,
    openTicks: closeTicks,
    highTicks: closeTicks,
    lowTicks: closeTicks,
    closeTicks,
    volumeLots: 0n,
    turnoverUnits: 0n,
    trades: 0,
  };
}

/** Columns of the table `candles`, in the order in which `candleRow` returns their values. */
export const candleColumns = {
  market_id: 'integer',
  interval_seconds: 'integer',
  open_ms: 'bigint',
  open_ticks: 'bigint',
  high_ticks: 'bigint',
  low_ticks: 'bigint',
  close_ticks: 'bigint',
  volume_lots: 'numeric',
  turnover_units: 'numeric',
  trades: 'integer',
} as const;

export const candleRow = (market: MarketId, lengthMs: number, c: Candle): (number | bigint)[] => [
  market,
  lengthMs / 1_000,
  c.openMs,
  c.openTicks,
  c.highTicks,
  c.lowTicks,
  c.closeTicks,
  c.volumeLots,
  c.turnoverUnits,
  c.trades,
];

/**
 * The table `candles`: trades are aggregated into one-minute candles in memory, and longer candles are computed from
 * these at each flush.
 */
export class CandlesProjection {
  /** The one-minute candles that are not in the table yet, by market, oldest first: the log's time never goes back. */
  readonly #minutes = new Map<MarketId, Map<TimeMs, Candle>>();
  readonly #rows = new BulkRows(candleColumns);

  apply(e: OrderFilled, at: At): void {
    let minutes = this.#minutes.get(e.market);
    if (minutes === undefined) {
      minutes = new Map();
      this.#minutes.set(e.market, minutes);
    }
    const openMs = candleOpenMs(at.timeMs, MINUTE_MS);
    minutes.set(openMs, joinCandles(minutes.get(openMs), candleOf(e, openMs), openMs));
  }

  async flush(client: pg.ClientBase): Promise<void> {
    if (this.#minutes.size === 0) return;
    for (const [market, minutes] of this.#minutes)
      for (const lengthMs of Object.values(intervalMs))
        for (const candle of joinTo(minutes.values(), lengthMs)) this.#rows.add(...candleRow(market, lengthMs, candle));
    this.#minutes.clear();
    await this.#rows.insertInto(
      client,
      'candles',
      `on conflict (market_id, interval_seconds, open_ms) do update set
         high_ticks = greatest(candles.high_ticks, excluded.high_ticks),
         low_ticks = least(candles.low_ticks, excluded.low_ticks),
         close_ticks = excluded.close_ticks,
         volume_lots = candles.volume_lots + excluded.volume_lots,
         turnover_units = candles.turnover_units + excluded.turnover_units,
         trades = candles.trades + excluded.trades`,
    );
  }
}

/** Stored candles with fromMs ≤ open time < toMs, oldest first. Intervals without trades have none. */
export async function selectCandles(
  database: Kysely<ReadModelTables>,
  market: MarketId,
  lengthMs: number,
  fromMs: number,
  toMs: number,
): Promise<Candle[]> {
  const rows = await database
    .selectFrom('candles')
    .selectAll()
    .where('market_id', '=', market)
    .where('interval_seconds', '=', lengthMs / 1_000)
    .where('open_ms', '>=', String(fromMs))
    .where('open_ms', '<', String(toMs))
    .orderBy('open_ms')
    .execute();
  return rows.map(candle);
}

export interface MarketCandle extends Candle {
  readonly market: MarketId;
}

/** Stored candles of several markets with open times from `fromMs` on, oldest first. */
export async function selectCandlesOf(
  database: Kysely<ReadModelTables>,
  markets: readonly MarketId[],
  lengthMs: number,
  fromMs: number,
): Promise<MarketCandle[]> {
  if (markets.length === 0) return [];
  const rows = await database
    .selectFrom('candles')
    .selectAll()
    .where('market_id', 'in', markets)
    .where('interval_seconds', '=', lengthMs / 1_000)
    .where('open_ms', '>=', String(fromMs))
    .orderBy('open_ms')
    .execute();
  return rows.map((row) => ({ market: row.market_id, ...candle(row) }));
}

/** The newest stored candle that opened before `beforeMs`. */
export async function selectCandleBefore(
  database: Kysely<ReadModelTables>,
  market: MarketId,
  lengthMs: number,
  beforeMs: number,
): Promise<Candle | undefined> {
  const row = await database
    .selectFrom('candles')
    .selectAll()
    .where('market_id', '=', market)
    .where('interval_seconds', '=', lengthMs / 1_000)
    .where('open_ms', '<', String(beforeMs))
    .orderBy('open_ms', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : candle(row);
}

/** The stored candles with the highest and the lowest price; of several, the earliest. None before the first trade. */
export async function selectExtremes(
  database: Kysely<ReadModelTables>,
  market: MarketId,
  lengthMs: number,
): Promise<readonly Candle[]> {
  const candles = database
    .selectFrom('candles')
    .selectAll()
    .where('market_id', '=', market)
    .where('interval_seconds', '=', lengthMs / 1_000);
  const highest = await candles.orderBy('high_ticks', 'desc').orderBy('open_ms').limit(1).execute();
  const lowest = await candles.orderBy('low_ticks').orderBy('open_ms').limit(1).execute();
  return [...highest, ...lowest].map(candle);
}

function candle(row: Selectable<CandlesTable>): Candle {
  return {
    openMs: Number(row.open_ms) as TimeMs,
    openTicks: Number(row.open_ticks) as PriceTicks,
    highTicks: Number(row.high_ticks) as PriceTicks,
    lowTicks: Number(row.low_ticks) as PriceTicks,
    closeTicks: Number(row.close_ticks) as PriceTicks,
    volumeLots: BigInt(row.volume_lots),
    turnoverUnits: BigInt(row.turnover_units),
    trades: row.trades,
  };
}
