import { Button, SegmentedControl } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { CoinIcon, DataTable, EmptyState, Panel } from '@vitrine/ui';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Pair, usePairs } from '../../../lib/market-data.ts';
import { useMarketPath } from '../../../lib/market-path.ts';
import { paths } from '../../../lib/paths.ts';
import { LiveChange, LivePrice } from '../../../ui/live-figures.tsx';
import styles from './all-cryptos.module.css';
import { ListTabs } from './list-tabs.tsx';
import { MarketsFrame } from './markets-frame.tsx';
import { PairCard } from './pair-card.tsx';
import { usePairColumns } from './pair-columns.tsx';

const TYPES = ['MAIN', 'ETH', 'ALT'] as const;
type Type = (typeof TYPES)[number];
const ROWS_PER_PAGE = 20;
const COLUMNS: ReadonlySet<string> = new Set(['name', 'price', 'change', 'volume', 'actions']);

/** All coins by category: a table of one category, and a short list of each. */
export function AllCryptos() {
  const { t } = useTranslation('markets');
  const pairs = usePairs();
  return (
    <MarketsFrame title={t('titles.allCryptos')} lead={t('leads.allCryptos')}>
      <div className={styles.tabs}>
        <ListTabs pairs={pairs.data} />
      </div>
      {pairs.isError && !pairs.data ? (
        <EmptyState
          size="page"
          title={t('error.title')}
          action={<Button onClick={() => void pairs.refetch()}>{t('error.action')}</Button>}
          role="alert"
        >
          {t('error.text')}
        </EmptyState>
      ) : (
        <>
          <CategoryTable pairs={pairs.data} />
          <div className={styles.columns}>
            {TYPES.map((type) => (
              <CategoryList key={type} type={type} pairs={pairs.data} />
            ))}
          </div>
        </>
      )}
    </MarketsFrame>
  );
}

type Pairs = { readonly pairs: readonly Pair[] | undefined };

function CategoryTable({ pairs }: Pairs) {
  const { t } = useTranslation('markets');
  const navigate = useNavigate();
  const market = useMarketPath();
  const all = usePairColumns('categories');
  const columns = useMemo(() => all.filter(({ key }) => COLUMNS.has(key)), [all]);
  const [type, setType] = useState<Type>('MAIN');
  return (
    <section className={styles.table}>
      <SegmentedControl
        aria-label={t('types.label')}
        value={type}
        onChange={(next) => setType(next as Type)}
        data={TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
      />
      <DataTable
        key={type}
        label={t('categories.table', { type: t(`types.${type}`) })}
        columns={columns}
        data={pairs ? { status: 'success', rows: pairs.filter((pair) => pair.type === type) } : { status: 'pending' }}
        rowKey={(pair) => pair.coin_pair_name}
        pageSize={ROWS_PER_PAGE}
        pageLabel={(page) => t('page', { page })}
        card={(pair) => <PairCard pair={pair} />}
        onRowClick={(pair) => void navigate({ to: market, params: { coin: pair.name } })}
        empty={<EmptyState title={t('categories.none')} role="status" />}
        error={null}
      />
    </section>
  );
}

function CategoryList({ type, pairs }: Pairs & { readonly type: Type }) {
  const { t } = useTranslation('markets');
  const market = useMarketPath(type === 'MAIN' ? paths.spot : paths.tradeChart);
  const listed = pairs?.filter((pair) => pair.type === type);
  return (
    <Panel as="div" className={styles.category ?? ''}>
      <h2>{t(`categories.${type}`)}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list must be scrollable by keyboard */}
      <section className={styles.scroller} tabIndex={0} aria-label={t(`categories.${type}`)}>
        {listed?.length === 0 ? <p className="faint">{t('categories.none')}</p> : null}
        <ul>
          {listed?.map((pair) => (
            <li key={pair.name}>
              <Link to={market} params={{ coin: pair.name }} className={styles.coin}>
                <CoinIcon coin={pair.name} size={24} />
                <b>{pair.name}</b>
                <span className="num">
                  <LivePrice name={pair.coin_pair_name} initial={pair.close} decimals={3} />
                </span>
                <LiveChange name={pair.coin_pair_name} initial={pair.increase_in_value} />
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </Panel>
  );
}
