import { Link } from '@tanstack/react-router';
import { CoinIcon, formatCompact } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { Pair } from '../../../lib/market-data.ts';
import { useMarketPath } from '../../../lib/market-path.ts';
import { DayLine, LiveChange, LivePrice } from '../../../ui/live-figures.tsx';
import { StarButton } from '../../../ui/star-button.tsx';
import styles from './pair-card.module.css';

/** A pair on a phone: one row, short enough that eight rows fit below the heading. */
export function PairCard({ pair }: { readonly pair: Pair }) {
  const { t } = useTranslation('markets');
  const market = useMarketPath();
  return (
    <div className={styles.card}>
      <StarButton coin={pair.name} />
      <Link to={market} params={{ coin: pair.name }} className={`num ${styles.link}`}>
        <CoinIcon coin={pair.name} size={30} />
        <span className={styles.name}>
          <b>{pair.name}</b>
          <small>{t('volume', { value: `$${formatCompact(pair.volume_usdt)}` })}</small>
        </span>
        <DayLine coin={pair.name} percent={pair.increase_in_value} width={64} height={28} />
        <span className={styles.price}>
          <b>
            <LivePrice name={pair.coin_pair_name} initial={pair.close} />
          </b>
          <LiveChange name={pair.coin_pair_name} initial={pair.increase_in_value} decimals={4} />
        </span>
      </Link>
    </div>
  );
}
