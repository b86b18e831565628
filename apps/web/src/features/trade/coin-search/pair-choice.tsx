import { Skeleton } from '@mantine/core';
import { IconSearchOff, IconStar } from '@tabler/icons-react';
import { EmptyState, LoadFailed } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { recentCoins } from '../../../lib/recent-coins.ts';
import styles from './coin-search.module.css';
import type { Pair, PairColumn, PairTab } from './pair-list.ts';
import { PairRow } from './pair-row.tsx';
import type { UsePairs } from './pair-source.ts';
import { type PairListModel, usePairList } from './use-pair-list.ts';

const TABS = ['all', 'favorites', 'gainers'] as const satisfies readonly PairTab[];
const COLUMNS = ['pair', 'price', 'change', 'volume'] as const satisfies readonly PairColumn[];

export type PairChoiceProps = {
  readonly current: string;
  readonly onChoose: (coin: string) => void;
  /** Loads the pairs: those of the spot market, or the perpetual markets. */
  readonly usePairs: UsePairs;
  /** `panel`: always on the page, so it neither takes the focus nor lists recent pairs. */
  readonly shape?: 'popover' | 'panel';
  /** Shows only starred pairs. */
  readonly onlyFavorites?: boolean;
};

/** All pairs with live prices: searchable, sortable, and selected by click, or by arrow keys and Enter. */
export function PairChoice(props: PairChoiceProps) {
  const { current, onChoose, usePairs, shape = 'popover', onlyFavorites = false } = props;
  const { t } = useTranslation('trade');
  const pairs = usePairs();
  const list = usePairList(pairs, onChoose, onlyFavorites ? 'favorites' : 'all');
  const { id, found, drawn, active, tab, text, favorites } = list;
  const tabs = shape === 'panel' ? (['favorites', 'all', ...pairs.categories, 'gainers'] as const) : TABS;
  return (
    <div className={styles.search} data-shape={shape}>
      <SearchInput list={list} takesFocus={shape === 'popover'} />
      {onlyFavorites ? null : <Tabs list={list} tabs={tabs} />}
      {shape === 'popover' && tab === 'all' && text === '' ? (
        <Recent current={current} listed={pairs.data} onChoose={onChoose} />
      ) : null}
      <Heads list={list} />
      {pairs.isError ? <LoadFailed title={t('search.failed')} onRetry={pairs.refetch} /> : null}
      {pairs.isSuccess && found.length === 0 ? (
        <NothingFound isWithoutFavorites={tab === 'favorites' && text === ''} />
      ) : null}
      <div
        id={`${id}-list`}
        className={styles.list}
        role="listbox"
        aria-label={t('search.title')}
        aria-busy={pairs.isPending}
        tabIndex={-1}
        onScroll={list.onScroll}
      >
        {pairs.isPending ? <Bones /> : null}
        {drawn.map((pair, index) => (
          <PairRow
            key={pair.coin_pair_name}
            id={`${id}-${index}`}
            pair={pair}
            live={pairs.live.get(pair.coin_pair_name)}
            isActive={index === active}
            isCurrent={pair.name === current}
            isFavorite={favorites.includes(pair.name)}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  );
}

type ListProps = { readonly list: PairListModel };

function SearchInput({ list, takesFocus }: ListProps & { readonly takesFocus: boolean }) {
  const { t } = useTranslation('trade');
  const { id, found, activeRow, text, search, onKeyDown } = list;
  return (
    <input
      type="search"
      className={styles.input}
      role="combobox"
      aria-label={t('search.label')}
      aria-expanded="true"
      aria-controls={`${id}-list`}
      aria-activedescendant={found.length > 0 ? activeRow : undefined}
      placeholder={t('search.label')}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => search(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      data-autofocus={takesFocus || undefined}
      // biome-ignore lint/a11y/noAutofocus: the list opens so that the client can type in its search field
      autoFocus={takesFocus}
    />
  );
}

function Tabs({ list: { tab, showTab }, tabs }: ListProps & { readonly tabs: readonly PairTab[] }) {
  const { t } = useTranslation('trade');
  return (
    <fieldset className={styles.tabs}>
      <legend className="visually-hidden">{t('search.tabs')}</legend>
      {tabs.map((each) => (
        <button key={each} type="button" aria-pressed={tab === each} onClick={() => showTab(each)}>
          {t(`search.tab.${each}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** The column headers; each sorts by its column. */
function Heads({ list: { sort, sortBy } }: ListProps) {
  const { t } = useTranslation('trade');
  return (
    <div className={styles.heads}>
      {COLUMNS.map((column) => (
        <button
          key={column}
          type="button"
          data-column={column}
          aria-label={t('search.sortBy', { column: t(`search.column.${column}`) })}
          aria-pressed={sort?.column === column}
          onClick={() => sortBy(column)}
        >
          {t(`search.column.${column}`)}
          <span aria-hidden="true">{sort?.column === column ? (sort.down ? ' ↓' : ' ↑') : ''}</span>
        </button>
      ))}
    </div>
  );
}

function NothingFound({ isWithoutFavorites }: { readonly isWithoutFavorites: boolean }) {
  const { t } = useTranslation('trade');
  return isWithoutFavorites ? (
    <EmptyState icon={IconStar} title={t('search.noFavorites')}>
      {t('search.noFavoritesNext')}
    </EmptyState>
  ) : (
    <EmptyState icon={IconSearchOff} title={t('search.empty')}>
      {t('search.emptyNext')}
    </EmptyState>
  );
}

type RecentProps = Pick<PairChoiceProps, 'current' | 'onChoose'> & { readonly listed: readonly Pair[] | undefined };

/** The most recently opened pairs, as far as they are in the list. */
function Recent({ current, listed, onChoose }: RecentProps) {
  const { t } = useTranslation('trade');
  const isListed = (coin: string) => listed?.some(({ name }) => name === coin) ?? true;
  const coins = recentCoins().filter((coin) => coin !== current && isListed(coin));
  if (coins.length === 0) return null;
  return (
    <div className={styles.recent}>
      <span id="recent-pairs">{t('search.recent')}</span>
      <ul aria-labelledby="recent-pairs">
        {coins.map((coin) => (
          <li key={coin}>
            <button type="button" onClick={() => onChoose(coin)}>
              {coin}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Bones() {
  return Array.from({ length: 8 }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
    <div key={index} className={styles.bone}>
      <Skeleton height={14} radius={4} />
    </div>
  ));
}
