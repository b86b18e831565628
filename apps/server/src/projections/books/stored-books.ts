import type { OwnerId, PositionSide, Wallet } from '@vitrine/core';
import type { ClientBase } from 'pg';
import { BulkRows } from '../projector/bulk-rows.ts';
import { Book, type BookDay, type CoinBook } from './book.ts';
import { BEGINNING, type Place } from './entries.ts';
import { FuturesBook, type FuturesDay, type PositionDay } from './futures-book.ts';

/** A client's P&L book with the ledger position of its last entry. */
export interface PlacedBook {
  readonly book: Book;
  place: Place;
}

export type Row = Readonly<Record<string, string | number | boolean>>;

/**
 * The clients' P&L books from the tables. A client without a stored book gets an empty one, whose place is before the
 * first entry.
 */
export async function loadBooks(
  client: ClientBase,
  owners: readonly OwnerId[],
): Promise<ReadonlyMap<OwnerId, PlacedBook>> {
  const rowsOf = async (text: string): Promise<ReadonlyMap<OwnerId, readonly Row[]>> => {
    const { rows } = await client.query<Row>(text, [owners]);
    return Map.groupBy(rows, (row) => Number(row.owner_id));
  };
  const places = await rowsOf('select * from books where owner_id = any($1)');
  const coins = await rowsOf('select * from book_coins where owner_id = any($1)');
  const days = await rowsOf(
    `select distinct on (owner_id, wallet, asset_id) * from book_days
     where owner_id = any($1) order by owner_id, wallet, asset_id, day desc`,
  );
  const volumes = await rowsOf(
    'select distinct on (owner_id) * from trading_volume where owner_id = any($1) order by owner_id, day desc',
  );
  const positions = await rowsOf(
    `select distinct on (owner_id, market_id, side) * from book_positions
     where owner_id = any($1) order by owner_id, market_id, side, day desc`,
  );
  const futures = await rowsOf(
    'select distinct on (owner_id) * from book_futures where owner_id = any($1) order by owner_id, day desc',
  );
  return new Map(
    owners.map((owner): [OwnerId, PlacedBook] => {
      const [newest] = futures.get(owner) ?? [];
      const [place] = places.get(owner) ?? [];
      const [volume] = volumes.get(owner) ?? [];
      const book = new Book(
        new Map((coins.get(owner) ?? []).map((row) => [Number(row.asset_id), coinBook(row)])),
        (days.get(owner) ?? []).map(bookDay),
        volume && { day: Number(volume.day), quoteUnits: Number(volume.quote_units) },
        new FuturesBook((positions.get(owner) ?? []).map(positionDay), newest && futuresDay(newest)),
      );
      return [owner, { book, place: place ? placeOf(place) : BEGINNING }];
    }),
  );
}

const placeOf = (row: Row): Place => ({ position: Number(row.position), line: Number(row.line) });

const coinBook = (row: Row): CoinBook => ({
  units: Number(row.units),
  costUnits: BigInt(row.cost_units as string),
  realisedUnits: BigInt(row.realised_units as string),
  costKnown: row.cost_known === true,
});

export const bookDay = (row: Row): BookDay => ({
  wallet: row.wallet as Wallet,
  asset: Number(row.asset_id),
  day: Number(row.day),
  units: Number(row.units),
  inUnits: BigInt(row.in_units as string),
  outUnits: BigInt(row.out_units as string),
  movedUnits: BigInt(row.moved_units as string),
  tradedUnits: BigInt(row.traded_units as string),
  priced: row.priced === true,
});

export const positionDay = (row: Row): PositionDay => ({
  market: Number(row.market_id),
  side: row.side as PositionSide,
  day: Number(row.day),
  sizeLots: Number(row.size_lots),
  costUnits: Number(row.cost_units),
});

export const futuresDay = (row: Row): FuturesDay => ({
  day: Number(row.day),
  realizedUnits: BigInt(row.realized_units as string),
  fundingUnits: BigInt(row.funding_units as string),
  feeUnits: BigInt(row.fee_units as string),
  liquidationFeeUnits: BigInt(row.liquidation_fee_units as string),
});

/** Buffers rows for the tables books, book_coins, book_days, book_positions, book_futures and trading_volume. */
export class BookRows {
  readonly #books = new BulkRows({ owner_id: 'bigint', position: 'bigint', line: 'integer' });
  readonly #coins = new BulkRows({
    owner_id: 'bigint',
    asset_id: 'integer',
    units: 'bigint',
    cost_units: 'numeric',
    realised_units: 'numeric',
    cost_known: 'boolean',
  });
  readonly #days = new BulkRows({
    owner_id: 'bigint',
    wallet: 'text',
    asset_id: 'integer',
    day: 'integer',
    units: 'bigint',
    in_units: 'numeric',
    out_units: 'numeric',
    moved_units: 'numeric',
    traded_units: 'numeric',
    priced: 'boolean',
  });
  readonly #positions = new BulkRows({
    owner_id: 'bigint',
    market_id: 'integer',
    side: 'text',
    day: 'integer',
    size_lots: 'bigint',
    cost_units: 'bigint',
  });
  readonly #futures = new BulkRows({
    owner_id: 'bigint',
    day: 'integer',
    realized_units: 'numeric',
    funding_units: 'numeric',
    fee_units: 'numeric',
    liquidation_fee_units: 'numeric',
  });
  readonly #volumes = new BulkRows({ owner_id: 'bigint', day: 'integer', quote_units: 'bigint' });

  /** Adds rows for the parts of a P&L book that have changed since it was last stored. */
  add(owner: OwnerId, { book, place }: PlacedBook): void {
    this.#books.add(owner, place.position, place.line);
    for (const asset of book.changedCoins) {
      const { units, costUnits, realisedUnits, costKnown } = book.coins.get(asset) as CoinBook;
      this.#coins.add(owner, asset, units, costUnits, realisedUnits, costKnown);
    }
    for (const { wallet, asset, day, units, priced, ...sums } of book.changedDays) {
      const { inUnits, outUnits, movedUnits, tradedUnits } = sums;
      this.#days.add(owner, wallet, asset, day, units, inUnits, outUnits, movedUnits, tradedUnits, priced);
    }
    for (const { day, quoteUnits } of book.changedVolumes) this.#volumes.add(owner, day, quoteUnits);
    for (const { market, side, day, sizeLots, costUnits } of book.futures.changedPositions)
      this.#positions.add(owner, market, side, day, sizeLots, costUnits);
    for (const { day, realizedUnits, fundingUnits, feeUnits, liquidationFeeUnits } of book.futures.changedDays)
      this.#futures.add(owner, day, realizedUnits, fundingUnits, feeUnits, liquidationFeeUnits);
    book.stored();
  }

  async flush(client: ClientBase): Promise<void> {
    if (this.#books.length === 0) return;
    await this.#books.insertInto(
      client,
      'books',
      'on conflict (owner_id) do update set position = excluded.position, line = excluded.line',
    );
    await this.#coins.insertInto(
      client,
      'book_coins',
      `on conflict (owner_id, asset_id) do update set units = excluded.units, cost_units = excluded.cost_units,
         realised_units = excluded.realised_units, cost_known = excluded.cost_known`,
    );
    await this.#days.insertInto(
      client,
      'book_days',
      `on conflict (owner_id, wallet, asset_id, day) do update set units = excluded.units, in_units = excluded.in_units,
         out_units = excluded.out_units, moved_units = excluded.moved_units, traded_units = excluded.traded_units,
         priced = excluded.priced`,
    );
    await this.#flushFutures(client);
    await this.#volumes.insertInto(
      client,
      'trading_volume',
      'on conflict (owner_id, day) do update set quote_units = excluded.quote_units',
    );
  }

  async #flushFutures(client: ClientBase): Promise<void> {
    if (this.#positions.length > 0)
      await this.#positions.insertInto(
        client,
        'book_positions',
        `on conflict (owner_id, market_id, side, day) do update set size_lots = excluded.size_lots,
           cost_units = excluded.cost_units`,
      );
    if (this.#futures.length > 0)
      await this.#futures.insertInto(
        client,
        'book_futures',
        `on conflict (owner_id, day) do update set realized_units = excluded.realized_units,
           funding_units = excluded.funding_units, fee_units = excluded.fee_units,
           liquidation_fee_units = excluded.liquidation_fee_units`,
      );
  }
}
