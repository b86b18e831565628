import { Link } from '@tanstack/react-router';
import { CoinIcon, formatAmount } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import styles from './spot-card.module.css';
import type { SpotEntry } from './valuation.ts';

/** A coin of the wallet on a phone; links to its own page. */
export function SpotCard({ entry }: { readonly entry: SpotEntry }) {
  const { t } = useTranslation('wallet');
  const hasFrozen = /[1-9]/.test(entry.freeze_value);
  const content = (
    <>
      <CoinIcon coin={entry.name} size={34} />
      <span className={styles.name}>
        <b>{entry.name}</b>
        <small>{entry.full_name}</small>
      </span>
      <span className={styles.figures}>
        <b>{formatAmount(entry.coin_value, 4)}</b>
        <small>{t('spot.worth', { value: formatAmount(entry.usdt_value, 2) })}</small>
      </span>
      {hasFrozen ? (
        <span className={styles.more}>
          <span>{t('spot.availableOf', { amount: formatAmount(entry.available, 4) })}</span>
          <span>{t('spot.frozenOf', { amount: formatAmount(entry.freeze_value, 4) })}</span>
        </span>
      ) : null}
    </>
  );
  return (
    <Link to={paths.walletCoin} params={{ coin: entry.name }} className={`num ${styles.card}`}>
      {content}
    </Link>
  );
}
