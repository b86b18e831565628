import type { AssetId, OwnerId, Wallet } from '@vitrine/core';
import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { accountOf, type BookDay, type CoinBook, momentsOf } from '../../projections/books/book.ts';
import { entriesOf } from '../../projections/books/entries.ts';
import { type Closes, loadCloses, loadQuotes, pricesAt } from '../../projections/books/prices.ts';
import { bookDay, loadBooks, type PlacedBook, type Row } from '../../projections/books/stored-books.ts';

/** A client's P&L book as of a log position, with the daily changes of each account from a given day on. */
export interface OpenBook {
  readonly coins: ReadonlyMap<AssetId, Readonly<CoinBook>>;
  /** Each account's balance before the first of `days`. */
  readonly before: readonly Holding[];
  readonly days: readonly Readonly<BookDay>[];
  /** Closing prices of every coin in the P&L book, from the day before the first of `days`. */
  readonly closes: Closes;
  readonly usdt: AssetId | undefined;
  readonly position: number;
}

export interface Holding {
  readonly wallet: Wallet;
  readonly asset: AssetId;
  readonly units: number;
}

/** Every client's profit and loss: the stored P&L book with the ledger's newer lines folded in. */
export class ClientBooks {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The P&L book as of now, with the days starting at `fromDay`. */
  async of(owner: OwnerId, fromDay: number): Promise<OpenBook> {
    return inTransaction(this.#pool, async (client) => {
      await client.query('set transaction isolation level repeatable read, read only');
      const { rows } = await client.query('select position from projector_position');
      const position = Number(rows[0].position);
      const quotes = await loadQuotes(client);
      const { book, place } = (await loadBooks(client, [owner])).get(owner) as PlacedBook;
      const before = await holdingsBefore(client, owner, fromDay);
      const byKey = new Map((await daysFrom(client, owner, fromDay)).map((day) => [keyOf(day), day]));
      for await (const entries of entriesOf(client, owner, place, position)) {
        const worthAt = await pricesAt(client, quotes, momentsOf(entries));
        for (const entry of entries) book.fold(entry, worthAt);
      }
      for (const day of book.changedDays) byKey.set(keyOf(day), day);
      const days = [...byKey.values()].sort((a, b) => a.day - b.day);
      const closes = await loadCloses(client, quotes, [...book.coins.keys()], fromDay - 1);
      return { coins: book.coins, ...splitAt(fromDay, before, days), closes, usdt: quotes.usdt, position };
    });
  }
}

/** Entries that were just folded may date from before the first day requested. */
function splitAt(fromDay: number, before: readonly Holding[], days: readonly BookDay[]) {
  const holdings = new Map(before.map((holding) => [accountOf(holding), holding]));
  for (const day of days) if (day.day < fromDay) holdings.set(accountOf(day), day);
  return { before: [...holdings.values()], days: days.filter(({ day }) => day >= fromDay) };
}

const keyOf = (day: BookDay): string => `${accountOf(day)} ${day.day}`;

async function holdingsBefore(client: ClientBase, owner: OwnerId, day: number): Promise<Holding[]> {
  const { rows } = await client.query(
    `select distinct on (wallet, asset_id) wallet, asset_id, units from book_days
     where owner_id = $1 and day < $2 order by wallet, asset_id, day desc`,
    [owner, day],
  );
  return rows.map((row) => ({ wallet: row.wallet, asset: row.asset_id, units: Number(row.units) }));
}

async function daysFrom(client: ClientBase, owner: OwnerId, day: number): Promise<BookDay[]> {
  const { rows } = await client.query<Row>('select * from book_days where owner_id = $1 and day >= $2', [owner, day]);
  return rows.map(bookDay);
}
