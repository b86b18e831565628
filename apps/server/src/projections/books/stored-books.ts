import type { OwnerId, Wallet } from '@vitrine/core';
import type { ClientBase } from 'pg';
import { BulkRows } from '../projector/bulk-rows.ts';
import { Book, type BookDay, type CoinBook } from './book.ts';
import { BEGINNING, type Place } from './entries.ts';

/** A client's P&L book with the ledger position of its last entry. */
export interface PlacedBook {
  readonly book: Book;
  place: Place;
}

export type Row = Readonly<Record<string, string | number | boolean>>;

/**
 * The clients' P&L books from the tables. A client without a stored P&L book gets an empty one, placed before the first
 * entry.
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
  return new Map(
    owners.map((owner): [OwnerId, PlacedBook] => {
      const [place] = places.get(owner) ?? [];
      const [volume] = volumes.get(owner) ?? [];
      const book = new Book(
        new Map((coins.get(owner) ?? []).map((row) => [Number(row.asset_id), coinBook(row)])),
        (days.get(owner) ?? []).map(bookDay),
        volume && { day: Number(volume.day), quoteUnits: Number(volume.quote_units) },
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

/** Buffers rows for the tables books, book_coins, book_days and trading_volume. */
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
  readonly #volumes = new BulkRows({ owner_id: 'bigint', day: 'integer', quote_units: 'bigint' });

  /** Adds rows for the parts of a P&L book that have changed since the book was stored. */
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
    await this.#volumes.insertInto(
      client,
      'trading_volume',
      'on conflict (owner_id, day) do update set quote_units = excluded.quote_units',
    );
  }
}
