import type { MarketId } from '@vitrine/core';
import { LeaseLost } from '@vitrine/sequencer';
import type pg from 'pg';
import type { Protection } from './protected-markets.ts';

/** `$1` is the epoch of our lease: a leader that has lost the lease changes no rows of the next leader. */
const UNDER_LEASE = 'with lease as (select from log_lease where epoch = $1)';

/** Table protected_markets. Changes throw LeaseLost once another process has the lease. */
export const storedProtection = (pool: pg.Pool, epoch: number): Protection => {
  const change = async (statement: string, market: MarketId) => {
    const { rows } = await pool.query<{ held: boolean }>(
      `${UNDER_LEASE}, changed as (${statement}) select exists (select from lease) as held`,
      [epoch, market],
    );
    if (rows[0]?.held !== true) throw new LeaseLost();
  };
  return {
    markets: async () => {
      const { rows } = await pool.query<{ market_id: MarketId }>('select market_id from protected_markets');
      return new Set(rows.map(({ market_id }) => market_id));
    },
    add: (market) =>
      change('insert into protected_markets (market_id) select $2::int from lease on conflict do nothing', market),
    remove: (market) =>
      change('delete from protected_markets using lease where protected_markets.market_id = $2', market),
  };
};
