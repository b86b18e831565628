import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { loadQuotes, pricesAt } from '../../projections/books/prices.ts';
import type { Period } from './periods.ts';

const MOST_STAKES = 200;

/** Whether the client has a saved address that is already usable for withdrawals (24 hours after it was saved). */
export async function hasUsableAddress(pool: Pool, owner: OwnerId, nowMs: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from saved_addresses where owner = $1 and removed_at is null and usable_at <= to_timestamp($2 / 1000.0) limit 1',
    [owner, nowMs],
  );
  return rowCount === 1;
}

/**
 * The value of the remaining principal of the client's largest running Earn subscription that began in the period, in
 * units of USDT, at the price when it began. Only subscriptions that have earned interest for at least one day are
 * considered, so an immediate redemption does not complete the task.
 */
export async function largestStake(pool: Pool, owner: OwnerId, { fromMs, toMs }: Period): Promise<bigint> {
  const { rows } = await pool.query<{ asset_id: number; principal_units: string; drafted_ms: string }>(
    `select asset_id, principal_units, drafted_ms from earn_stakes
     where owner = $1 and state = 'running' and posted_days > 0 and drafted_ms >= $2 and drafted_ms < $3
     order by stake_id desc limit ${MOST_STAKES}`,
    [owner, fromMs, toMs],
  );
  if (rows.length === 0) return 0n;
  const stakes = rows.map((row) => ({
    asset: row.asset_id,
    timeMs: Number(row.drafted_ms),
    units: Number(row.principal_units),
  }));
  const worthAt = await pricesAt(pool, await loadQuotes(pool), stakes);
  return stakes.reduce((most, { units, ...moment }) => {
    const value = worthAt(moment, units) ?? 0n;
    return value > most ? value : most;
  }, 0n);
}
