import { Chip, type Column, DataTable, formatExact, formatInteger, rowsOf } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../lib/api.ts';
import { useHealth } from '../../lib/health.ts';
import { utcText } from '../../lib/times.ts';
import { figureColumn } from '../../ui/column-table.tsx';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Page, Pane } from '../../ui/page.tsx';
import styles from './health-page.module.css';

type Health = CallResponse<'GET /api/v3/console/health'>;

const EVERY_MS = 2_000;
const MIB = 1024 * 1024;

/** The health of the exchange, live. */
export function HealthPage() {
  const { t } = useTranslation('health');
  const query = useHealth(EVERY_MS);
  const { data } = query;
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      side={
        data ? (
          <Chip tone={data.ready && !query.isError ? 'ok' : 'bad'}>
            {query.isError ? t('silent') : t(data.ready ? 'ready' : 'notReady')}
          </Chip>
        ) : null
      }
    >
      {data ? <Figures health={data} /> : null}
      {data && data.earn_faults.length > 0 ? <EarnFaults faults={data.earn_faults} /> : null}
      <Pane title={t('sums')} note={data ? t('sumsAt', { position: formatInteger(data.sums_position) }) : null}>
        <DataTable
          dense
          label={t('sums')}
          columns={useSumColumns()}
          data={rowsOf(query, ({ sums }) => sums)}
          rowKey={({ coin }) => coin}
          pageSize={200}
          empty={null}
          error={<ListFailure onRetry={() => void query.refetch()} />}
        />
      </Pane>
    </Page>
  );
}

function Figures({ health }: { readonly health: Health }) {
  const { t } = useTranslation('health');
  const { position, projected_position, state_hash, database, stream_clients, behind_ms } = health;
  const none = t('none');
  const figures: readonly (readonly [string, string, string])[] = [
    [t('position'), `#${formatInteger(position)}`, utcText(health.time)],
    [
      t('lag'),
      formatInteger(position - projected_position),
      t('lagNote', { position: formatInteger(projected_position) }),
    ],
    [t('behind'), `${formatInteger(Math.round(behind_ms))} ms`, t('behindNote')],
    [
      t('hash'),
      state_hash === null ? none : `${state_hash.hash.slice(0, 4)}…${state_hash.hash.slice(-4)}`,
      state_hash === null ? '' : t('hashNote', { position: formatInteger(state_hash.position) }),
    ],
    [t('stream'), formatInteger(stream_clients), t('streamNote')],
    [
      t('database'),
      database.answers_in_ms === null ? t('noAnswer') : `${database.answers_in_ms} ms`,
      t('databaseNote', {
        connections: database.connections,
        waiting: database.waiting,
        size: database.size_bytes === null ? none : formatInteger(Math.round(database.size_bytes / MIB)),
      }),
    ],
    [
      t('memory'),
      `${formatInteger(Math.round(health.memory_bytes / MIB))} MiB`,
      t('uptime', {
        hours: Math.floor(health.uptime_seconds / 3600),
        minutes: Math.floor(health.uptime_seconds / 60) % 60,
      }),
    ],
    [t('approvals'), formatInteger(health.approvals_waiting), t('approvalsNote')],
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(([name, figure, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b className="num">{figure}</b>
            <span className="num">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Postings, pay-outs and stakes that failed and are retried. */
function EarnFaults({ faults }: { readonly faults: Health['earn_faults'] }) {
  const { t } = useTranslation('health');
  const columns: Column<Health['earn_faults'][number]>[] = [
    { key: 'what', header: t('earn.what'), render: ({ kind, subject }) => `${t(`earn.kinds.${kind}`)} ${subject}` },
    { key: 'reason', header: t('earn.reason'), render: ({ reason }) => reason },
    figureColumn('attempts', t('earn.attempts'), ({ attempts }) => formatInteger(attempts)),
    figureColumn('since', t('earn.since'), ({ since }) => utcText(since)),
    figureColumn('retry', t('earn.retry'), ({ retry_at }) => utcText(retry_at)),
  ];
  return (
    <Pane title={t('earn.title')}>
      <DataTable
        dense
        label={t('earn.title')}
        columns={columns}
        data={{ status: 'success', rows: faults }}
        rowKey={({ kind, subject }) => `${kind} ${subject}`}
        pageSize={100}
        empty={null}
        error={null}
      />
    </Pane>
  );
}

function useSumColumns(): Column<Health['sums'][number]>[] {
  const { t } = useTranslation('health');
  return [
    { key: 'coin', header: t('coin'), render: ({ coin }) => coin },
    {
      key: 'sum',
      header: t('sum'),
      align: 'end',
      render: ({ sum }) => <SumText sum={sum} />,
    },
    figureColumn('owed', t('owed'), ({ owed_to_clients }) => formatExact(owed_to_clients)),
  ];
}

function SumText({ sum }: { readonly sum: string }) {
  const { t } = useTranslation('health');
  const isZero = /^-?0*\.?0*$/.test(sum);
  return <Chip tone={isZero ? 'ok' : 'bad'}>{isZero ? t('zero') : t('notZero', { sum })}</Chip>;
}
