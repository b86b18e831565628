import { saveFile } from '../../../lib/save-file.ts';

/**
 * Text of a spreadsheet cell. Text that would start a formula, other than a negative number, is prefixed with an
 * apostrophe.
 */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** As in RFC 4180: lines end with CRLF, and cells that contain commas, quotes or line breaks are quoted. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
    .concat('\r\n');

/** Saves rows as a CSV file through the browser. */
export const saveCsv = (fileName: string, rows: readonly (readonly string[])[]): void => {
  // The byte order mark makes spreadsheets read the text as UTF-8.
  saveFile(fileName, new Blob(['\uFEFF', csvText(rows)], { type: 'text/csv;charset=utf-8' }));
};
