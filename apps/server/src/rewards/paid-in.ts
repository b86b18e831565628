import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import type { DepositHistory } from '../custody/deposits/deposit-history.ts';
import type { Instruments } from '../kit/instruments.ts';
import type { PurchaseTable } from '../payments/purchase-table.ts';
import { loadQuotes, pricesAt } from '../projections/books/prices.ts';

/** The newest purchases that are looked at. */
const MOST_PURCHASES = 200;

interface Parts {
  readonly pool: Pool;
  readonly depositHistory: DepositHistory;
  readonly purchaseTable: PurchaseTable;
  readonly instruments: Instruments;
}

/**
 * The value of the client's largest deposit from outside the exchange, or largest purchase, at fromMs ≤ time < toMs, in
 * units of USDT: of deposits at the price when they became available. Deposits without a price at that time are worth
 * nothing here, and neither are purchases of which money was returned.
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
