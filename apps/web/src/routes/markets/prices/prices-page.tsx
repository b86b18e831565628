import { Button, SegmentedControl } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { DataTable, DemoMark, EmptyState, type Rows } from '@vitrine/ui';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Movers } from '../../../features/markets/markets/movers.tsx';
import { PairCard } from '../../../features/markets/markets/pair-card.tsx';
import { usePairColumns } from '../../../features/markets/markets/pair-columns.tsx';
import { type CoinType, matchingPairs } from '../../../features/markets/markets/pair-search.ts';
import { type Pair, usePairs } from '../../../lib/market-data.ts';
import { useMarketPath } from '../../../lib/market-path.ts';
import { useIsSandbox } from '../../../lib/system.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { LiveBadge } from '../../../ui/live-badge.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import styles from './prices-page.module.css';

const TYPES = ['ALL', 'MAIN', 'ETH', 'ALT'] as const;
const ROWS_PER_PAGE = 30;

export function PricesPage() {
  const { t } = useTranslation('markets');
  const isSandbox = useIsSandbox();
  const pairs = usePairs();
  usePageTitle(t('title'));
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{t('title')}</h1>
          <p>{t('lead')}</p>
        </div>
        <div className={styles.marks}>
          {isSandbox ? <DemoMark>{t('sandbox')}</DemoMark> : null}
          <LiveBadge />
        </div>
      </header>
      {pairs.isError ? null : <Movers pairs={pairs.data} />}
      <PairList data={toRows(pairs)} onRetry={() => void pairs.refetch()} />
    </div>
  );
}

function toRows({ data, isError }: ReturnType<typeof usePairs>): Rows<Pair> {
  if (data) return { status: 'success', rows: data };
  return { status: isError ? 'error' : 'pending' };
}

type PairListProps = { readonly data: Rows<Pair>; readonly onRetry: () => void };

function PairList({ data, onRetry }: PairListProps) {
  const { t } = useTranslation('markets');
  const navigate = useNavigate();
  const columns = usePairColumns();
  const market = useMarketPath();
  const [type, setType] = useState<CoinType>('ALL');
  const [search, setSearch] = useState('');

  const matching = useMemo<Rows<Pair>>(
    () => (data.status === 'success' ? { ...data, rows: matchingPairs(data.rows, type, search) } : data),
    [data, type, search],
  );
  const showAll = () => {
    setType('ALL');
    setSearch('');
  };

  return (
    <section>
      <div className={styles.tools}>
        <SegmentedControl
          aria-label={t('types.label')}
          value={type}
          onChange={(next) => setType(next as CoinType)}
          data={TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
        />
        <SearchField className={styles.search} label={t('search')} value={search} onChange={setSearch} />
      </div>
      <DataTable
        label={t('list')}
        columns={columns}
        data={matching}
        rowKey={(pair) => pair.coin_pair_name}
        pageSize={ROWS_PER_PAGE}
        pageLabel={(page) => t('page', { page })}
        initialSorting={{ key: 'volume', descending: true }}
        card={(pair) => <PairCard pair={pair} />}
        onRowClick={(pair) => void navigate({ to: market, params: { coin: pair.name } })}
        skeletonRows={10}
        empty={
          <EmptyState
            size="page"
            icon={IconSearchOff}
            caption={t('empty.title')}
            title={t('empty.text')}
            action={
              <Button variant="default" onClick={showAll}>
                {t('empty.action')}
              </Button>
            }
            role="status"
          />
        }
        error={
          <EmptyState
            size="page"
            title={t('error.title')}
            action={<Button onClick={onRetry}>{t('error.action')}</Button>}
            role="alert"
          >
            {t('error.text')}
          </EmptyState>
        }
      />
      {data.status === 'success' && matching.status === 'success' ? (
        <p className={`num ${styles.count}`}>{t('count', { shown: matching.rows.length, count: data.rows.length })}</p>
      ) : null}
    </section>
  );
}
