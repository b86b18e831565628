import { Skeleton } from '@mantine/core';
import { IconSearchOff, IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ChangeText, CoinIcon, EmptyState, formatCompact, formatPrice, LoadFailed } from '@vitrine/ui';
import { type KeyboardEvent, type UIEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { toggleFavorite, useFavorites } from '../../lib/favorites.ts';
import { recentCoins } from '../../lib/recent-coins.ts';
import { useTickers } from '../../lib/tickers.ts';
import { coinOf } from '../../lib/trading/market-rules.ts';
import styles from './coin-search.module.css';
import { listPairs, nextSort, type Pair, type PairColumn, type PairSort, type PairTab } from './pair-list.ts';

/** As many rows are drawn at first, and again so many whenever the list is scrolled to their end. */
const PAGE_SIZE = 20;
const NEAR_END_PX = 200;
const SLOW_MS = 20_000;
const TABS = ['all', 'favorites', 'gainers'] as const satisfies readonly PairTab[];
const COLUMNS = ['pair', 'price', 'change', 'volume'] as const satisfies readonly PairColumn[];

export type PairChoiceProps = {
  readonly current: string;
  readonly onChoose: (coin: string) => void;
};

/** All pairs with live prices: searched, sorted, and chosen by click, or by arrow keys and Enter. */
export function PairChoice({ current, onChoose }: PairChoiceProps) {
  const { t } = useTranslation('trade');
  const id = useId();
  const [text, setText] = useState('');
  const [tab, setTab] = useState<PairTab>('all');
  const [sort, setSort] = useState<PairSort>();
  const [active, setActive] = useState(0);
  const [shown, setShown] = useState(PAGE_SIZE);
  const pairs = useQuery({
    queryKey: ['all-pairs'],
    queryFn: ({ signal }) => call('GET /api/v3/all-pairs', { signal }),
    select: (answer) => answer.coinpair,
    staleTime: SLOW_MS,
  });
  const favorites = useFavorites();
  const found = listPairs(pairs.data ?? [], tab, text, sort, favorites);
  const drawn = found.slice(0, Math.max(shown, active + 1));
  const activeRow = `${id}-${active}`;
  useEffect(() => {
    // Browsers answer a promise, which is no cleanup.
    void document.getElementById(activeRow)?.scrollIntoView({ block: 'nearest' });
  }, [activeRow]);

  const anew = () => {
    setActive(0);
    setShown(PAGE_SIZE);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[active];
    if (event.key === 'Enter' && chosen) onChoose(coinOf(chosen.coin_pair_name));
    else if (event.key === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else return;
    event.preventDefault();
  };
  const onScroll = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX) setShown(drawn.length + PAGE_SIZE);
  };

  return (
    <div className={styles.search}>
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
        onChange={(event) => {
          setText(event.currentTarget.value);
          anew();
        }}
        onKeyDown={onKeyDown}
        data-autofocus
        // biome-ignore lint/a11y/noAutofocus: it is opened to be typed into
        autoFocus
      />
      <fieldset className={styles.tabs}>
        <legend className="visually-hidden">{t('search.tabs')}</legend>
        {TABS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={tab === each}
            onClick={() => {
              setTab(each);
              anew();
            }}
          >
            {t(`search.tab.${each}`)}
          </button>
        ))}
      </fieldset>
      {tab === 'all' && text === '' ? <Recent current={current} onChoose={onChoose} /> : null}
      <div className={styles.heads}>
        {COLUMNS.map((column) => (
          <button
            key={column}
            type="button"
            data-column={column}
            aria-label={t('search.sortBy', { column: t(`search.column.${column}`) })}
            aria-pressed={sort?.column === column}
            onClick={() => {
              setSort(nextSort(sort, column));
              anew();
            }}
          >
            {t(`search.column.${column}`)}
            <span aria-hidden="true">{sort?.column === column ? (sort.down ? ' ↓' : ' ↑') : ''}</span>
          </button>
        ))}
      </div>
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
        onScroll={onScroll}
      >
        {pairs.isPending ? <Bones /> : null}
        {drawn.map((pair, index) => (
          <PairRow
            key={pair.coin_pair_name}
            id={`${id}-${index}`}
            pair={pair}
            isActive={index === active}
            isCurrent={coinOf(pair.coin_pair_name) === current}
            isFavorite={favorites.includes(coinOf(pair.coin_pair_name))}
            onChoose={onChoose}
          />
        ))}
      </div>
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

/** The pairs opened last, one press away. */
function Recent({ current, onChoose }: PairChoiceProps) {
  const { t } = useTranslation('trade');
  const coins = recentCoins().filter((coin) => coin !== current);
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

type PairRowProps = {
  readonly id: string;
  readonly pair: Pair;
  readonly isActive: boolean;
  readonly isCurrent: boolean;
  readonly isFavorite: boolean;
  readonly onChoose: (coin: string) => void;
};

function PairRow({ id, pair, isActive, isCurrent, isFavorite, onChoose }: PairRowProps) {
  const { t } = useTranslation('trade');
  const live = useTickers().get(pair.coin_pair_name);
  const coin = coinOf(pair.coin_pair_name);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys of its list
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className={styles.pair}
      aria-selected={isActive}
      aria-current={isCurrent || undefined}
      onClick={() => onChoose(coin)}
    >
      {/* For pointers: an option has no buttons inside. The star in the page's header has a key. */}
      <span
        className={styles.star}
        data-star={coin}
        data-on={isFavorite || undefined}
        title={t(isFavorite ? 'search.unstar' : 'search.star')}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          toggleFavorite(coin);
        }}
      >
        {isFavorite ? <IconStarFilled size={15} /> : <IconStar size={15} stroke={1.7} />}
      </span>
      <CoinIcon coin={coin} size={22} />
      <span className={styles.name}>
        <b>{coin}</b>/USDT <span className={styles.full}>{pair.full_name}</span>
        {isFavorite ? <span className="visually-hidden"> {t('search.isFavorite')}</span> : null}
      </span>
      <span className="num">{formatPrice(live?.close ?? pair.close)}</span>
      <ChangeText value={live?.percent ?? pair.increase_in_value} className={styles.change ?? ''} />
      <span className={`num ${styles.volume}`}>{formatCompact(live?.volume_usdt ?? pair.volume_usdt)}</span>
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
