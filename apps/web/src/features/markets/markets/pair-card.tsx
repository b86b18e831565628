import { Link } from '@tanstack/react-router';
import { CoinIcon, formatCompact, formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { Pair } from '../../../lib/market-data.ts';
import { useMarketPath } from '../../../lib/market-path.ts';
import { DayLine, LiveChange, LivePrice } from '../../../ui/live-figures.tsx';
import styles from './pair-card.module.css';

/** How a pair is shown on a phone. */
export function PairCard({ pair }: { readonly pair: Pair }) {
  const { t } = useTranslation('markets');
  const market = useMarketPath();
  return (
    <Link to={market} params={{ coin: pair.name }} className={`num ${styles.card}`}>
      <CoinIcon coin={pair.name} size={34} />
      <span className={styles.name}>
        <b>{pair.name}</b>
        <small>{pair.full_name}</small>
      </span>
      <DayLine coin={pair.name} percent={pair.increase_in_value} width={72} height={30} />
      <span className={styles.price}>
        <b>
          <LivePrice name={pair.coin_pair_name} initial={pair.close} />
        </b>
        <LiveChange name={pair.coin_pair_name} initial={pair.increase_in_value} decimals={4} />
      </span>
      <span className={styles.more}>
        <span>{t('volume', { value: formatCompact(pair.volume_usdt) })}</span>
        <span>{t('range', { low: formatPrice(pair.low), high: formatPrice(pair.high) })}</span>
      </span>
    </Link>
  );
}
