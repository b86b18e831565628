import { IconCheck, IconPlus } from '@tabler/icons-react';
import { Panel } from '@vitrine/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Security } from '../../../lib/security.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { protections, summarise } from './protection.ts';
import styles from './protection-panel.module.css';

/** The number of active protections, each protection's state, and the protection to set up next. */
export function ProtectionPanel({ security }: { readonly security: Security }) {
  const { t } = useTranslation('security');
  const id = useId();
  const { active, next } = summarise(security);
  const heldUntil = security.withdrawals_held_until;
  return (
    <Panel glass aria-labelledby={id} className={styles.panel ?? ''}>
      <div className={styles.sum}>
        <h2 id={id}>{t('protection.title')}</h2>
        <p className={`num ${styles.count}`}>
          {active.length}
          <span>{t('protection.of', { all: protections.length })}</span>
        </p>
        <p className={styles.next}>{t(next ? `protection.next.${next}` : 'protection.complete')}</p>
      </div>
      <ul className={styles.list}>
        {protections.map((protection) => {
          const isActive = active.includes(protection);
          const Icon = isActive ? IconCheck : IconPlus;
          return (
            <li key={protection} data-active={isActive || undefined}>
              <Icon size={16} stroke={2} aria-hidden="true" />
              {t(`protection.names.${protection}`)}
              <span>{t(isActive ? 'protection.on' : 'protection.off')}</span>
            </li>
          );
        })}
      </ul>
      {heldUntil > 0 ? (
        <p className={styles.held} role="status">
          {t('protection.held', { until: dateTimeText(heldUntil) })}
        </p>
      ) : null}
    </Panel>
  );
}
