import type { MarketId, OrderFilled, Side } from '@vitrine/core';
import type { PriceTicks, SizeLots, TimeMs } from '@vitrine/money';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { CopyRows } from '../projector/copy-rows.ts';
import type { At } from '../projector/projected-event.ts';
import type { ReadModelTables } from './tables.ts';

/** A print of the public tape. */
export interface Trade {
  /** Per market, from 1, without gaps. */
  readonly trade: number;
  readonly takerSide: Side;
  readonly priceTicks: PriceTicks;
  readonly sizeLots: SizeLots;
  readonly timeMs: TimeMs;
}

/** How many trades of each market stay at least; they are dropped by the thousand. */
const KEPT_TRADES = 10_000;
const DROPPED_AT_ONCE = 1_000;

/** Table trades. */
export class TradesProjection {
  readonly #rows = new CopyRows('trades', {
    market_id: 'integer',
    trade: 'bigint',
    taker_side: 'text',
    price_ticks: 'bigint',
    size_lots: 'bigint',
    time_ms: 'bigint',
    position: 'bigint',
  });
  readonly #dropUpTo = new Map<MarketId, number>();

  apply(e: OrderFilled, at: At): void {
    this.#rows.add(e.market, e.trade, e.takerSide, e.priceTicks, e.sizeLots, at.timeMs, at.position);
    if (e.trade % DROPPED_AT_ONCE === 0 && e.trade > KEPT_TRADES) this.#dropUpTo.set(e.market, e.trade - KEPT_TRADES);
  }

  async flush(client: pg.ClientBase): Promise<void> {
    await this.#rows.flush(client);
    for (const [market, trade] of this.#dropUpTo)
      await client.query('delete from trades where market_id = $1 and trade <= $2', [market, trade]);
    this.#dropUpTo.clear();
  }
}

/** The last trades of a market, oldest first. */
export async function selectLastTrades(
  database: Kysely<ReadModelTables>,
  market: MarketId,
  limit: number,
): Promise<Trade[]> {
  const rows = await database
    .selectFrom('trades')
    .selectAll()
    .where('market_id', '=', market)
    .orderBy('trade', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map((row) => ({
    trade: Number(row.trade),
    takerSide: row.taker_side as Side,
    priceTicks: Number(row.price_ticks) as PriceTicks,
    sizeLots: Number(row.size_lots) as SizeLots,
    timeMs: Number(row.time_ms) as TimeMs,
  }));
}
