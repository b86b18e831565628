import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type PagedQuery, type Rows, rowsOf } from '@vitrine/ui';

const PAGE = 50;

/** A list of records as a table shows it. */
export interface RecordList<Row> {
  readonly data: Rows<Row>;
  readonly retry: () => unknown;
  /** The pages of a list that is loaded in parts. */
  readonly pages?: PagedQuery;
}

/** The query of a request for one page of a history. */
export interface PageQuery {
  readonly cursor?: string;
  readonly limit: number;
}

/** The query of the page at this cursor; of the first page if the cursor is empty. */
export const pageQuery = (cursor: string): PageQuery => ({
  limit: PAGE,
  ...(cursor === '' ? {} : { cursor }),
});

/** Pages of a history. */
export const recordList = <Page, Row>(
  query: UseInfiniteQueryResult<InfiniteData<Page>>,
  rowsIn: (page: Page) => readonly Row[],
): RecordList<Row> => ({
  data: rowsOf(query, ({ pages }) => pages.flatMap(rowsIn)),
  retry: query.refetch,
  pages: query,
});
