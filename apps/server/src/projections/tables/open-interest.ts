import type { MarketId } from '@vitrine/core';
import type { PriceTicks, SizeLots, TimeMs } from '@vitrine/money';
import type { Kysely } from 'kysely';
import type { ReadModelTables } from './tables.ts';

/** A perpetual market's open interest, and how many accounts held a position on each side. */
export interface OpenInterestSample {
  readonly timeMs: TimeMs;
  readonly openLots: SizeLots;
  readonly markTicks: PriceTicks;
  readonly longAccounts: number;
  readonly shortAccounts: number;
}

/** The samples since `fromMs`, oldest first: one for every five minutes in which the exchange ran. */
export async function selectOpenInterest(
  database: Kysely<ReadModelTables>,
  market: MarketId,
  fromMs: number,
): Promise<OpenInterestSample[]> {
  const rows = await database
    .selectFrom('open_interest')
    .selectAll()
    .where('market_id', '=', market)
    .where('time_ms', '>=', String(fromMs))
    .orderBy('time_ms')
    .execute();
  return rows.map((row) => ({
    timeMs: Number(row.time_ms) as TimeMs,
    openLots: Number(row.open_lots) as SizeLots,
    markTicks: Number(row.mark_ticks) as PriceTicks,
    longAccounts: row.long_accounts,
    shortAccounts: row.short_accounts,
  }));
}
