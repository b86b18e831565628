import { useQuery } from '@tanstack/react-query';
import { ChangeText, CoinIcon, formatCompact, formatPrice } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { useTicker } from '../../../lib/tickers.ts';
import { PanelBar } from '../shared/panel-bar.tsx';
import { useTrade } from '../shared/trade-context.ts';
import styles from './coin-info.module.css';
import { type Extreme, extremesOf } from './extremes.ts';

/** What the exchange knows about the coin, as a panel. */
export function CoinPanel() {
  const { t } = useTranslation('trade');
  return (
    <div className={styles.panel}>
      <PanelBar title={t('layout.panel.coin')} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={styles.scroller} tabIndex={0} aria-label={t('layout.panel.coin')}>
        <CoinInfo />
      </section>
    </div>
  );
}

const SLOW_MS = 60_000;
/** The maximum number of candles per response. */
const MOST_DAYS = 1000;

const usePair = (name: string) =>
  useQuery({
    queryKey: ['all-pairs'],
    queryFn: ({ signal }) => call('GET /api/v3/all-pairs', { signal }),
    select: ({ coinpair }) => coinpair.find(({ coin_pair_name }) => coin_pair_name === name),
    staleTime: SLOW_MS,
  }).data;

/** The highest and lowest prices of this market since its first trade, or in the last thousand days. */
const useExtremes = (symbol: string) =>
  useQuery({
    queryKey: ['coin-days', symbol],
    queryFn: ({ signal }) =>
      call('GET /api/v2/chart/chart-series', { query: { symbol, timeframe: '1d', limit: MOST_DAYS }, signal }),
    select: ({ series }) => ({ ...extremesOf(series), days: series.length }),
    staleTime: SLOW_MS,
  }).data;

/** Name, categories, the last 24 hours, and the highest and lowest price of the market. */
export function CoinInfo() {
  const { t, i18n } = useTranslation('trade');
  const { rules, coin } = useTrade();
  const pair = usePair(rules.name);
  const ticker = useTicker(rules.name);
  const extremes = useExtremes(coin);
  const isWhole = (extremes?.days ?? 0) < MOST_DAYS;
  const day = (timeMs: number) =>
    new Date(timeMs).toLocaleDateString(i18n.language, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
  const extreme = (which: Extreme | undefined) =>
    which ? (
      <>
        {formatPrice(which.price)} <small>{day(which.time)}</small>
      </>
    ) : (
      '–'
    );
  return (
    <div className={styles.info}>
      <h3>
        <CoinIcon coin={coin} size={24} /> {pair?.full_name ?? coin}
      </h3>
      <dl>
        <Fact label={t('coin.symbol')}>{coin}</Fact>
        <Fact label={t('coin.category')}>{pair ? categories(t, pair) : '–'}</Fact>
        <Fact label={t('header.change')}>
          <ChangeText value={ticker?.percent ?? pair?.increase_in_value} />
        </Fact>
        <Fact label={t('header.high')}>{formatPrice(ticker?.high ?? pair?.high)}</Fact>
        <Fact label={t('header.low')}>{formatPrice(ticker?.low ?? pair?.low)}</Fact>
        <Fact label={t('header.volume', { coin })}>{formatCompact(ticker?.volume ?? pair?.volume)}</Fact>
        <Fact label={t('header.volume', { coin: rules.quote })}>
          {formatCompact(ticker?.volume_usdt ?? pair?.volume_usdt)}
        </Fact>
        <Fact label={t(isWhole ? 'coin.high' : 'coin.highOfDays', { days: MOST_DAYS })}>{extreme(extremes?.high)}</Fact>
        <Fact label={t(isWhole ? 'coin.low' : 'coin.lowOfDays', { days: MOST_DAYS })}>{extreme(extremes?.low)}</Fact>
      </dl>
    </div>
  );
}

type Categories = { readonly type: string; readonly pos: boolean; readonly pow: boolean; readonly innovation: boolean };

const categories = (
  t: ReturnType<typeof useTranslation<'trade'>>['t'],
  { type, pos, pow, innovation }: Categories,
): string =>
  [type, pos && t('coin.pos'), pow && t('coin.pow'), innovation && t('coin.innovation')].filter(Boolean).join(' · ');

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
