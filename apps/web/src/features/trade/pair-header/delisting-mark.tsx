import { Chip } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { dateTimeText } from '../../../lib/when.ts';
import { useTrade } from '../shared/trade-context.ts';
import styles from './pair-header.module.css';

/** When the market will be delisted and, for a perpetual market, the time from which positions can only be closed. */
export function DelistingMark({ closeOnlyAt = null }: { readonly closeOnlyAt?: number | null }) {
  const { t } = useTranslation('trade');
  const { delisting_at: at } = useTrade().rules;
  if (at === null) return null;
  const closeOnly = closeOnlyAt === null ? '' : ` ${t('delisting.closeOnly', { time: dateTimeText(closeOnlyAt) })}`;
  return (
    <span className={styles.delisting} title={t('delisting.text') + closeOnly}>
      <Chip tone="wait">{t('delisting.mark', { time: dateTimeText(at) })}</Chip>
      <span className="visually-hidden">{t('delisting.text') + closeOnly}</span>
    </span>
  );
}
