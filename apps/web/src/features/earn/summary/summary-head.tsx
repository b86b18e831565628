import { Skeleton } from '@mantine/core';
import { Chip, formatAmount, LoadFailed, Panel } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CoinText } from '../shared/coin-text.tsx';
import styles from './summary.module.css';
import { type CoinSum, useSummary } from './summary-data.ts';

/** A day’s interest is small. */
const DECIMALS = 4;

/** What Earn has brought, what it brings a day, and what the next 30 days bring at present rates. */
export function SummaryHead() {
  const { t } = useTranslation('earn');
  const { data, isError, refetch } = useSummary();
  if (isError && data === undefined)
    return (
      <Panel>
        <LoadFailed title={t('summary.failed')} onRetry={() => void refetch()} />
      </Panel>
    );
  return (
    <Panel className={styles.head ?? ''} aria-label={t('summary.title')}>
      <Figure label={t('summary.earned')} usdt={data?.earned_usdt}>
        {data === undefined ? null : <Earned paid={data.paid} accrued={data.accrued} />}
      </Figure>
      <Figure label={t('summary.perDay')} usdt={data?.per_day.usdt_value}>
        {data === undefined ? null : <Coins sum={data.per_day} none={t('summary.nothing')} />}
      </Figure>
      <Figure
        label={
          <>
            {t('summary.projected', { days: data?.projected_days ?? 30 })}
            <Chip tone="wait">{t('summary.projection')}</Chip>
          </>
        }
        usdt={data?.projected.usdt_value}
      >
        {t('summary.projectedNote')}
      </Figure>
    </Panel>
  );
}

type FigureProps = {
  readonly label: ReactNode;
  /** Undefined while it loads. */
  readonly usdt: string | undefined;
  readonly children: ReactNode;
};

function Figure({ label, usdt, children }: FigureProps) {
  return (
    <div>
      <p className={styles.label}>{label}</p>
      <p className={`num ${styles.figure}`}>
        {usdt === undefined ? (
          <Skeleton height="1.1em" width={160} radius={8} />
        ) : (
          <>
            {/[1-9]/.test(usdt) ? '+' : ''}
            {formatAmount(usdt, DECIMALS)}
            <em>USDT</em>
          </>
        )}
      </p>
      <div className={styles.about}>{children}</div>
    </div>
  );
}

/** The two parts of what was earned: paid, and accrued by terms that still run. */
function Earned({ paid, accrued }: { readonly paid: CoinSum; readonly accrued: CoinSum }) {
  const { t } = useTranslation('earn');
  const amount = ({ usdt_value }: CoinSum) => formatAmount(usdt_value, DECIMALS);
  return t('summary.parts', { paid: amount(paid), accrued: amount(accrued) });
}

function Coins({ sum, none }: { readonly sum: CoinSum; readonly none: string }) {
  if (sum.coins.length === 0) return none;
  return (
    <span className={styles.coins}>
      {sum.coins.map(({ name, amount }) => (
        <CoinText key={name} amount={amount} coin={name} />
      ))}
    </span>
  );
}
