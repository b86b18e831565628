import type { AssetId, OwnerId, Wallet } from '@vitrine/core';
import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { accountOf, type BookDay, type CoinBook, momentsOf } from '../../projections/books/book.ts';
import { entriesOf } from '../../projections/books/entries.ts';
import {
  type FuturesBook,
  type FuturesDay,
  type PositionDay,
  positionKey,
} from '../../projections/books/futures-book.ts';
import { type Closes, loadCloses, loadQuotes, pricesAt } from '../../projections/books/prices.ts';
import {
  bookDay,
  futuresDay,
  loadBooks,
  type PlacedBook,
  positionDay,
  type Row,
} from '../../projections/books/stored-books.ts';
import { type OpenFutures, unrealizedByDay } from './futures.ts';

/** A client's P&L book as of a log position, with the daily changes of each account from a given day on. */
export interface OpenBook {
  readonly coins: ReadonlyMap<AssetId, Readonly<CoinBook>>;
  /** Each account's balance before the first day requested. */
  readonly before: readonly Holding[];
  readonly days: readonly Readonly<BookDay>[];
  /** Closing prices of every coin in the P&L book, from the day before the first day requested. */
  readonly closes: Closes;
  readonly futures: OpenFutures;
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

  /**
   * The P&L book as of now, with the daily changes since `fromDay`. Unrealized profits are computed for the days before
   * `today`.
   */
  async of(owner: OwnerId, fromDay: number, today = fromDay): Promise<OpenBook> {
    return inTransaction(this.#pool, async (client) => {
      await client.query('set transaction isolation level repeatable read, read only');
      const { rows } = await client.query('select position from projector_position');
      const position = Number(rows[0].position);
      const quotes = await loadQuotes(client);
      const { book, place } = (await loadBooks(client, [owner])).get(owner) as PlacedBook;
      const before = await holdingsBefore(client, owner, fromDay);
      const byKey = new Map((await daysFrom(client, owner, fromDay)).map((day) => [keyOf(day), day]));
      const futures = await futuresFrom(client, owner, fromDay);
      for await (const entries of entriesOf(client, owner, place, position)) {
        const worthAt = await pricesAt(client, quotes, momentsOf(entries));
        for (const entry of entries) book.fold(entry, worthAt);
      }
      for (const day of book.changedDays) byKey.set(keyOf(day), day);
      const days = [...byKey.values()].sort((a, b) => a.day - b.day);
      const closes = await loadCloses(client, quotes, [...book.coins.keys()], fromDay - 1);
      return {
        coins: book.coins,
        ...splitAt(fromDay, before, days),
        closes,
        futures: await openFutures(client, futures, book.futures, { fromDay, today }),
        usdt: quotes.usdt,
        position,
      };
    });
  }
}

/** Applies days before `fromDay` to the opening balances: entries that were just folded may be older than `fromDay`. */
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

type StoredFutures = Pick<OpenFutures, 'before' | 'positions' | 'results'>;

async function futuresFrom(client: ClientBase, owner: OwnerId, day: number): Promise<StoredFutures> {
  const before = await client.query<Row>(
    `select distinct on (market_id, side) * from book_positions
     where owner_id = $1 and day < $2 order by market_id, side, day desc`,
    [owner, day],
  );
  const positions = await client.query<Row>('select * from book_positions where owner_id = $1 and day >= $2', [
    owner,
    day,
  ]);
  const results = await client.query<Row>('select * from book_futures where owner_id = $1 and day >= $2', [owner, day]);
  return {
    before: before.rows.map(positionDay),
    positions: positions.rows.map(positionDay),
    results: results.rows.map(futuresDay),
  };
}

/**
 * Combines the stored days with those that were just folded. A folded day replaces the stored one, if there is one, and
 * may be before `fromDay`.
 */
async function openFutures(
  client: ClientBase,
  stored: StoredFutures,
  { changedPositions, changedDays }: FuturesBook,
  { fromDay, today }: { readonly fromDay: number; readonly today: number },
): Promise<OpenFutures> {
  const before = new Map(stored.before.map((position) => [positionKey(position), position]));
  const positions = new Map(stored.positions.map((position) => [keyOfPosition(position), position]));
  for (const position of changedPositions)
    if (position.day < fromDay) before.set(positionKey(position), position);
    else positions.set(keyOfPosition(position), position);
  const results = new Map(stored.results.map((result) => [result.day, result]));
  for (const result of changedDays) if (result.day >= fromDay) results.set(result.day, result);
  const held = { before: [...before.values()], positions: byDay(positions.values()) };
  const unrealized = await unrealizedByDay(client, held, fromDay - 1, today - 1);
  return { ...held, results: byDay(results.values()), unrealized };
}

const keyOfPosition = (position: PositionDay): string => `${positionKey(position)} ${position.day}`;

const byDay = <Dated extends PositionDay | FuturesDay>(all: Iterable<Dated>): Dated[] =>
  [...all].sort((a, b) => a.day - b.day);
