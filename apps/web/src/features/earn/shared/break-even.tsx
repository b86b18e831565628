import { useTranslation } from 'react-i18next';
import { dateText } from '../../../lib/when.ts';
import styles from './break-even.module.css';
import type { Miner } from './miner-data.ts';

/** When a miner has earned back its price at today's price of the coin, or that it does not. */
export function BreakEven({
  terms: { days, break_even_day, break_even_at },
}: {
  readonly terms: Pick<Miner, 'days' | 'break_even_day' | 'break_even_at'>;
}) {
  const { t } = useTranslation('earn');
  if (break_even_day === undefined || break_even_at === undefined)
    return <span className={styles.never}>{t('miner.noBreakEven')}</span>;
  return <>{t('miner.breakEvenDay', { day: break_even_day, days, date: dateText(break_even_at) })}</>;
}
