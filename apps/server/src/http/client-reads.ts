import type { Endpoint, EndpointKey } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import { FewAtOnce } from '../kit/few-at-once.ts';
import { OneAtATime } from '../kit/one-at-a-time.ts';
import { TurnLine } from '../kit/turn-line.ts';
import { pageSize } from './paging.ts';

/** The rate limit counts a row as this many items: a row takes 20 µs of the core's thread, as do this many candles. */
export const ITEMS_PER_ROW = 4;
/** The rate limit counts a filter as this many items: to find a row, the database may have to scan a whole history. */
export const ITEMS_PER_FILTER = 500;
const placeOfPage = new Set(['cursor', 'before', 'limit', 'sort']);
/**
 * Endpoints that always list only part of a table's rows, such as the orders of one side, the entries of one kind, or
 * the rows of spot markets or Earn.
 */
const alwaysFiltered: ReadonlySet<EndpointKey> = new Set([
  'buyHistory',
  'sellHistory',
  'orderHistory',
  'futuresOrderHistory',
  'futuresTradeHistory',
  'earnTransactions',
]);
/**
 * The rate limit counts a client's preferences as this many items: they may take 60 kB, which the database
 * decompresses, and compresses again at each change.
 */
const ITEMS_PER_PREFERENCES = 250;
/** The rate limit counts a client's stars as this many items: the database extracts them from the preferences. */
const ITEMS_PER_STARS = 100;
/** For calls that do not return pages, the number of items that the rate limit counts for each. */
const chargedWhole: Partial<Record<EndpointKey, number>> = {
  // Each position costs a lookup in the database.
  clientMargin: 250,
  // The call runs three statements, one of which adds up the withdrawals of a day.
  withdrawalLimits: 250,
  // All interest that was ever paid is added up.
  earnSummary: 250,
  // Each task is checked in the tables of what it asks for.
  airdropTasks: 250,
  taskView: 250,
  claimAirdropTask: 250,
  claimTask: 250,
  // Two prices are looked up for each guess.
  games: 250,
  // A client may have 100 sessions.
  sessions: 100 * ITEMS_PER_ROW,
  preferences: ITEMS_PER_PREFERENCES,
  setPreferences: ITEMS_PER_PREFERENCES,
  addFavorite: ITEMS_PER_PREFERENCES,
  removeFavorite: ITEMS_PER_PREFERENCES,
};
/**
 * Endpoints that return a client's stars. They do not wait in the client's queue, because market pages need them
 * immediately.
 */
const withStars: ReadonlySet<EndpointKey> = new Set(['favorites', 'pairs', 'posPairs', 'powPairs', 'innovationPairs']);
/** Whether the endpoint is a report: it is computed from the whole history, and has its own queue (`reportLine`). */
const isReport = (key: EndpointKey): boolean => key === 'yearlyReport';

/** The rate limit counts profits as this many items: they are computed for every coin and day of up to 90 days. */
const ITEMS_PER_PROFITS = 1_000;

/** Whether the list is in memory: it needs no database connection, and a filter scans few rows. */
export const isListInMemory = (key: EndpointKey): boolean => key === 'openOrders' || key === 'futuresOpenOrders';

/** Whether the read runs without waiting for the client's other reads. */
export const isReadAtOnce = (key: EndpointKey): boolean => isListInMemory(key) || withStars.has(key);

/**
 * Returns the number of items that the rate limit counts for a call. It depends on the query, but not on how many rows
 * the call returns.
 */
export type Charge = (query: Readonly<Record<string, unknown>>) => number;

/**
 * How the rate limit counts calls of the endpoint; undefined if they cost nothing extra, because the endpoint neither
 * returns pages of a client's list nor is expensive for another reason.
 */
export function chargeOf(key: EndpointKey, endpoint: Endpoint): Charge | undefined {
  const { access, query: schema, computesProfits } = endpoint;
  if (computesProfits) return () => ITEMS_PER_PROFITS;
  const whole = withStars.has(key) ? ITEMS_PER_STARS : chargedWhole[key];
  if (whole !== undefined) return () => whole;
  const isPaged = schema?.properties.cursor !== undefined || schema?.properties.limit !== undefined;
  if (access !== 'client' || !isPaged || isReport(key)) return undefined;
  return (query) => {
    const rows = pageSize(query.limit as number | undefined) * ITEMS_PER_ROW;
    return rows + (isSearch(key, query) ? ITEMS_PER_FILTER : 0);
  };
}

/** Whether the database may have to search a whole history for the rows of this page. */
export const isSearch = (key: EndpointKey, query: Readonly<Record<string, unknown>>): boolean =>
  !isReadAtOnce(key) && (alwaysFiltered.has(key) || Object.keys(query).some((name) => !placeOfPage.has(name)));

/**
 * Maximum number of page reads of one client that may be running or waiting at once: more than any of our pages sends
 * at once.
 */
const MOST_PAGES_OF_ONE = 20;
/**
 * Maximum number of reads, running or waiting, of outcomes of one client's repeated commands. A program that has lost
 * its connection repeats many commands when it reconnects.
 */
const MOST_OUTCOMES_OF_ONE = 100;
/**
 * The number of searches that may run at once for all clients, and the number of profit computations. Together they
 * take a third of the default number of database connections. They have separate queues, because every wallet page
 * needs profits, and searches may be long.
 */
const SEARCHES_AT_ONCE = 2;
const PROFITS_AT_ONCE = 2;
const MOST_WAITING = 1_000;
/**
 * Maximum number of one client's reads through `other` that run at once. Each takes at most two database connections,
 * so all of them together take at most two thirds of the default number.
 */
const READS_OF_ONE = 4;
/**
 * Maximum number of one client's reads through `other` that wait: more than an address may send at once without being
 * refused.
 */
const MOST_READS_WAITING = 500;
const NEVER_GONE = new AbortController().signal;

/** How a read uses the database. */
interface ReadTerms {
  /**
   * The queue, shared by all clients, for reads that may search a whole history, and for those that compute profits
   * from one.
   */
  readonly queue?: 'searches' | 'profits' | undefined;
  /** Aborted when the caller disconnects. If the read is still waiting, it is then dropped. */
  readonly gone?: AbortSignal;
}

/**
 * Reads clients' data. A client's lists, profits and outcomes of repeated commands are read one at a time, and other
 * data a few reads at a time, so that neither one client nor a few clients with long histories can occupy all database
 * connections.
 */
export class ClientReads {
  readonly #clients = new OneAtATime(MOST_OUTCOMES_OF_ONE);
  readonly #few = new FewAtOnce({ atOnce: READS_OF_ONE, mostWaiting: MOST_READS_WAITING });
  readonly #queues = {
    // The least served client goes first, so that a few clients with long histories do not delay the searches of
    // everybody else.
    searches: new TurnLine({ atOnce: SEARCHES_AT_ONCE, mostWaiting: MOST_WAITING, leastUsedFirst: true }),
    profits: new TurnLine({ atOnce: PROFITS_AT_ONCE, mostWaiting: MOST_WAITING }),
  } as const;

  /** Reads a page of a list, or profits. Before this call, await whatever else the read needs. Errors: busy. */
  page<T>(owner: OwnerId, terms: ReadTerms, read: () => Promise<T>): Promise<T> {
    return this.#clients.run(String(owner), () => this.#read(owner, terms, read), MOST_PAGES_OF_ONE);
  }

  /** Reads anything that has no queue of its own. `gone` is as in FewAtOnce. Errors: busy. */
  other<T>(owner: OwnerId, gone: () => AbortSignal, read: () => T | Promise<T>): Promise<T> {
    return this.#few.run(String(owner), gone, read);
  }

  /** Reads the outcome of a repeated command once `ready` has resolved. Errors: busy, and those of `ready`. */
  outcome<T>(owner: OwnerId, terms: ReadTerms, ready: () => Promise<void>, read: () => Promise<T>): Promise<T> {
    return this.#clients.run(String(owner), async () => {
      await ready();
      return this.#read(owner, terms, read);
    });
  }

  #read<T>(owner: OwnerId, { queue, gone = NEVER_GONE }: ReadTerms, read: () => Promise<T>): Promise<T> {
    return queue === undefined ? read() : this.#queues[queue].run(String(owner), gone, read);
  }
}
