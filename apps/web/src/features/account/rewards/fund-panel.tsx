import { Progress } from '@mantine/core';
import { formatAmount, LoadFailed } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { Note } from '../../../ui/note.tsx';
import { Section } from '../../../ui/section.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import styles from './side-panels.module.css';
import { usePoints } from './use-rewards.ts';

/** The fund from which rewards are paid. */
export function FundPanel() {
  const { t } = useTranslation('rewards');
  const { data, isError, refetch } = usePoints();
  return (
    <Section title={t('fund.title')}>
      {data ? (
        <Fund coin={data.coin} {...data.fund} />
      ) : isError ? (
        <LoadFailed title={t('fund.failed')} onRetry={refetch} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Section>
  );
}

type FundProps = {
  readonly coin: string;
  readonly available: string;
  readonly paid: string;
  readonly promised: string;
};

function Fund({ coin, available, paid, promised }: FundProps) {
  const { t } = useTranslation('rewards');
  const money = (amount: number | string) => formatAmount(String(amount), 2);
  const funded = Number(available) + Number(paid);
  const isEmpty = Number(available) - Number(promised) < 0.01;
  return (
    <div className={styles.fund}>
      <div>
        <p className={styles.big}>
          {money(available)} {coin}
        </p>
        <p className={styles.small}>{t('fund.left', { funded: money(funded) })}</p>
      </div>
      <Progress
        color="var(--accent)"
        aria-label={t('fund.label')}
        value={funded === 0 ? 0 : Math.min(100, (Number(available) / funded) * 100)}
        size={6}
      />
      <dl className={styles.facts}>
        <dt>{t('fund.funded')}</dt>
        <dd>{money(funded)}</dd>
        <dt>{t('fund.paid')}</dt>
        <dd>− {money(paid)}</dd>
        <dt>{t('fund.promised')}</dt>
        <dd>
          {money(promised)} {coin}
        </dd>
      </dl>
      {isEmpty ? (
        <Note tone="warn" title={t('fund.emptyTitle')}>
          {t('fund.empty')}
        </Note>
      ) : (
        <p className={styles.small}>{t('fund.text')}</p>
      )}
    </div>
  );
}
