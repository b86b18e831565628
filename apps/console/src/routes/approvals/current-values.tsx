import { formatExact } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { Approval } from '../../features/access-requests/access-requests.ts';
import styles from './approvals-page.module.css';

/** The current values that the request would affect, and how far they may move before approval is refused. */
export function CurrentValues({ current }: { readonly current: Approval['current'] }) {
  const { t } = useTranslation('approvals');
  if (current === null) return null;
  const { mark_price, open_interest, positions, positions_liquidated, position_size, worst_price } = current;
  const rows = [
    [t('current.mark'), formatExact(mark_price)],
    [t('current.openInterest'), formatExact(open_interest)],
    [t('current.positions'), String(positions)],
    ...(position_size === undefined ? [] : [[t('current.positionSize'), formatExact(position_size)]]),
    ...(worst_price === undefined ? [] : [[t('current.worst'), formatExact(worst_price)]]),
    ...(positions_liquidated === undefined ? [] : [[t('current.liquidated'), String(positions_liquidated)]]),
  ];
  return (
    <section className={styles.current} aria-label={t('current.title')}>
      <h3>{t('current.title')}</h3>
      <dl className={styles.facts}>
        {rows.map(([label, value]) => (
          <div key={label} className={styles.pair}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="dim">{t('current.text')}</p>
    </section>
  );
}
