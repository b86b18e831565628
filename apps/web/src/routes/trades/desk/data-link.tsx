import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useTrade } from '../../../features/trade/shared/trade-context.ts';
import { paths } from '../../../lib/paths.ts';
import styles from './desk.module.css';

/** The link to the coin's trading data, beside the layout menu. */
export function DataLink() {
  const { t } = useTranslation('trade');
  const { coin } = useTrade();
  return (
    <Link to={paths.tradingData} search={{ coin }} className={`link ${styles.data}`}>
      {t('header.data')}
    </Link>
  );
}
