import type { FundingEnded, FundingStarted, MarketId, MarkPriceSet, PositionSide } from '@vitrine/core';
import type { AssetUnits, PriceTicks, RatePpm, TimeMs } from '@vitrine/money';
import { type Kysely, type Selectable, sql } from 'kysely';
import type pg from 'pg';
import { BulkRows } from '../projector/bulk-rows.ts';
import type { At } from '../projector/projected-event.ts';
import type { FundingsTable, ReadModelTables } from './tables.ts';

/** A funding settlement of a market. */
export interface FundingRecord {
  readonly market: MarketId;
  readonly position: number;
  readonly startedMs: TimeMs;
  readonly payer: PositionSide;
  readonly ratePpm: RatePpm;
  readonly markTicks: PriceTicks;
  /** Undefined until the settlement has ended. */
  readonly collectedUnits: AssetUnits | undefined;
}

/** Table fundings: one row for each funding settlement. */
export class FundingsProjection {
  readonly #started = new BulkRows({
    market_id: 'integer',
    position: 'bigint',
    started_ms: 'bigint',
    payer: 'text',
    rate_ppm: 'integer',
    mark_ticks: 'bigint',
  });
  readonly #ended = new BulkRows({
    market_id: 'integer',
    collected_units: 'bigint',
    rest_units: 'bigint',
    ended_position: 'bigint',
  });

  apply(e: FundingStarted | FundingEnded, { position, timeMs }: At): void {
    if (e.kind === 'FundingStarted') this.#started.add(e.market, position, timeMs, e.payer, e.ratePpm, e.markTicks);
    else this.#ended.add(e.market, e.collectedUnits, e.restUnits, position);
  }

  async flush(client: pg.ClientBase): Promise<void> {
    if (this.#started.length > 0) await this.#started.insertInto(client, 'fundings');
    if (this.#ended.length > 0) await this.#ended.run(client, 'end fundings', END);
  }
}

// A market has one funding settlement at a time, which ends before the next one starts.
const END = `update fundings f set collected_units = r.collected_units, rest_units = r.rest_units,
    ended_position = r.ended_position
  from rows r where f.market_id = r.market_id and f.position = (
    select max(position) from fundings where market_id = r.market_id and position <= r.ended_position)`;

const MINUTE_MS = 60_000;

/** Table mark_prices: the first mark price of each minute. */
export class MarkPricesProjection {
  readonly #rows = new BulkRows({
    market_id: 'integer',
    minute_ms: 'bigint',
    position: 'bigint',
    mark_ticks: 'bigint',
  });
  /** By market, the newest minute that has a row. */
  readonly #minutes = new Map<MarketId, number>();

  apply({ market, markTicks }: MarkPriceSet, { position, timeMs }: At): void {
    const minuteMs = timeMs - (timeMs % MINUTE_MS);
    if (this.#minutes.get(market) === minuteMs) return;
    this.#minutes.set(market, minuteMs);
    this.#rows.add(market, minuteMs, position, markTicks);
  }

  async flush(client: pg.ClientBase): Promise<void> {
    if (this.#rows.length > 0) await this.#rows.insertInto(client, 'mark_prices', 'on conflict do nothing');
  }
}

/** Funding settlements of a market before log position `key`, newest first. */
export async function selectFundings(
  database: Kysely<ReadModelTables>,
  market: MarketId,
  key: readonly number[] | undefined,
  limit: number,
): Promise<FundingRecord[]> {
  let query = database.selectFrom('fundings').selectAll().where('market_id', '=', market);
  if (key !== undefined) query = query.where('position', '<', String(key[0]));
  const rows = await query.orderBy('position', 'desc').limit(limit).execute();
  return rows.map(fundingRecord);
}

/** The newest funding settlement of each market that has had one. */
export async function selectNewestFundings(database: Kysely<ReadModelTables>): Promise<FundingRecord[]> {
  const { rows } = await sql<Selectable<FundingsTable>>`
    select f.* from markets m
    cross join lateral (select * from fundings where market_id = m.market_id order by position desc limit 1) f
    where m.is_perpetual`.execute(database);
  return rows.map(fundingRecord);
}

const fundingRecord = (row: Selectable<FundingsTable>): FundingRecord => ({
  market: row.market_id,
  position: Number(row.position),
  startedMs: Number(row.started_ms) as TimeMs,
  payer: row.payer as PositionSide,
  ratePpm: row.rate_ppm as RatePpm,
  markTicks: Number(row.mark_ticks) as PriceTicks,
  collectedUnits: row.collected_units === null ? undefined : (Number(row.collected_units) as AssetUnits),
});

export interface MarkPriceRecord {
  readonly minuteMs: TimeMs;
  readonly markTicks: PriceTicks;
}

/** The first mark price of each minute before `beforeMs`, newest first. */
export async function selectMarkPrices(
  database: Kysely<ReadModelTables>,
  market: MarketId,
  beforeMs: number,
  limit: number,
): Promise<MarkPriceRecord[]> {
  const rows = await database
    .selectFrom('mark_prices')
    .select(['minute_ms', 'mark_ticks'])
    .where('market_id', '=', market)
    .where('minute_ms', '<', String(beforeMs))
    .orderBy('minute_ms', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    minuteMs: Number(row.minute_ms) as TimeMs,
    markTicks: Number(row.mark_ticks) as PriceTicks,
  }));
}
