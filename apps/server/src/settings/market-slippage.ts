import type { Pool } from 'pg';

/** A version of a market's default maximum slippage. */
export interface SlippageChange {
  /** The market's number. */
  readonly market: number;
  readonly slippagePpm: number;
  readonly changedBy: string;
  readonly approvedBy: string;
  readonly reason: string;
}

type Database = Pick<Pool, 'query'>;

/** By market number, the default maximum slippage in parts per million; markets without their own are missing. */
export async function readMarketSlippages(database: Database): Promise<ReadonlyMap<number, number>> {
  const { rows } = await database.query<{ market: number; slippage_ppm: number }>(
    'select distinct on (market) market, slippage_ppm from market_slippage order by market, version desc',
  );
  return new Map(rows.map(({ market, slippage_ppm }) => [market, slippage_ppm]));
}

/** Stores a new version of a market's default maximum slippage. */
export async function storeMarketSlippage(database: Database, change: SlippageChange): Promise<void> {
  const { market, slippagePpm, changedBy, approvedBy, reason } = change;
  await database.query(
    `insert into market_slippage (market, slippage_ppm, changed_by, approved_by, reason) values ($1, $2, $3, $4, $5)`,
    [market, slippagePpm, changedBy, approvedBy, reason],
  );
}
