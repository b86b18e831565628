import { Progress } from '@mantine/core';
import { formatAmount } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/section.tsx';
import styles from './side-panels.module.css';
import type { Referral } from './use-referral.ts';

/** The client's fee credit: granted, used, and left. */
export function CreditPanel({ credit }: Pick<Referral, 'credit'>) {
  const { t } = useTranslation('referral');
  const { granted, used, left, waiting } = credit;
  const usdt = (amount: string) => formatAmount(amount, 2);
  return (
    <Section title={t('credit.title')}>
      <div className={styles.part}>
        <div>
          <p className={styles.big}>{usdt(left)} USDT</p>
          <p className={styles.small}>{t('credit.left')}</p>
        </div>
        <Progress
          color="var(--accent)"
          aria-label={t('credit.label')}
          value={Number(granted) === 0 ? 0 : (Number(left) / Number(granted)) * 100}
          size={6}
        />
        <dl className={styles.facts}>
          <dt>{t('credit.granted')}</dt>
          <dd>{usdt(granted)}</dd>
          <dt>{t('credit.used')}</dt>
          <dd>− {usdt(used)}</dd>
          {/[1-9]/.test(waiting) ? (
            <>
              <dt>{t('credit.waiting')}</dt>
              <dd>{usdt(waiting)}</dd>
            </>
          ) : null}
        </dl>
        <p className={styles.small}>{t('credit.text')}</p>
      </div>
    </Section>
  );
}
