import type { MarketId } from '@vitrine/core';
import { type RawBuilder, sql } from 'kysely';
import type { Place } from '../cursor-page.ts';

/** SQL for the pages of a list that is sorted by an index. */

export type Condition = RawBuilder<unknown>;

export const all = (conditions: readonly (Condition | false | undefined)[]): Condition =>
  sql.join(
    conditions.filter((condition) => condition !== undefined && condition !== false),
    sql` and `,
  );

/** Selects rows on the requested side of the place. */
export const beside = (columns: Condition, { isOlder, key }: Place): Condition | undefined =>
  key && sql`(${columns}) ${isOlder ? sql`<` : sql`>`} (${sql.join(key)})`;

/** One market, or several with the same name, of which all but the last were delisted. */
export type Markets = MarketId | readonly MarketId[];

/**
 * Selects rows of these markets. A single market is compared with `=`, so that Postgres can use an index that is sorted
 * within each market.
 */
export function ofMarkets(markets: Markets | undefined): Condition | undefined {
  if (markets === undefined) return undefined;
  const ids = typeof markets === 'number' ? [markets] : markets;
  return ids.length === 1 ? sql`market_id = ${ids[0]}` : sql`market_id = any(${ids}::integer[])`;
}

/** Selects the rows of a list that were created up to this log position; undefined selects all. */
export interface LogRange {
  readonly throughPosition?: number | undefined;
}

export const ofLog = ({ throughPosition }: LogRange): Condition | undefined =>
  throughPosition === undefined ? undefined : sql`position <= ${throughPosition}`;

/** The sort direction that puts the rows nearest to the place first. */
export const direction = ({ isOlder }: Place): Condition => (isOlder ? sql`desc` : sql`asc`);
