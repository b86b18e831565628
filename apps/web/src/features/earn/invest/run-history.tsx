import { IconHistory } from '@tabler/icons-react';
import { Chip, type Column, DataTable, EmptyState, formatAmount, formatCoin, LoadFailed, MoreRows } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import styles from './invest.module.css';
import { type Run, useRuns } from './invest-data.ts';
import { decimalsFor } from './past-panel.tsx';
import { utcText } from './use-plan-words.ts';

const MOST_ROWS = 10_000;

/** The runs of all plans, newest first: what each bought, or why it did not. */
export function RunHistory() {
  const { t } = useTranslation('invest');
  const query = useRuns();
  const columns = useColumns();
  const failed = <LoadFailed title={t('runs.failed')} onRetry={() => void query.refetch()} />;
  if (query.isError && query.data === undefined) return failed;
  const rows = query.data?.pages.flatMap(({ runs }) => runs);
  return (
    <div className={styles.list}>
      <DataTable
        label={t('runs.label')}
        columns={columns}
        data={rows === undefined ? { status: 'pending' } : { status: 'success', rows }}
        rowKey={({ id }) => String(id)}
        pageSize={MOST_ROWS}
        card={(run) => <RunCard run={run} />}
        skeletonRows={2}
        empty={
          <EmptyState
            size="page"
            icon={IconHistory}
            caption={t('runs.none')}
            title={t('runs.noneText')}
            role="status"
          />
        }
        error={failed}
      />
      <MoreRows query={query} label={t('runs.more')} failed={t('runs.failed')} />
    </div>
  );
}

function useColumns(): readonly Column<Run>[] {
  const { t } = useTranslation('invest');
  return [
    { key: 'time', header: t('runs.planned'), render: (run) => <Planned run={run} /> },
    { key: 'plan', header: t('plans.plan'), render: ({ plan_name }) => plan_name },
    {
      key: 'spent',
      header: t('runs.spent'),
      align: 'end',
      render: (run) => <Spent run={run} />,
    },
    { key: 'bought', header: t('runs.bought'), render: (run) => <Purchases run={run} /> },
    { key: 'state', header: t('plans.state'), render: (run) => <Outcome run={run} /> },
  ];
}

function Planned({ run }: { readonly run: Run }) {
  const { t } = useTranslation('invest');
  return (
    <span className={`num ${styles.two}`}>
      {utcText(run.planned_at)}
      {run.missed === 0 ? null : <small>{t('runs.missed', { count: run.missed })}</small>}
    </span>
  );
}

function Spent({ run }: { readonly run: Run }) {
  const { t } = useTranslation('invest');
  return (
    <span className={`num ${styles.two}`}>
      {formatAmount(run.spent, 2)}
      <small>
        {t('runs.of', { amount: formatAmount(run.amount, 2) })}
        {/[1-9]/.test(run.from_flexible)
          ? `, ${t('runs.fromFlexible', { amount: formatAmount(run.from_flexible, 2) })}`
          : null}
      </small>
    </span>
  );
}

function Purchases({ run }: { readonly run: Run }) {
  const { t } = useTranslation('invest');
  return (
    <ul className={`num ${styles.purchases}`}>
      {run.purchases.map((one) => (
        <li key={one.coin}>
          {one.bought === undefined || one.price === undefined
            ? t('runs.notBought', {
                coin: one.coin,
                reason: one.reason === undefined ? '' : t(`reasons.${one.reason}`),
              })
            : t('runs.purchase', {
                coin: one.coin,
                bought: formatCoin(one.bought, one.coin),
                price: formatAmount(one.price, decimalsFor(one.price)),
                fee: formatAmount(one.fee, 6),
              })}
        </li>
      ))}
    </ul>
  );
}

function Outcome({ run }: { readonly run: Run }) {
  const { t } = useTranslation('invest');
  return (
    <span className={styles.two}>
      <Chip tone={run.state === 'done' ? 'note' : 'plain'}>{t(`runs.states.${run.state}`)}</Chip>
      {run.reason === undefined ? null : <small>{t(`reasons.${run.reason}`)}</small>}
    </span>
  );
}

function RunCard({ run }: { readonly run: Run }) {
  return (
    <div className={styles.card}>
      <div>
        <b>{run.plan_name}</b>
        <Outcome run={run} />
      </div>
      <div>
        <Planned run={run} />
        <Spent run={run} />
      </div>
      <Purchases run={run} />
    </div>
  );
}
