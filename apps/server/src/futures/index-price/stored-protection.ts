import type { MarketId } from '@vitrine/core';
import type pg from 'pg';
import type { Protection } from './protected-markets.ts';

/** Table protected_markets. */
export const storedProtection = (pool: pg.Pool): Protection => ({
  markets: async () => {
    const { rows } = await pool.query<{ market_id: MarketId }>('select market_id from protected_markets');
    return new Set(rows.map(({ market_id }) => market_id));
  },
  add: async (market) => {
    await pool.query('insert into protected_markets (market_id) values ($1) on conflict do nothing', [market]);
  },
  remove: async (market) => {
    await pool.query('delete from protected_markets where market_id = $1', [market]);
  },
});
