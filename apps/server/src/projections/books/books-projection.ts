import type { OwnerId } from '@vitrine/core';
import type { ClientBase } from 'pg';
import { momentsOf } from './book.ts';
import { type Entry, entriesOf } from './entries.ts';
import { loadQuotes, pricesAt, type WorthAt } from './prices.ts';
import { BookRows, loadBooks, type PlacedBook } from './stored-books.ts';

/**
 * How often a P&L book that keeps changing is stored. Readers fold newer entries themselves, so they are never behind.
 */
const STORE_AFTER_MS = 5_000;
/** If at most this many P&L books have changed, they are stored without waiting. */
const FEW = 50;
/**
 * One flush stores at most this many P&L books or, if that is more, 1 ÷ PARTS of those that have changed: storing all
 * of them at once would delay the flush.
 */
const STORED_AT_ONCE = 200;
const PARTS = 20;
/** Entries per read. The projector's thread serves no requests, so this may be a large number. */
const ENTRIES_AT_ONCE = 2_000;
/** The maximum number of P&L books in memory between flushes. */
const MOST_KEPT = 20_000;

/**
 * Tables books, book_coins, book_days, book_positions, book_futures and trading_volume: every client's profit and loss
 * and traded volume, folded from the rows of the tables fills, transfer_lines and position_changes. A stored P&L book may
 * be behind those tables, which then contain the entries that the book lacks.
 */
export class BooksProjection {
  readonly #kept = new Map<OwnerId, PlacedBook>();
  /** For each P&L book with changes that are not stored, when the first of them was made; earliest first. */
  readonly #changed = new Map<OwnerId, number>();
  /**
   * Clients whose P&L books could not be folded. Their books do not delay others, and are retried after the next
   * restart.
   */
  readonly #broken = new Set<OwnerId>();
  readonly #rows = new BookRows();
  readonly #failed: (owner: OwnerId, reason: Error) => void;
  readonly #now: () => number;
  #entries: (readonly [owner: OwnerId, entry: Entry])[] = [];

  /** `failed` is called for each P&L book that cannot be continued. */
  constructor(failed: (owner: OwnerId, reason: Error) => void, now = () => performance.now()) {
    this.#failed = failed;
    this.#now = now;
  }

  get hasUnstored(): boolean {
    return this.#changed.size > 0;
  }

  /** Whether a P&L book is due to be stored. */
  get isDue(): boolean {
    for (const sinceMs of this.#changed.values()) return this.#isDue(sinceMs);
    return false;
  }

  #isDue(sinceMs: number): boolean {
    return this.#changed.size <= FEW || this.#now() >= sinceMs + STORE_AFTER_MS;
  }

  /**
   * Adds a new entry. Call this in log order for the entries of one table; entries of different tables are sorted
   * later.
   */
  add(owner: OwnerId, entry: Entry): void {
    this.#entries.push([owner, entry]);
  }

  /**
   * Folds the new entries, and stores the P&L books that are due. `stoodAt` is the position of the tables before this
   * flush. The candles must be up to date, because entries are valued at candle prices.
   */
  async flush(client: ClientBase, stoodAt: number): Promise<void> {
    if (this.#entries.length > 0) await this.#foldAll(client, stoodAt);
    if (this.isDue) await this.#store(client);
  }

  async #foldAll(client: ClientBase, stoodAt: number): Promise<void> {
    const entries = this.#entries.sort(([, a], [, b]) => a.position - b.position || a.line - b.line);
    this.#entries = [];
    const owners = new Set(entries.map(([owner]) => owner));
    const missing = [...owners].filter((owner) => !this.#kept.has(owner) && !this.#broken.has(owner));
    await this.#load(client, missing, stoodAt);
    const worthAt = await worthOf(
      client,
      entries.map(([, entry]) => entry),
    );
    for (const [owner, entry] of entries) this.#fold(owner, entry, worthAt);
  }

  #fold(owner: OwnerId, entry: Entry, worthAt: WorthAt): void {
    const kept = this.#kept.get(owner);
    if (kept === undefined) return;
    try {
      kept.book.fold(entry, worthAt);
      kept.place = entry;
      if (!this.#changed.has(owner)) this.#changed.set(owner, this.#now());
    } catch (error) {
      this.#broken.add(owner);
      this.#kept.delete(owner);
      this.#changed.delete(owner);
      this.#failed(owner, error as Error);
    }
  }

  /** Loads P&L books from the tables. Entries that are in the tables but not yet in the books are then folded in. */
  async #load(client: ClientBase, owners: readonly OwnerId[], stoodAt: number): Promise<void> {
    if (owners.length === 0) return;
    const books = await loadBooks(client, owners);
    for (const [owner, book] of books) this.#kept.set(owner, book);
    for (const owner of await ownersBehind(client, books, stoodAt)) {
      const { place } = books.get(owner) as PlacedBook;
      for await (const entries of entriesOf(client, owner, place, stoodAt, ENTRIES_AT_ONCE)) {
        const worthAt = await worthOf(client, entries);
        for (const entry of entries) this.#fold(owner, entry, worthAt);
      }
    }
  }

  async #store(client: ClientBase): Promise<void> {
    const most = Math.max(STORED_AT_ONCE, Math.ceil(this.#changed.size / PARTS));
    const due = [...this.#changed].filter(([, sinceMs]) => this.#isDue(sinceMs)).slice(0, most);
    for (const [owner] of due) {
      this.#rows.add(owner, this.#kept.get(owner) as PlacedBook);
      this.#changed.delete(owner);
    }
    await this.#rows.flush(client);
    for (const owner of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) return;
      if (!this.#changed.has(owner)) this.#kept.delete(owner);
    }
  }
}

async function worthOf(client: ClientBase, entries: readonly Entry[]): Promise<WorthAt> {
  const moments = momentsOf(entries);
  if (moments.length === 0) return () => undefined;
  return pricesAt(client, await loadQuotes(client), moments);
}

/** Owners whose stored P&L books do not contain all entries that the tables have up to this position. */
async function ownersBehind(
  client: ClientBase,
  books: ReadonlyMap<OwnerId, PlacedBook>,
  upTo: number,
): Promise<OwnerId[]> {
  const places = [...books.values()].map(({ place }) => place);
  const { rows } = await client.query<{ owner: string }>(
    `select b.owner from unnest($1::bigint[], $2::bigint[], $3::integer[]) b (owner, position, line)
     where exists (select from fills f
                   where f.owner_id = b.owner and (f.position, f.line) > (b.position, b.line) and f.position <= $4)
        or exists (select from transfer_lines l
                   where l.owner_id = b.owner and (l.position, l.line) > (b.position, b.line) and l.position <= $4)
        or exists (select from position_changes p
                   where p.owner_id = b.owner and (p.position, p.line) > (b.position, b.line) and p.position <= $4)`,
    [[...books.keys()], places.map(({ position }) => position), places.map(({ line }) => line), upTo],
  );
  return rows.map(({ owner }) => Number(owner));
}
