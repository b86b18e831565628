import { Button, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Chip, type Column, DataTable, Dialog, EmptyState, formatInteger, MoreRows, rowsOf, toast } from '@vitrine/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call, errorText } from '../../lib/api.ts';
import { utcText } from '../../lib/times.ts';
import { BeforeAfter } from '../../ui/before-after.tsx';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './audit-page.module.css';
import { exportTrail } from './export-trail.ts';

type Entry = CallResponse<'GET /api/v3/console/audit'>['entries'][number];
export type AuditFilter = { readonly staff_id?: string; readonly action?: string; readonly subject?: string };

/** Everything operators did and viewed; entries can be filtered, opened, verified as a chain, and exported. */
export function AuditPage() {
  const { t } = useTranslation(['audit', 'common']);
  const [filter, setFilter] = useState<AuditFilter>({});
  const [shown, setShown] = useState<Entry>();
  const query = useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/v3/console/audit', {
        query: { ...filter, ...(pageParam === undefined ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ entries, more }) => (more ? entries.at(-1)?.id : undefined),
  });
  const exporting = useMutation({
    mutationFn: () => exportTrail(filter),
    onSuccess: (count) => toast.ok(t('exported', { count })),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      side={
        <>
          <VerifyButton />
          <Button variant="outline" loading={exporting.isPending} onClick={() => exporting.mutate()}>
            {t('export')}
          </Button>
        </>
      }
    >
      <Filter onFilter={setFilter} />
      <DataTable
        dense
        label={t('title')}
        columns={useColumns(setShown)}
        data={rowsOf(query, ({ pages }) => pages.flatMap(({ entries }) => entries))}
        rowKey={({ id }) => String(id)}
        pageSize={10_000}
        card={(entry) => <Card entry={entry} onShow={setShown} />}
        empty={<EmptyState title={t('empty')} />}
        error={<ListFailure onRetry={() => void query.refetch()} />}
      />
      <MoreRows query={query} label={t('common:more')} failed={t('common:errors.list')} />
      {shown ? <EntryDialog entry={shown} onClose={() => setShown(undefined)} /> : null}
    </Page>
  );
}

function VerifyButton() {
  const { t } = useTranslation('audit');
  const verifying = useMutation({
    mutationFn: () => call('GET /api/v3/console/audit/verify'),
    onError: (error) => toast.error(errorText(error)),
  });
  const verdict = verifying.data;
  return (
    <>
      {verdict ? (
        <span className={styles.verdict} role="status">
          <Chip tone={verdict.holds ? 'ok' : 'bad'}>
            {verdict.holds
              ? t('holds', { entries: formatInteger(verdict.entries) })
              : t('broken', { id: verdict.broken_at })}
          </Chip>
          {verdict.head === null ? null : <code>{verdict.head.slice(0, 16)}…</code>}
        </span>
      ) : null}
      <Button variant="outline" loading={verifying.isPending} onClick={() => verifying.mutate()}>
        {t('verify')}
      </Button>
    </>
  );
}

function Filter({ onFilter }: { readonly onFilter: (filter: AuditFilter) => void }) {
  const { t } = useTranslation('audit');
  const [action, setAction] = useState('');
  const [subject, setSubject] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFilter({
      ...(action.trim() === '' ? {} : { action: action.trim() }),
      ...(subject.trim() === '' ? {} : { subject: subject.trim() }),
    });
  };
  return (
    <form className={styles.filter} onSubmit={submit}>
      <TextInput
        label={t('did')}
        placeholder="consoleApprove"
        maxLength={64}
        value={action}
        onChange={(event) => setAction(event.currentTarget.value)}
      />
      <TextInput
        label={t('about')}
        placeholder="exchange settings"
        maxLength={120}
        value={subject}
        onChange={(event) => setSubject(event.currentTarget.value)}
      />
      <Button type="submit" variant="outline">
        {t('filter')}
      </Button>
    </form>
  );
}

const TONES = { looked: 'plain', asked: 'wait', done: 'ok', refused: 'bad' } as const;

function useColumns(onShow: (entry: Entry) => void): Column<Entry>[] {
  const { t } = useTranslation('audit');
  return [
    { key: 'id', header: '#', render: ({ id }) => <span className="num faint">{id}</span> },
    { key: 'time', header: t('time'), render: ({ at }) => <span className="num dim">{utcText(at)}</span> },
    { key: 'who', header: t('who'), render: ({ staff_email }) => staff_email },
    {
      key: 'did',
      header: t('did'),
      render: (entry) => (
        <button type="button" className="link" onClick={() => onShow(entry)}>
          {entry.action}
        </button>
      ),
    },
    {
      key: 'phase',
      header: t('phase'),
      render: ({ phase }) => <Chip tone={TONES[phase]}>{t(`phases.${phase}`)}</Chip>,
    },
    { key: 'about', header: t('about'), render: ({ subject }) => subject },
    { key: 'seal', header: t('seal'), render: ({ hash }) => <code className="faint">{seal(hash)}</code> },
  ];
}

const seal = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

function Card({ entry, onShow }: { readonly entry: Entry; readonly onShow: (entry: Entry) => void }) {
  const { t } = useTranslation('audit');
  return (
    <div className={styles.card}>
      <p>
        <button type="button" className="link" onClick={() => onShow(entry)}>
          {entry.action}
        </button>{' '}
        <Chip tone={TONES[entry.phase]}>{t(`phases.${entry.phase}`)}</Chip>
      </p>
      <p>{entry.subject}</p>
      <p className="dim">{entry.staff_email}</p>
      <p className="num faint">
        #{entry.id}, {utcText(entry.at)}
      </p>
    </div>
  );
}

function EntryDialog({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  const { t } = useTranslation('audit');
  const { before, after, ...rest } = entry.details;
  return (
    <Dialog opened onClose={onClose} title={`#${entry.id} ${entry.action}`} size={640}>
      <dl className={styles.facts}>
        <dt>{t('time')}</dt>
        <dd className="num">{utcText(entry.at)}</dd>
        <dt>{t('who')}</dt>
        <dd>
          {entry.staff_email} ({entry.ip})
        </dd>
        <dt>{t('about')}</dt>
        <dd>{entry.subject || t('nobody')}</dd>
        <dt>{t('seal')}</dt>
        <dd>
          <code>{entry.hash}</code>
        </dd>
      </dl>
      {before === undefined && after === undefined ? null : (
        <BeforeAfter label={t('changes')} before={before} after={after} />
      )}
      {Object.keys(rest).length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <pre className={styles.details} tabIndex={0}>
          {JSON.stringify(rest, null, 2)}
        </pre>
      )}
    </Dialog>
  );
}
