import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import type { DepositHistory } from '../custody/deposits/deposit-history.ts';
import type { Instruments } from '../kit/instruments.ts';
import type { PurchaseTable } from '../payments/purchase-table.ts';
import { loadQuotes, pricesAt } from '../projections/books/prices.ts';

/** How many of the newest purchases are considered. */
const MOST_PURCHASES = 200;

interface Parts {
  readonly pool: Pool;
  readonly depositHistory: DepositHistory;
  readonly purchaseTable: PurchaseTable;
  readonly instruments: Instruments;
}

/**
 * The value of the client's largest external deposit or largest purchase at fromMs ≤ time < toMs, in units of USDT. A
 * deposit is valued at the price when it became available, and at 0 if there was no price. Purchases with a full or
 * partial refund are excluded.
 */
export async function largestPaidIn(
  { pool, depositHistory, purchaseTable, instruments }: Parts,
  owner: OwnerId,
  fromMs: number,
  toMs: number,
): Promise<bigint> {
  const page = { states: ['credited'] as const, fromMs, toMs, limit: MOST_PURCHASES };
  const bought = await purchaseTable.ofOwner(owner, page);
  const purchases = bought === 'bad_cursor' ? [] : bought.rows.filter(({ refunded }) => refunded === 0);
  let largest = purchases.reduce((most, { units }) => (BigInt(units) > most ? BigInt(units) : most), 0n);
  const deposits = await depositHistory.posted(owner, fromMs, toMs);
  const coins = deposits.flatMap(({ coin, units, postedMs }) => {
    const asset = instruments.assetByCode(coin)?.asset;
    return asset === undefined ? [] : [{ asset, units, timeMs: postedMs }];
  });
  if (coins.length === 0) return largest;
  const worthAt = await pricesAt(pool, await loadQuotes(pool), coins);
  for (const { units, ...moment } of coins) {
    const value = worthAt(moment, units) ?? 0n;
    if (value > largest) largest = value;
  }
  return largest;
}
