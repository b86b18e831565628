import { Link } from '@tanstack/react-router';
import { Chip, type Column, DataTable, EmptyState, type Rows } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useStaff } from '../../lib/session.ts';
import { utcText } from '../../lib/times.ts';
import { ListFailure } from '../../ui/list-failure.tsx';
import { EndRestrictionDialog, RenewRestrictionDialog } from './dialogs.tsx';
import styles from './restriction-table.module.css';
import type { Restriction } from './restrictions.ts';

type Act = 'end' | 'renew';

interface TableProps {
  readonly data: Rows<Restriction>;
  readonly onRetry: () => void;
  /** Whether to show the client; false on a client's own page. */
  readonly withClient?: boolean;
  /** Whether the account has the viewer's own email; staff cannot act on such an account. */
  readonly isOwn?: boolean;
}

export function RestrictionTable({ data, onRetry, withClient = true, isOwn = false }: TableProps) {
  const { t } = useTranslation('people');
  const mayAct = useStaff()?.roles.some((role) => role === 'compliance' || role === 'administrator') && !isOwn;
  const [asked, setAsked] = useState<{ readonly act: Act; readonly restriction: Restriction }>();
  const acts = (restriction: Restriction) =>
    mayAct && restriction.ended_at === 0 ? (
      <Acts restriction={restriction} onAct={(act) => setAsked({ act, restriction })} />
    ) : null;
  const close = () => setAsked(undefined);
  return (
    <>
      <DataTable
        dense
        label={t('restrictions.title')}
        columns={useColumns(withClient, acts)}
        data={data}
        rowKey={({ id }) => String(id)}
        card={(restriction) => <Card restriction={restriction} withClient={withClient} acts={acts(restriction)} />}
        empty={<EmptyState title={t('restrictions.none')}>{withClient ? t('restrictions.noneText') : null}</EmptyState>}
        error={<ListFailure onRetry={onRetry} />}
      />
      {asked?.act === 'end' ? <EndRestrictionDialog restriction={asked.restriction} onClose={close} /> : null}
      {asked?.act === 'renew' ? <RenewRestrictionDialog restriction={asked.restriction} onClose={close} /> : null}
    </>
  );
}

function useColumns(withClient: boolean, acts: (restriction: Restriction) => React.ReactNode): Column<Restriction>[] {
  const { t } = useTranslation(['people', 'common']);
  const client: Column<Restriction> = {
    key: 'client',
    header: t('restrictions.client'),
    render: ({ uid }) => <ClientLink uid={uid} />,
  };
  return [
    ...(withClient ? [client] : []),
    { key: 'kind', header: t('restrictions.kind'), render: (restriction) => <Kind restriction={restriction} /> },
    {
      key: 'reason',
      header: t('restrictions.reason'),
      render: (restriction) => <Why restriction={restriction} />,
    },
    {
      key: 'by',
      header: t('restrictions.setBy'),
      render: ({ set_by, set_at }) => (
        <>
          {set_by}
          <br />
          <span className="num faint">{utcText(set_at)}</span>
        </>
      ),
    },
    { key: 'ends', header: t('restrictions.ends'), render: (restriction) => <End restriction={restriction} /> },
    { key: 'acts', header: <span className="visually-hidden">{t('common:actions')}</span>, align: 'end', render: acts },
  ];
}

export function ClientLink({ uid }: { readonly uid: string }) {
  return (
    <Link to={paths.client} params={{ uid }} className="link num">
      {uid}
    </Link>
  );
}

function Kind({ restriction: { kind, ended_at, objection_open } }: { readonly restriction: Restriction }) {
  const { t } = useTranslation('people');
  const tone = ended_at > 0 ? 'plain' : kind === 'freeze' ? 'bad' : 'wait';
  return (
    <>
      <Chip tone={tone}>{t(`kinds.${kind}`)}</Chip>{' '}
      {objection_open ? <Chip tone="note">{t('restrictions.objection')}</Chip> : null}
    </>
  );
}

function Why({ restriction: { reason, rule } }: { readonly restriction: Restriction }) {
  const { t } = useTranslation('people');
  return (
    <>
      {t(`reasons.${reason}`)}
      <p className={styles.rule}>{rule}</p>
    </>
  );
}

function End({ restriction }: { readonly restriction: Restriction }) {
  const { t } = useTranslation('people');
  const { ended_at, ends_at, ended_by, end_reason, renewed_by } = restriction;
  if (ended_at === 0)
    return (
      <>
        <span className="num">{utcText(ends_at)}</span>
        {renewed_by ? <p className="faint">{t('restrictions.renewed', { who: renewed_by })}</p> : null}
      </>
    );
  return (
    <>
      <span className="num">{utcText(ended_at)}</span>
      <p className={`faint ${styles.endReason}`}>
        {ended_by || t('restrictions.itself')}
        {end_reason ? `: ${end_reason}` : null}
      </p>
    </>
  );
}

function Acts({ restriction, onAct }: { readonly restriction: Restriction; readonly onAct: (act: Act) => void }) {
  const { t } = useTranslation('people');
  const { uid, kind } = restriction;
  const words = {
    end: t(kind === 'freeze' ? 'restrictions.unfreeze' : 'restrictions.end'),
    renew: t('restrictions.renew'),
  };
  return (
    <span className={styles.acts}>
      {(['renew', 'end'] as const).map((act) => (
        <button
          key={act}
          type="button"
          className="link"
          aria-label={`${words[act]}, ${t(`kinds.${kind}`)}, ${uid}`}
          onClick={() => onAct(act)}
        >
          {words[act]}
        </button>
      ))}
    </span>
  );
}

interface CardProps {
  readonly restriction: Restriction;
  readonly withClient: boolean;
  readonly acts: React.ReactNode;
}

function Card({ restriction, withClient, acts }: CardProps) {
  return (
    <div className={styles.card}>
      <p>
        {withClient ? <ClientLink uid={restriction.uid} /> : null} <Kind restriction={restriction} />
      </p>
      <div>
        <Why restriction={restriction} />
      </div>
      <p className="faint">{restriction.set_by}</p>
      <div>
        <End restriction={restriction} />
      </div>
      {acts}
    </div>
  );
}
