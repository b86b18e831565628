import type { MarketId, OrderFilled, Side } from '@vitrine/core';
import type { PriceTicks, SizeLots, TimeMs } from '@vitrine/money';
import type { Kysely, Selectable } from 'kysely';
import type pg from 'pg';
import { CopyRows } from '../projector/copy-rows.ts';
import type { At } from '../projector/projected-event.ts';
import type { ReadModelTables, TapeTable } from './tables.ts';

/** A trade on the public tape. */
export interface Trade {
  /** The trade's number: counted per market, from 1, without gaps. */
  readonly trade: number;
  readonly takerSide: Side;
  readonly priceTicks: PriceTicks;
  readonly sizeLots: SizeLots;
  readonly timeMs: TimeMs;
}

/**
 * The minimum number of trades kept per market. Older trades are deleted in blocks of 1,000; no row spans two blocks.
 */
const KEPT_TRADES = 10_000;
const DROPPED_AT_ONCE = 1_000;
/** The size of a packed trade: price, size, and 2 × time (+ 1 if the taker sold), eight bytes each, big-endian. */
const TRADE_BYTES = 24;
const TWO_TO_32 = 2 ** 32;

/** Consecutive trades of a market, as packed into one row of the table. */
class Run {
  readonly firstTrade: number;
  position = 0;
  #bytes = new Uint8Array(TRADE_BYTES * 16);
  #view = new DataView(this.#bytes.buffer);
  #used = 0;

  constructor(firstTrade: number) {
    this.firstTrade = firstTrade;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#used);
  }

  add(e: OrderFilled, at: At): void {
    if (this.#used === this.#bytes.length) this.#grow();
    this.#write(e.priceTicks);
    this.#write(e.sizeLots);
    this.#write(at.timeMs * 2 + (e.takerSide === 'sell' ? 1 : 0));
    this.position = at.position;
  }

  #write(value: number): void {
    this.#view.setUint32(this.#used, Math.floor(value / TWO_TO_32));
    this.#view.setUint32(this.#used + 4, value >>> 0);
    this.#used += 8;
  }

  #grow(): void {
    const grown = new Uint8Array(2 * this.#bytes.length);
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** Table tape, of which `trades` is a view: a row holds the trades of a market in one flush. */
export class TradesProjection {
  readonly #rows = new CopyRows('tape', {
    market_id: 'integer',
    first_trade: 'bigint',
    position: 'bigint',
    packed: 'bytea',
  });
  readonly #runs = new Map<MarketId, Run>();
  readonly #dropUpTo = new Map<MarketId, number>();

  apply(e: OrderFilled, at: At): void {
    let run = this.#runs.get(e.market);
    if (run === undefined) {
      run = new Run(e.trade);
      this.#runs.set(e.market, run);
    }
    run.add(e, at);
    if (e.trade % DROPPED_AT_ONCE !== 0) return;
    this.#end(e.market, run);
    this.#runs.delete(e.market);
    if (e.trade > KEPT_TRADES) this.#dropUpTo.set(e.market, e.trade - KEPT_TRADES);
  }

  #end(market: MarketId, { firstTrade, position, bytes }: Run): void {
    this.#rows.add(market, firstTrade, position, bytes);
  }

  async flush(client: pg.ClientBase): Promise<void> {
    for (const [market, run] of this.#runs) this.#end(market, run);
    this.#runs.clear();
    await this.#rows.flush(client);
    for (const [market, trade] of this.#dropUpTo)
      await client.query('delete from tape where market_id = $1 and first_trade <= $2', [market, trade]);
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
    .selectFrom('tape')
    .selectAll()
    .where('market_id', '=', market)
    .orderBy('first_trade', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().flatMap(tradesOf).slice(-limit);
}

function tradesOf({ first_trade, packed }: Selectable<TapeTable>): Trade[] {
  return Array.from({ length: packed.length / TRADE_BYTES }, (_, n) => {
    const [price, size, moment] = [0, 8, 16].map((offset) => Number(packed.readBigUInt64BE(n * TRADE_BYTES + offset)));
    return {
      trade: Number(first_trade) + n,
      takerSide: (moment as number) % 2 === 1 ? 'sell' : 'buy',
      priceTicks: price as PriceTicks,
      sizeLots: size as SizeLots,
      timeMs: Math.floor((moment as number) / 2) as TimeMs,
    };
  });
}
