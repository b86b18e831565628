import type { Column } from '@vitrine/ui';

/**
 * A column, with its text for the exported file. On screen, the content of a column marked `inFileOnly` is part of
 * another column.
 */
export type ExportColumn<Row> = Column<Row> & {
  readonly title: string;
  readonly csv?: (row: Row) => string;
  readonly inFileOnly?: true;
};

/** `render` defaults to the text for the file. */
export const column = <Row>(
  key: string,
  title: string,
  csv: (row: Row) => string,
  options: Partial<ExportColumn<Row>> = {},
): ExportColumn<Row> => ({ key, title, header: title, csv, render: csv, ...options });

export const end = { align: 'end' as const };
