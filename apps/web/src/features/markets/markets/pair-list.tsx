import { Button, SegmentedControl } from '@mantine/core';
import { IconSearchOff, IconStar } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { DataTable, EmptyState, type Rows } from '@vitrine/ui';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFavorites } from '../../../lib/favorites.ts';
import type { Pair } from '../../../lib/market-data.ts';
import { useMarketPath } from '../../../lib/market-path.ts';
import { paths } from '../../../lib/paths.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ListTabs } from './list-tabs.tsx';
import { type MarketList, pairsOf } from './market-list.ts';
import { PairCard } from './pair-card.tsx';
import { hasMarketCap, usePairColumns } from './pair-columns.tsx';
import styles from './pair-list.module.css';
import { type CoinType, matchingPairs } from './pair-search.ts';
import { useStarKey } from './use-star-key.ts';

const TYPES = ['ALL', 'MAIN', 'ETH', 'ALT'] as const;
const ROWS_PER_PAGE = 30;

type PairListProps = {
  readonly list: MarketList;
  readonly data: Rows<Pair>;
  readonly onRetry: () => void;
};

/** One list of pairs, with a search field, and tabs that lead to the other lists. */
export function PairList({ list, data, onRetry }: PairListProps) {
  const { t } = useTranslation('markets');
  const navigate = useNavigate();
  const allColumns = usePairColumns();
  const market = useMarketPath();
  const stars = useFavorites();
  const [type, setType] = useState<CoinType>('ALL');
  const [search, setSearch] = useState('');
  const section = useRef<HTMLElement>(null);
  useStarKey(section);
  const hasKeys = usePreferences(({ hotkeys }) => hotkeys);

  const all = data.status === 'success' ? data.rows : undefined;
  const listed = useMemo(() => all && pairsOf(list, all, stars), [list, all, stars]);
  const columns = useMemo(
    // The column of market caps is omitted if no market cap is known.
    () => (all?.some(hasMarketCap) ? allColumns : allColumns.filter(({ key }) => key !== 'cap')),
    [all, allColumns],
  );
  const matching = useMemo(() => listed && matchingPairs(listed, type, search), [listed, type, search]);
  const showAll = () => {
    setType('ALL');
    setSearch('');
  };

  return (
    <section ref={section} className={styles.list}>
      <div className={styles.tools}>
        <ListTabs pairs={all} />
        <SegmentedControl
          aria-label={t('types.label')}
          value={type}
          onChange={(next) => setType(next as CoinType)}
          data={TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
        />
        <SearchField className={styles.search} label={t('search')} value={search} onChange={setSearch} />
      </div>
      <DataTable
        key={list}
        label={t('list')}
        columns={columns}
        data={matching ? { status: 'success', rows: matching } : data}
        rowKey={(pair) => pair.coin_pair_name}
        pageSize={ROWS_PER_PAGE}
        pageLabel={(page) => t('page', { page })}
        {...(list === 'favorites' ? {} : { initialSorting: { key: 'volume', descending: true } })}
        card={(pair) => <PairCard pair={pair} />}
        onRowClick={(pair) => void navigate({ to: market, params: { coin: pair.name } })}
        skeletonRows={10}
        empty={listed?.length === 0 ? <NothingListed list={list} /> : <NothingFound onShowAll={showAll} />}
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
      {listed?.length && matching ? (
        <p className={`num ${styles.count}`}>
          {t('count', { shown: matching.length, count: listed.length })}
          {hasKeys ? <span className={styles.key}> · {t('starKey')}</span> : null}
        </p>
      ) : null}
    </section>
  );
}

function NothingFound({ onShowAll }: { readonly onShowAll: () => void }) {
  const { t } = useTranslation('markets');
  return (
    <EmptyState
      size="page"
      icon={IconSearchOff}
      caption={t('empty.title')}
      title={t('empty.text')}
      action={
        <Button variant="default" onClick={onShowAll}>
          {t('empty.action')}
        </Button>
      }
      role="status"
    />
  );
}

function NothingListed({ list }: { readonly list: MarketList }) {
  const { t } = useTranslation(['markets', 'common']);
  return (
    <EmptyState
      size="page"
      icon={list === 'favorites' ? IconStar : IconSearchOff}
      caption={t('empty.title')}
      title={t(list === 'favorites' ? 'empty.noFavorites' : 'empty.noneListed')}
      action={
        <span className={styles.actions}>
          {list === 'favorites' ? <ButtonLink to={paths.simpleEarn}>{t('common:subscribeNow')}</ButtonLink> : null}
          <ButtonLink to={paths.markets} variant="default">
            {t('empty.allCoins')}
          </ButtonLink>
        </span>
      }
      role="status"
    />
  );
}
