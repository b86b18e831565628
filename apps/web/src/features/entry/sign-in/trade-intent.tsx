import { CoinIcon } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { usePair } from '../../../lib/market-data.ts';
import { marketLabel } from '../../../lib/market-names.ts';
import { LiveChange, LivePrice } from '../../../ui/live-figures.tsx';
import styles from './trade-intent.module.css';

/** The pair and live price of the market from which a visitor was sent here. Renders nothing for an unlisted coin. */
export function TradeIntent({ coin }: { readonly coin: string }) {
  const { t } = useTranslation('auth');
  const pair = usePair(coin);
  if (pair === undefined) return <div className={styles.intent} data-empty />;
  return (
    <div className={styles.intent}>
      <CoinIcon coin={coin} size={32} />
      <p>{t('signIn.toTrade', { pair: marketLabel(pair.coin_pair_name) })}</p>
      <p className={`num ${styles.price}`}>
        <LivePrice name={pair.coin_pair_name} initial={pair.close} />
        <LiveChange name={pair.coin_pair_name} initial={pair.increase_in_value} />
      </p>
    </div>
  );
}
