import { useState } from 'react';

/** The filters that every history has; those without a value select everything. */
export interface HistoryFilter {
  /** UTC days, such as 2026-01-31. */
  readonly from?: string;
  readonly to?: string;
  readonly sort?: 'newest' | 'oldest';
}

/** New values of some filters; those that are undefined are removed. */
export type FilterChange<Filter> = { readonly [Key in keyof Filter]?: Filter[Key] | undefined };

/** A filter that is chosen from a few values. */
export interface FilterChoice<Key extends string = string> {
  readonly key: Key;
  readonly label: string;
  /** The text for no filter. */
  readonly all: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** The filters of a list, and how they are changed. */
export interface HistoryFilters<Filter extends HistoryFilter> {
  readonly filter: Filter;
  readonly change: (change: FilterChange<Filter>) => void;
  /** Whether the filters are shown on a phone. */
  readonly isShown: boolean;
  readonly setShown: (isShown: boolean) => void;
}

export function useHistoryFilters<Filter extends HistoryFilter>(none: Filter): HistoryFilters<Filter> {
  const [filter, setFilter] = useState(none);
  const [isShown, setShown] = useState(false);
  return { filter, change: (change) => setFilter((before) => changed(before, change)), isShown, setShown };
}

export const changed = <Filter extends object>(before: Filter, change: FilterChange<Filter>): Filter =>
  withValues({ ...before, ...change }) as Filter;

/** The filters with these keys, without those that have no value. */
export const picked = <Filter extends object, Key extends keyof Filter>(
  filter: Filter,
  keys: readonly Key[],
): Pick<Filter, Key> =>
  withValues(Object.fromEntries(keys.map((key) => [key, filter[key]]))) as unknown as Pick<Filter, Key>;

const withValues = (filter: object): object =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''));

/**
 * The number of filters that select only some of the rows. The sort order does not count; a range of days counts as a
 * single filter.
 */
export const countOf = ({ sort: _, from, to, ...filter }: HistoryFilter): number =>
  Object.keys(filter).length + (from === undefined && to === undefined ? 0 : 1);
