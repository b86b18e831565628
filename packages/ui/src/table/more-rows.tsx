import { Button } from '@mantine/core';
import styles from './data-table.module.css';
import { LoadFailed } from './load-failed.tsx';

/** A query that loads its pages one after the other. */
export interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

type MoreRowsProps = {
  readonly query: PagedQuery;
  /** The button's label. */
  readonly label: string;
  /** The message if the next page could not be loaded. */
  readonly failed: string;
};

/** Below the rows of a paged query: loads the next page, or reports that it could not be loaded. */
export function MoreRows({ query, label, failed }: MoreRowsProps) {
  if (query.isFetchNextPageError) return <LoadFailed title={failed} onRetry={query.fetchNextPage} />;
  if (!query.hasNextPage) return null;
  return (
    <p className={styles.more}>
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {label}
      </Button>
    </p>
  );
}
