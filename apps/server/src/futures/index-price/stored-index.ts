import type { MarketId } from '@vitrine/core';
import type pg from 'pg';
import type { IndexCandle } from './index-candle.ts';
import type { IndexState } from './index-feed.ts';

/** The state of an index as last stored by the leader. */
export interface StoredState {
  readonly state: IndexState;
  readonly writtenMs: number;
}

/**
 * Adds candles of past minutes. If the server restarted within a minute, the candles from before and after the restart
 * are merged. Table index_prices.
 */
export async function storeCandles(pool: pg.Pool, candles: readonly IndexCandle[]): Promise<void> {
  const column = (key: keyof IndexCandle) => candles.map((candle) => candle[key]);
  await pool.query(
    `insert into index_prices as known
       (market_id, minute_ms, open_ticks, high_ticks, low_ticks, close_ticks, sources)
     select * from unnest($1::int[], $2::bigint[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::int[])
     on conflict (market_id, minute_ms) do update set
       high_ticks = greatest(known.high_ticks, excluded.high_ticks),
       low_ticks = least(known.low_ticks, excluded.low_ticks),
       close_ticks = excluded.close_ticks,
       sources = least(known.sources, excluded.sources)`,
    (['market', 'minuteMs', 'open', 'high', 'low', 'close', 'sources'] as const).map(column),
  );
}

/** Deletes candles of the minutes before `beforeMs`. */
export async function deleteCandles(pool: pg.Pool, beforeMs: number): Promise<void> {
  await pool.query('delete from index_prices where minute_ms < $1', [beforeMs]);
}

/** The candles of the minutes before `beforeMs`, newest first. */
export async function selectCandles(
  pool: pg.Pool,
  market: MarketId,
  beforeMs: number,
  limit: number,
): Promise<readonly IndexCandle[]> {
  const { rows } = await pool.query<Record<'open' | 'high' | 'low' | 'close' | 'sources', number> & { minute: string }>(
    `select minute_ms as minute, open_ticks as open, high_ticks as high, low_ticks as low, close_ticks as close, sources
     from index_prices where market_id = $1 and minute_ms < $2 order by minute_ms desc limit $3`,
    [market, beforeMs, limit],
  );
  return rows.map(({ minute, ...prices }) => ({ ...prices, market, minuteMs: Number(minute) }));
}

/** Stores the states for other servers. Table index_states. */
export async function storeStates(pool: pg.Pool, states: readonly IndexState[], nowMs: number): Promise<void> {
  await pool.query(
    `insert into index_states (market_id, state, written_ms)
     select market, state, $3 from unnest($1::int[], $2::jsonb[]) as stored (market, state)
     on conflict (market_id) do update set state = excluded.state, written_ms = excluded.written_ms`,
    [states.map(({ market }) => market), states.map((state) => JSON.stringify(state)), nowMs],
  );
}

export async function selectStates(pool: pg.Pool): Promise<ReadonlyMap<MarketId, StoredState>> {
  const { rows } = await pool.query<{ market_id: MarketId; state: IndexState; written_ms: string }>(
    'select market_id, state, written_ms from index_states',
  );
  return new Map(
    rows.map(({ market_id, state, written_ms }) => [
      market_id,
      // JSON omits `ticks` if the index is unconfirmed.
      { state: { ...state, ticks: state.ticks }, writtenMs: Number(written_ms) },
    ]),
  );
}
