import { IconActivity } from '@tabler/icons-react';
import { CoinName, type Column, DataTable, EmptyState, LoadFailed } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTimeText } from '../../../lib/when.ts';
import { accruedToday } from '../shared/accrual.ts';
import { CoinText } from '../shared/coin-text.tsx';
import { useTermName } from '../shared/use-terms.ts';
import styles from './live.module.css';
import { type Source, useSources } from './use-sources.ts';

const ROWS = 10;

/** What the client's stakes and miners are accruing now. */
export function Accruing({ emptyAction }: { readonly emptyAction: ReactNode }) {
  const { t } = useTranslation('earn');
  const { sources, nowMs, isError, refetch } = useSources();
  const columns = useColumns(nowMs);
  const failed = <LoadFailed title={t('live.failed')} onRetry={refetch} />;
  if (isError && sources === undefined) return failed;
  return (
    <div className={styles.list}>
      <DataTable
        label={t('live.sources')}
        columns={columns}
        data={sources === undefined ? { status: 'pending' } : { status: 'success', rows: sources }}
        rowKey={({ key }) => key}
        pageSize={ROWS}
        pageLabel={(page) => t('products.page', { page })}
        card={(source) => <SourceCard source={source} nowMs={nowMs} />}
        skeletonRows={2}
        empty={
          <EmptyState
            size="page"
            icon={IconActivity}
            caption={t('live.idle')}
            title={t('live.idleText')}
            action={emptyAction}
            role="status"
          />
        }
        error={failed}
      />
    </div>
  );
}

/** 'Mining in Progress...' while anything accrues; otherwise states that nothing does. */
export function LiveStatus() {
  const { t } = useTranslation('earn');
  const { sources } = useSources();
  const isRunning = sources !== undefined && sources.length > 0;
  return (
    <p className={styles.status} data-running={isRunning || undefined} role="status">
      <i aria-hidden="true" />
      {sources === undefined ? '' : t(isRunning ? 'live.running' : 'live.idle')}
    </p>
  );
}

function useColumns(nowMs: number): readonly Column<Source>[] {
  const { t } = useTranslation('earn');
  return [
    { key: 'source', header: t('live.source'), render: (source) => <Name source={source} /> },
    {
      key: 'perDay',
      header: t('live.perDay'),
      align: 'end',
      render: ({ perDay, coin }) => <CoinText amount={perDay} coin={coin} />,
    },
    {
      key: 'today',
      header: t('live.today'),
      align: 'end',
      render: (source) => <Today source={source} nowMs={nowMs} />,
    },
    { key: 'soFar', header: t('live.soFar'), align: 'end', render: (source) => <SoFar source={source} /> },
  ];
}

function Name({ source: { kind, coin, days } }: { readonly source: Source }) {
  const { t } = useTranslation('earn');
  const termName = useTermName();
  const term = termName(days);
  return <CoinName coin={coin} about={t(kind === 'stake' ? 'live.stakeKind' : 'live.minerKind', { term })} />;
}

const SoFar = ({ source: { soFar, coin } }: { readonly source: Source }) => (
  <span className={styles.gain}>
    <CoinText amount={soFar} coin={coin} signed />
  </span>
);

/** The current day: what it has earned so far, and when that is posted. */
function Today({ source, nowMs }: { readonly source: Source; readonly nowMs: number }) {
  const { t } = useTranslation('earn');
  const begins = source.startMs > nowMs;
  return (
    <span className={styles.today}>
      <CoinText amount={accruedToday(source, nowMs)} coin={source.coin} />
      <small>
        {begins
          ? t('live.begins', { time: dateTimeText(source.startMs) })
          : t('live.posted', { time: dateTimeText(source.nextMs) })}
      </small>
    </span>
  );
}

function SourceCard({ source, nowMs }: { readonly source: Source; readonly nowMs: number }) {
  const { t } = useTranslation('earn');
  return (
    <div className={styles.card}>
      <Name source={source} />
      <SoFar source={source} />
      <Today source={source} nowMs={nowMs} />
      <small className={styles.perDay}>
        <CoinText amount={source.perDay} coin={source.coin} /> {t('miner.perDay')}
      </small>
    </div>
  );
}
