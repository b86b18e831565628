import { Skeleton } from '@mantine/core';
import { ChangeText, directionOf, formatSigned, LoadFailed, MoneyText } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { useSnapshot } from '../../../lib/wallet.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import styles from './dashboard.module.css';

export type Period = CallResponse<'GET /api/v3/wallet-snapshot'>['periods'][number];

/** The period whose profit the dashboard shows, in days. */
export const SHOWN_DAYS = 30;

type BalanceProps = {
  /** Renders the chart of a period. */
  readonly children: (period: Period) => ReactNode;
};

/** The total of all wallets, its profit, and links to deposit, withdraw and transfer. */
export function Balance({ children }: BalanceProps) {
  const { t } = useTranslation('dashboard');
  const { data, isError, refetch } = useSnapshot();
  const period = data?.periods.find(({ days }) => days === SHOWN_DAYS);
  const isEmpty = data && period && ![data.total, period.opening, period.deposits].some((value) => /[1-9]/.test(value));
  return (
    <section>
      <p className="dim">{t('balance.label')}</p>
      <p className={`num ${styles.total}`}>
        {data ? (
          <MoneyText value={data.total} decimals={2} quietFraction />
        ) : isError ? (
          '–'
        ) : (
          <Skeleton height={84} width={320} />
        )}
      </p>
      <p className={`num ${styles.profits}`}>
        {data ? (
          <>
            <span>
              <b className={styles[directionOf(data.profit_today)]}>{formatSigned(data.profit_today, 2)}</b>{' '}
              <ChangeText value={data.percentage_today} /> {t('balance.today')}
            </span>
            {period ? (
              <span>
                <b className={styles[directionOf(period.profit)]}>{formatSigned(period.profit, 2)}</b>{' '}
                <ChangeText value={period.percentage} /> {t('balance.days', { count: SHOWN_DAYS })}
              </span>
            ) : null}
          </>
        ) : null}
      </p>
      <nav className={styles.acts} aria-label={t('balance.actions')}>
        <ButtonLink to={paths.deposit} size="md">
          {t('balance.deposit')}
        </ButtonLink>
        <ButtonLink to={paths.withdraw} size="md" variant="default">
          {t('balance.withdraw')}
        </ButtonLink>
        <ButtonLink to={paths.transfer} size="md" variant="default">
          {t('balance.transfer')}
        </ButtonLink>
        <ButtonLink to={paths.convert} size="md" variant="default">
          {t('balance.convert')}
        </ButtonLink>
      </nav>
      <div className={styles.graph}>
        {period ? (
          isEmpty ? (
            <p className={styles.none}>{t('balance.empty')}</p>
          ) : (
            children(period)
          )
        ) : isError ? (
          <LoadFailed title={t('balance.failed')} onRetry={refetch} />
        ) : (
          <Skeleton height={190} radius={8} />
        )}
      </div>
    </section>
  );
}
