import type { AssetId, OwnerId, Wallet } from '@vitrine/core';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { Book, type BookDay, type CoinBook, momentsOf } from './book.ts';
import { BEGINNING, entriesOf, type Place } from './entries.ts';
import { type Closes, loadCloses, loadQuotes, pricesAt, type Quotes } from './prices.ts';

/** A client's book as of a log position, with its days from some day on. */
export interface OpenBook {
  readonly coins: ReadonlyMap<AssetId, Readonly<CoinBook>>;
  /** What each account held before the first of `days`. */
  readonly before: readonly Holding[];
  readonly days: readonly Readonly<BookDay>[];
  /** Of every coin in it, from the day before the first of `days` on. */
  readonly closes: Closes;
  readonly usdt: AssetId | undefined;
  readonly position: number;
}

export interface Holding {
  readonly wallet: Wallet;
  readonly asset: AssetId;
  readonly units: number;
}

type Rows = readonly Readonly<Record<string, string | number | boolean>>[];

/**
 * Tables books, book_coins and book_days: every client's profit and loss, kept by folding the ledger's lines that have
 * arrived since. A reader folds what is newer still, so that books are never behind the histories.
 */
export class ClientBooks {
  readonly #pool: Pool;
  #isAdvancing = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Keeps the books up to where the histories are now. Of two at once the second does nothing. Throws AggregateError. */
  async advance(): Promise<void> {
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    try {
      const { rows } = await this.#pool.query(
        'select b.position as kept, p.position as come from book_position b, projector_position p',
      );
      const [kept, come] = [Number(rows[0].kept), Number(rows[0].come)];
      if (come <= kept) return;
      const failures: unknown[] = [];
      for (const owner of await this.#ownersBetween(kept, come))
        await this.#keep(owner, come).catch((reason: unknown) => failures.push(reason));
      // What one book cannot make sense of holds up no other; it is tried again the next time.
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} books could not be kept`);
      await this.#pool.query('update book_position set position = $1', [come]);
    } finally {
      this.#isAdvancing = false;
    }
  }

  async #ownersBetween(from: number, to: number): Promise<OwnerId[]> {
    const { rows } = await this.#pool.query(
      `select owner_id from fills where position > $1 and position <= $2
       union select owner_id from transfer_lines where position > $1 and position <= $2`,
      [from, to],
    );
    return rows.map(({ owner_id }) => Number(owner_id));
  }

  async #keep(owner: OwnerId, upTo: number): Promise<void> {
    const quotes = await loadQuotes(this.#pool);
    for (;;) {
      const isDone = await inTransaction(this.#pool, (client) => keepChunk(client, quotes, owner, upTo));
      if (isDone) return;
    }
  }

  /** The book as of now, with the days from `fromDay` on. */
  async of(owner: OwnerId, fromDay: number): Promise<OpenBook> {
    return inTransaction(this.#pool, async (client) => {
      await client.query('set transaction isolation level repeatable read, read only');
      const { rows } = await client.query('select position from projector_position');
      const position = Number(rows[0].position);
      const quotes = await loadQuotes(client);
      const { book, place } = await loadBook(client, owner);
      const before = await holdingsBefore(client, owner, fromDay);
      for (const day of await daysFrom(client, owner, fromDay)) book.days.set(keyOf(day), day);
      for await (const entries of entriesOf(client, owner, place, position)) {
        const worthAt = await pricesAt(client, quotes, momentsOf(entries));
        for (const entry of entries) book.fold(entry, worthAt);
      }
      const days = [...book.days.values()].sort((a, b) => a.day - b.day);
      const closes = await loadCloses(client, quotes, [...book.coins.keys()], fromDay - 1);
      return { coins: book.coins, ...splitAt(fromDay, before, days), closes, usdt: quotes.usdt, position };
    });
  }
}

/** What was folded just now may lie before the first day asked for. */
function splitAt(fromDay: number, before: readonly Holding[], days: readonly BookDay[]) {
  const holdings = new Map(before.map((holding) => [accountOf(holding), holding]));
  for (const day of days) if (day.day < fromDay) holdings.set(accountOf(day), day);
  return { before: [...holdings.values()], days: days.filter(({ day }) => day >= fromDay) };
}

const accountOf = ({ wallet, asset }: Holding): string => `${wallet} ${asset}`;
const keyOf = (day: BookDay): string => `${accountOf(day)} ${day.day}`;

/** Folds the next chunk of a client's entries into the tables; true when there was no other behind it. */
async function keepChunk(client: PoolClient, quotes: Quotes, owner: OwnerId, upTo: number): Promise<boolean> {
  const { book, place } = await loadBook(client, owner);
  const { value: entries } = await entriesOf(client, owner, place, upTo).next();
  const last = entries?.at(-1);
  if (entries === undefined || last === undefined) return true;
  const worthAt = await pricesAt(client, quotes, momentsOf(entries));
  for (const entry of entries) book.fold(entry, worthAt);
  await storeBook(client, owner, book, last);
  return false;
}

async function loadBook(client: ClientBase, owner: OwnerId): Promise<{ book: Book; place: Place }> {
  const place = await client.query('select position, line from books where owner_id = $1', [owner]);
  const coins = await client.query('select * from book_coins where owner_id = $1', [owner]);
  const newest = await client.query(
    `select distinct on (wallet, asset_id) * from book_days
     where owner_id = $1 order by wallet, asset_id, day desc`,
    [owner],
  );
  const days = (newest.rows as Rows).map(bookDay);
  const book = new Book({
    coins: new Map((coins.rows as Rows).map((row): [AssetId, CoinBook] => [Number(row.asset_id), coinBook(row)])),
    accounts: new Map(days.map((day) => [accountOf(day), day.units])),
    // A day that goes on is added to.
    days: new Map(days.map((day) => [keyOf(day), day])),
  });
  const row = place.rows[0];
  return { book, place: row === undefined ? BEGINNING : { position: Number(row.position), line: row.line } };
}

async function holdingsBefore(client: ClientBase, owner: OwnerId, day: number): Promise<Holding[]> {
  const { rows } = await client.query(
    `select distinct on (wallet, asset_id) wallet, asset_id, units from book_days
     where owner_id = $1 and day < $2 order by wallet, asset_id, day desc`,
    [owner, day],
  );
  return rows.map((row) => ({ wallet: row.wallet, asset: row.asset_id, units: Number(row.units) }));
}

async function daysFrom(client: ClientBase, owner: OwnerId, day: number): Promise<BookDay[]> {
  const { rows } = await client.query('select * from book_days where owner_id = $1 and day >= $2', [owner, day]);
  return (rows as Rows).map(bookDay);
}

const coinBook = (row: Rows[number]): CoinBook => ({
  units: Number(row.units),
  costUnits: BigInt(row.cost_units as string),
  realisedUnits: BigInt(row.realised_units as string),
  costKnown: row.cost_known === true,
});

const bookDay = (row: Rows[number]): BookDay => ({
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

async function storeBook(client: ClientBase, owner: OwnerId, book: Book, { position, line }: Place): Promise<void> {
  const coins = [...book.coins];
  const days = [...book.days.values()];
  await client.query(
    `insert into books (owner_id, position, line) values ($1, $2, $3)
     on conflict (owner_id) do update set position = excluded.position, line = excluded.line`,
    [owner, position, line],
  );
  await client.query(
    `insert into book_coins (owner_id, asset_id, units, cost_units, realised_units, cost_known)
     select $1, * from unnest($2::integer[], $3::bigint[], $4::numeric[], $5::numeric[], $6::boolean[])
     on conflict (owner_id, asset_id) do update set units = excluded.units, cost_units = excluded.cost_units,
       realised_units = excluded.realised_units, cost_known = excluded.cost_known`,
    [
      owner,
      coins.map(([asset]) => asset),
      coins.map(([, coin]) => coin.units),
      coins.map(([, coin]) => String(coin.costUnits)),
      coins.map(([, coin]) => String(coin.realisedUnits)),
      coins.map(([, coin]) => coin.costKnown),
    ],
  );
  await client.query(
    `insert into book_days
       (owner_id, wallet, asset_id, day, units, in_units, out_units, moved_units, traded_units, priced)
     select $1, * from unnest($2::text[], $3::integer[], $4::integer[], $5::bigint[], $6::numeric[], $7::numeric[],
       $8::numeric[], $9::numeric[], $10::boolean[])
     on conflict (owner_id, wallet, asset_id, day) do update set units = excluded.units, in_units = excluded.in_units,
       out_units = excluded.out_units, moved_units = excluded.moved_units, traded_units = excluded.traded_units,
       priced = excluded.priced`,
    [
      owner,
      days.map(({ wallet }) => wallet),
      days.map(({ asset }) => asset),
      days.map(({ day }) => day),
      days.map(({ units }) => units),
      days.map(({ inUnits }) => String(inUnits)),
      days.map(({ outUnits }) => String(outUnits)),
      days.map(({ movedUnits }) => String(movedUnits)),
      days.map(({ tradedUnits }) => String(tradedUnits)),
      days.map(({ priced }) => priced),
    ],
  );
}
