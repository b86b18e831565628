import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePairs } from '../../../lib/market-data.ts';
import { paths } from '../../../lib/paths.ts';
import { useTrade } from '../shared/trade-context.ts';
import styles from './pair-header.module.css';

/** The pages on which a coin is traded. */
export type TradeWay = 'spot' | 'chart' | 'futures';

/**
 * The links in the header of a spot page. The link to the futures page is shown only if the coin has a perpetual
 * market.
 */
export function SpotWays({ way }: { readonly way: TradeWay }) {
  const { coin, rules } = useTrade();
  return <Ways coin={coin} way={way} hasSpot hasFutures={rules.perpetual !== undefined} />;
}

/**
 * The links in the header of the futures page. Those to the spot pages are hidden if the coin is known to have no spot
 * pair.
 */
export function FuturesWays() {
  const { coin } = useTrade();
  const pairs = usePairs().data;
  return <Ways coin={coin} way="futures" hasSpot={pairs?.some(({ name }) => name === coin) ?? true} hasFutures />;
}

type WaysProps = {
  readonly coin: string;
  readonly way: TradeWay;
  readonly hasSpot: boolean;
  readonly hasFutures: boolean;
};

/** Links to the pages on which the coin is traded, and on spot pages to its conversion. */
function Ways({ coin, way, hasSpot, hasFutures }: WaysProps) {
  const { t } = useTranslation('trade');
  const current = (each: TradeWay) => (way === each ? 'page' : undefined);
  return (
    <nav className={styles.ways} aria-label={t('header.ways')}>
      {hasSpot ? (
        <>
          <Link to={paths.spot} params={{ coin }} aria-current={current('spot')}>
            {t('header.spot')}
          </Link>
          <Link to={paths.tradeChart} params={{ coin }} aria-current={current('chart')}>
            {t('header.chart')}
          </Link>
        </>
      ) : null}
      {hasFutures ? (
        <Link to={paths.futures} params={{ coin }} aria-current={current('futures')}>
          {t('header.futures')}
        </Link>
      ) : null}
      {way === 'futures' ? null : (
        <Link to={paths.convert} search={{ to: coin }}>
          {t('header.convert')}
        </Link>
      )}
    </nav>
  );
}
