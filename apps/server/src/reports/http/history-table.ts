import { turned } from '../../http/paging.ts';
import type { TurnedPage } from '../../projections/cursor-page.ts';
import type { Services } from '../services.ts';
import { type Column, cellsOf, csvTime, headingOf } from './csv.ts';

/** A whole history as the cells of a file. Creating it throws the same errors as the call that lists the history. */
export interface HistoryTable {
  readonly heading: readonly string[];
  readonly batches: AsyncIterable<readonly (readonly string[])[]>;
}

type Page<Row> = TurnedPage<Row> | 'bad_cursor';

/** The number of rows that are read at a time. */
const BATCH = 500;

/** Reads a history page by page, down to the oldest row. */
export const historyTable = <Row, Item>(
  columns: readonly Column<Item>[],
  read: (place: { readonly cursor: string | undefined; readonly limit: number }) => Promise<Page<Row>>,
  itemOf: (row: Row) => Item,
): HistoryTable => ({
  heading: headingOf(columns),
  batches: (async function* () {
    for (let cursor: string | undefined; ; ) {
      const { rows, cursors } = turned(await read({ cursor, limit: BATCH }));
      yield rows.map((row) => cellsOf(columns, itemOf(row)));
      if (cursors.next_cursor === undefined) return;
      cursor = cursors.next_cursor;
    }
  })(),
});

/**
 * Limits a history to the rows that exist now: otherwise, a file that begins with its oldest row would not end while
 * the client keeps trading.
 */
export const existing = ({ histories }: Services) => ({ throughPosition: histories.position });

export const timeColumn = <Item>(timeOf: (item: Item) => number): Column<Item> => [
  'Time (UTC)',
  (item) => csvTime(timeOf(item)),
];
export const logPosition: Column<{ readonly position: number }> = [
  'Log position',
  ({ position }) => (position === 0 ? '' : String(position)),
];
