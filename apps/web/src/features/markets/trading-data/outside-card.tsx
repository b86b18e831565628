import { formatAmount, formatCompact, formatPercent, formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { type OutsideMarket, useOutsideMarket } from './data.ts';
import { DataCard } from './data-card.tsx';
import styles from './outside-card.module.css';

const TRADES = 10;
const SIZE_DECIMALS = 5;
const PERCENT = 100;

type Ticker = NonNullable<OutsideMarket['ticker']>;

/**
 * A coin's ticker, best prices and latest trades on another exchange, labeled with the name of that exchange. Renders
 * nothing if there is no such source.
 */
export function OutsideCard({ coin }: { readonly coin: string }) {
  const { t } = useTranslation('markets');
  const query = useOutsideMarket(coin);
  const { data } = query;
  if (data?.state === 'none') return null;
  return (
    <DataCard
      title={data ? t('data.outside.title', { source: data.source }) : t('data.outside.loading')}
      span={12}
      edge="both"
      query={query}
      isEmpty={({ state }) => state !== 'available'}
      emptyText={t('data.outside.unavailable', { coin })}
      figure={({ ticker }) => (ticker ? formatPrice(ticker.last) : null)}
      note={({ source }) => t('data.outside.note', { source })}
    >
      {({ ticker, bids, asks, trades }) => (
        <div className={styles.parts}>
          {ticker ? <TickerFigures ticker={ticker} coin={coin} /> : null}
          <Levels label={t('data.outside.bids')} side="buy" levels={bids} coin={coin} />
          <Levels label={t('data.outside.asks')} side="sell" levels={asks} coin={coin} />
          <Trades trades={trades.slice(0, TRADES)} coin={coin} />
        </div>
      )}
    </DataCard>
  );
}

function TickerFigures({ ticker, coin }: { readonly ticker: Ticker; readonly coin: string }) {
  const { t } = useTranslation('markets');
  const change = (Number(ticker.last) / Number(ticker.open24h) - 1) * PERCENT;
  const figures = [
    ['instrument', ticker.instId],
    ['change', formatPercent(change.toFixed(2))],
    ['high', formatPrice(ticker.high24h)],
    ['low', formatPrice(ticker.low24h)],
    ['coinVolume', `${formatCompact(ticker.volCcy24h)} ${coin}`],
    ['contracts', formatCompact(ticker.vol24h)],
  ] as const;
  return (
    <dl className={styles.ticker}>
      {figures.map(([name, text]) => (
        <div key={name}>
          <dt>{t(`data.outside.${name}`)}</dt>
          <dd className="num">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface LevelsProps {
  readonly label: string;
  readonly side: 'buy' | 'sell';
  readonly levels: OutsideMarket['bids'];
  readonly coin: string;
}

function Levels({ label, side, levels, coin }: LevelsProps) {
  const { t } = useTranslation('markets');
  return (
    <table className={styles.table}>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{t('data.outside.price')}</th>
          <th scope="col">{t('data.outside.amount', { coin })}</th>
        </tr>
      </thead>
      <tbody>
        {levels.map(({ px, sz }) => (
          <tr key={px}>
            <td className="num" data-side={side}>
              {formatPrice(px)}
            </td>
            <td className="num">{formatAmount(sz, SIZE_DECIMALS)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Trades({ trades, coin }: { readonly trades: OutsideMarket['trades']; readonly coin: string }) {
  const { t } = useTranslation('markets');
  return (
    <table className={styles.table}>
      <caption>{t('data.outside.trades')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('data.outside.price')}</th>
          <th scope="col">{t('data.outside.amount', { coin })}</th>
        </tr>
      </thead>
      <tbody>
        {trades.map(({ tradeId, side, px, sz }) => (
          <tr key={tradeId}>
            <td className="num" data-side={side}>
              {formatPrice(px)}
            </td>
            <td className="num">{formatAmount(sz, SIZE_DECIMALS)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
