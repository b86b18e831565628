import { Pagination, Skeleton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ChangeText, CoinIcon, Dialog, EmptyState, formatPrice, LoadFailed } from '@vitrine/ui';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, call } from '../../lib/api.ts';
import { useTickers } from '../../lib/tickers.ts';
import { coinOf } from '../../lib/trading/market-rules.ts';
import styles from './coin-search.module.css';

const PAGE_SIZE = 20;
const SLOW_MS = 20_000;

type Pair = Answer<'GET /api/v3/all-pairs'>['coinpair'][number];

type CoinSearchProps = {
  readonly opened: boolean;
  readonly current: string;
  readonly onClose: () => void;
  readonly onChoose: (coin: string) => void;
};

/** All pairs with live prices, to choose another one from. */
export function CoinSearch(props: CoinSearchProps) {
  const { t } = useTranslation('trade');
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('search.title')} size={520}>
      <PairChoice {...props} />
    </Dialog>
  );
}

function PairChoice({ current, onChoose }: CoinSearchProps) {
  const { t } = useTranslation('trade');
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const pairs = useQuery({
    queryKey: ['all-pairs'],
    queryFn: ({ signal }) => call('GET /api/v3/all-pairs', { signal }),
    select: (answer) => answer.coinpair,
    staleTime: SLOW_MS,
  });
  const found = (pairs.data ?? []).filter((pair) => matches(pair, text));
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);

  const onKeyDown = (event: KeyboardEvent) => {
    const first = shown[0];
    if (event.key !== 'Enter' || !first) return;
    event.preventDefault();
    onChoose(coinOf(first.coin_pair_name));
  };

  return (
    <div className={styles.search}>
      <TextInput
        aria-label={t('search.label')}
        placeholder={t('search.label')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setPage(1);
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      {pairs.isError ? <LoadFailed compact title={t('search.failed')} onRetry={pairs.refetch} /> : null}
      {pairs.isSuccess && found.length === 0 ? (
        <EmptyState compact title={t('search.empty')}>
          {t('search.emptyNext')}
        </EmptyState>
      ) : null}
      <ul className={styles.list} aria-busy={pairs.isPending}>
        {pairs.isPending ? <Bones /> : null}
        {shown.map((pair) => (
          <PairRow key={pair.coin_pair_name} pair={pair} current={current} onChoose={onChoose} />
        ))}
      </ul>
      {pages > 1 ? (
        <Pagination
          total={pages}
          value={page}
          onChange={setPage}
          size="sm"
          getItemProps={(number) => ({ 'aria-label': t('orders.page', { page: number }) })}
          getControlProps={(control) => ({ 'aria-label': t(control === 'next' ? 'search.next' : 'search.previous') })}
        />
      ) : null}
    </div>
  );
}

/** Any part of the pair's name, or of the coin's full name. */
const matches = (pair: Pair, text: string): boolean => {
  const wanted = text.trim().toLowerCase().replace('/', '');
  return pair.coin_pair_name.toLowerCase().includes(wanted) || pair.full_name.toLowerCase().includes(wanted);
};

function PairRow({ pair, current, onChoose }: { readonly pair: Pair } & Pick<CoinSearchProps, 'current' | 'onChoose'>) {
  const live = useTickers().get(pair.coin_pair_name);
  const coin = coinOf(pair.coin_pair_name);
  return (
    <li>
      <button
        type="button"
        className={styles.pair}
        aria-current={coin === current || undefined}
        onClick={() => onChoose(coin)}
      >
        <CoinIcon coin={coin} size={24} />
        <span className={styles.name}>
          <b>{coin}</b>/USDT <span className={styles.full}>{pair.full_name}</span>
        </span>
        <span className="num">{formatPrice(live?.close ?? pair.close)}</span>
        <ChangeText value={live?.percent ?? pair.increase_in_value} className={styles.change ?? ''} />
      </button>
    </li>
  );
}

function Bones() {
  return Array.from({ length: 8 }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
    <li key={index} className={styles.bone}>
      <Skeleton height={14} radius={4} />
    </li>
  ));
}
