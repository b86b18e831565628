import type { Endpoint, EndpointKey } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import { ApiError } from '../kit/api-error.ts';
import { KeyedMutex } from '../kit/keyed-mutex.ts';
import { Places } from '../kit/places.ts';
import { pageSize } from './paging.ts';

/** A row takes as much of the core's thread as this many candles: 20 µs. */
const ITEMS_PER_ROW = 4;
/** What a filter is charged: the database may have to pass by a whole history until it finds a row. */
const ITEMS_PER_FILTER = 500;
const placeOfPage = new Set(['cursor', 'before', 'limit']);
/** Lists of one side of a client's orders. */
const isAlwaysFiltered = (key: EndpointKey): boolean => key === 'buyHistory' || key === 'sellHistory';
/** A page of a report is computed from the whole history, and its calls have a queue of their own (ReportLine). */
const isReport = (key: EndpointKey): boolean => key === 'yearlyReport';

/** What profits are charged, which are computed for every coin and day of up to 90 days: as much as 10 requests. */
const ITEMS_PER_PROFITS = 500;

/** Whether the list is in memory: it takes no connection of the database, and a filter passes by few rows. */
export const isListInMemory = (key: EndpointKey): boolean => key === 'openOrders';

/** The items that a read is charged for, by the query that requests it, however many rows it turns out to have. */
export type ReadCharge = (query: Readonly<Record<string, unknown>>) => number;

/** How the endpoint is charged; undefined unless it returns pages of a client's list, or profits. */
export function chargeOf(key: EndpointKey, endpoint: Endpoint): ReadCharge | undefined {
  const { access, query: schema, computesProfits } = endpoint;
  if (computesProfits) return () => ITEMS_PER_PROFITS;
  const isPaged = schema?.properties.cursor !== undefined || schema?.properties.limit !== undefined;
  if (access !== 'client' || !isPaged || isReport(key)) return undefined;
  return (query) => {
    const isFiltered = isAlwaysFiltered(key) || Object.keys(query).some((name) => !placeOfPage.has(name));
    const rows = pageSize(query.limit as number | undefined) * ITEMS_PER_ROW;
    return rows + (isFiltered && !isListInMemory(key) ? ITEMS_PER_FILTER : 0);
  };
}

/** Reads of one client that are running or wait: more than any of our pages loads at once. */
const MOST_OF_ONE = 20;

/**
 * Reads a client's lists and profits one after the other: a page may take the database seconds where a long history has
 * to be searched, and one client must not occupy all of its connections.
 */
export class ClientReads {
  readonly #places = new Places(MOST_OF_ONE);
  readonly #turns = new KeyedMutex();

  /** Errors: busy. */
  async run<T>(owner: OwnerId, read: () => Promise<T>): Promise<T> {
    const key = String(owner);
    if (!this.#places.take(key)) throw new ApiError('busy');
    try {
      return await this.#turns.runExclusive(key, read);
    } finally {
      this.#places.leave(key);
    }
  }
}
