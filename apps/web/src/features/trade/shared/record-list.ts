import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type Rows, rowsOf } from '@vitrine/ui';

const PAGE = 50;

/** A list of records as a table shows it. */
export interface RecordList<Row> {
  readonly data: Rows<Row>;
  readonly retry: () => void;
  /** Loads older records; undefined if there are none. */
  readonly more?: (() => void) | undefined;
  readonly loadingMore?: boolean;
}

/** The query of a request for one page of a history; without a name, the history of all markets. */
export interface PageQuery {
  readonly name?: string;
  readonly cursor?: string;
  readonly limit: number;
}

/** The first page if the cursor is empty. */
export const pageQuery = (cursor: string): PageQuery => ({ limit: PAGE, ...(cursor === '' ? {} : { cursor }) });

/** Pages of a history, newest first. */
export const recordList = <Page, Row>(
  query: UseInfiniteQueryResult<InfiniteData<Page>>,
  rowsIn: (page: Page) => readonly Row[],
): RecordList<Row> => ({
  data: rowsOf(query, ({ pages }) => pages.flatMap(rowsIn)),
  retry: () => void query.refetch(),
  more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
  loadingMore: query.isFetchingNextPage,
});
