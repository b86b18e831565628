import { Skeleton } from '@mantine/core';
import { EmptyState, LoadFailed } from '@vitrine/ui';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './trading-data.module.css';

interface Loading<Data> {
  readonly data: Data | undefined;
  readonly isLoadingError: boolean;
  readonly refetch: () => unknown;
}

interface DataCardProps<Data> {
  readonly title: string;
  /** The number of the page's twelve columns that the card spans. */
  readonly span: 4 | 5 | 7 | 8 | 12;
  /** The edges of the page that the card touches, if any. */
  readonly edge?: 'left' | 'right' | 'both';
  readonly query: Loading<Data>;
  readonly isEmpty: (data: Data) => boolean;
  readonly emptyText: string;
  /** The card's main figure, at the right of its title. */
  readonly figure?: (data: Data) => ReactNode;
  /** A sentence below the chart. */
  readonly note?: (data: Data) => ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** One chart of the page, with its states: loading, failed, nothing to show. */
export function DataCard<Data>(props: DataCardProps<Data>) {
  const { title, span, edge, query, isEmpty, emptyText, figure, note, children } = props;
  const { t } = useTranslation('markets');
  const id = useId();
  const { data } = query;
  const has = data !== undefined && !isEmpty(data);
  return (
    <section className={styles.card} data-span={span} data-edge={edge} aria-labelledby={id}>
      <header className={styles.title}>
        <h2 id={id}>{title}</h2>
        <span className={`num ${styles.figure}`}>{has ? figure?.(data) : figure ? t('data.none') : null}</span>
      </header>
      {has ? children(data) : <Placeholder query={query} emptyText={emptyText} />}
      {has && note ? <p className={`num ${styles.note}`}>{note(data)}</p> : null}
    </section>
  );
}

const HEIGHT = 190;

function Placeholder<Data>({ query, emptyText }: { readonly query: Loading<Data>; readonly emptyText: string }) {
  const { t } = useTranslation('markets');
  if (query.isLoadingError) return <LoadFailed title={t('data.failed')} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton height={HEIGHT} />;
  return <EmptyState title={emptyText} role="status" />;
}
