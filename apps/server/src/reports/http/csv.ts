import { Readable } from 'node:stream';
import type { Device } from '../../kit/device.ts';
import { textsIn } from '../../kit/texts.ts';

/**
 * The text of a cell (RFC 4180). Text that a spreadsheet would run as a formula is prefixed with an apostrophe; numbers
 * are unchanged, because a negative number is not a formula.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Number of lines that are formatted at a time, few enough not to block the event loop. */
const LINES_AT_ONCE = 500;

/** The heading of a column, and its text for an item. */
export type Column<Item> = readonly [heading: string, cell: (item: Item) => string];

export const headingOf = <Item>(columns: readonly Column<Item>[]): string[] => columns.map(([heading]) => heading);

export const cellsOf = <Item>(columns: readonly Column<Item>[], item: Item): string[] =>
  columns.map(([, cell]) => cell(item));

/** Marks the text as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A file that is generated while it is being read: the heading, in the language of the page that asked for it, then the
 * rows, batch by batch. Numbers and times are the same in every language, as other programs read them.
 */
export function csvFile(
  heading: readonly string[],
  batches: AsyncIterable<readonly (readonly string[])[]> | readonly (readonly (readonly string[])[])[],
  { language }: Pick<Device, 'language'>,
): Readable {
  const text = async function* () {
    yield BYTE_ORDER_MARK + csvLine(heading.map(textsIn(language).heading));
    for await (const rows of batches)
      for (let first = 0; first < rows.length; first += LINES_AT_ONCE)
        yield rows
          .slice(first, first + LINES_AT_ONCE)
          .map(csvLine)
          .join('');
  };
  return Readable.from(text(), { objectMode: false });
}

/** A time in UTC, in a format that every spreadsheet recognizes. */
export const csvTime = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');

export const csvType = 'text/csv; charset=utf-8';
