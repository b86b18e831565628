import { Chip, type Column, DataTable, EmptyState, type Rows } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { utcText } from '../../lib/times.ts';
import { ListFailure } from '../../ui/list-failure.tsx';
import { ApproveDialog, GiveBackDialog, PayAgainDialog, RefuseDialog, wordsOf } from './dialogs.tsx';
import { Hints, What, Where, Who } from './withdrawal-cells.tsx';
import styles from './withdrawal-table.module.css';
import { counts, type Withdrawal } from './withdrawals.ts';

const acts = ['approve', 'refuse', 'payAgain', 'giveBack'] as const;
type Act = (typeof acts)[number];

const dialogs = { approve: ApproveDialog, refuse: RefuseDialog, payAgain: PayAgainDialog, giveBack: GiveBackDialog };

type TableProps = { readonly data: Rows<Withdrawal>; readonly onRetry: () => void; readonly emptyText: string };

/**
 * Withdrawals with everything needed for a decision: the client, the amount, the destination, and warnings raised by
 * rules.
 */
export function WithdrawalTable({ data, onRetry, emptyText }: TableProps) {
  const { t } = useTranslation('withdrawals');
  const [asked, setAsked] = useState<{ readonly act: Act; readonly withdrawal: Withdrawal }>();
  const ask = (act: Act, withdrawal: Withdrawal) => setAsked({ act, withdrawal });
  const AskedDialog = asked && dialogs[asked.act];
  return (
    <>
      <DataTable
        dense
        label={t('title')}
        columns={useColumns(ask)}
        data={data}
        rowKey={({ id }) => String(id)}
        card={(withdrawal) => <Card withdrawal={withdrawal} onAct={ask} />}
        empty={<EmptyState title={t('none')}>{emptyText}</EmptyState>}
        error={<ListFailure onRetry={onRetry} />}
      />
      {AskedDialog ? <AskedDialog withdrawal={asked.withdrawal} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}

type OneProps = { readonly withdrawal: Withdrawal };
type ActsProps = OneProps & { readonly onAct: (act: Act, withdrawal: Withdrawal) => void };

function useColumns(onAct: ActsProps['onAct']): readonly Column<Withdrawal>[] {
  const { t } = useTranslation(['withdrawals', 'common']);
  return [
    { key: 'client', header: t('client'), render: (withdrawal) => <Who withdrawal={withdrawal} /> },
    { key: 'what', header: t('what'), render: (withdrawal) => <What withdrawal={withdrawal} /> },
    { key: 'to', header: t('to'), render: (withdrawal) => <Where withdrawal={withdrawal} /> },
    { key: 'hints', header: t('hints'), render: (withdrawal) => <Hints withdrawal={withdrawal} /> },
    { key: 'stage', header: t('stage'), render: (withdrawal) => <Stage withdrawal={withdrawal} /> },
    {
      key: 'acts',
      header: <span className="visually-hidden">{t('common:actions')}</span>,
      align: 'end',
      render: (withdrawal) => <Acts withdrawal={withdrawal} onAct={onAct} />,
    },
  ];
}

function Stage({ withdrawal }: OneProps) {
  const { t } = useTranslation('withdrawals');
  const { stage, stage_at, approvals, approvals_needed, refusal_reason, refusal_note, refused_by } = withdrawal;
  const { txid, has_failed, displaced_by, failures, identity_decided_by_you } = withdrawal;
  return (
    <>
      {t(`stages.${stage}`)} <span className="num faint">{t('since', { time: utcText(stage_at) })}</span>
      {approvals_needed > 0 && (approvals.length > 0 || stage === 'waiting_approval') ? (
        <p className={`num ${styles.small}`}>
          {t('ofApprovals', { given: approvals.filter(counts).length, needed: approvals_needed })}
        </p>
      ) : null}
      {approvals.map(({ by, reason, at, void_reason }) => (
        <p key={`${by} ${at}`} className={styles.small}>
          {t('approvedBy', { who: by, reason })}
          {void_reason === '' ? null : <b> {t(`approvalVoid.${void_reason}`)}</b>}
        </p>
      ))}
      {stage === 'waiting_approval' && identity_decided_by_you ? (
        <p className={styles.small}>{t('identityDecidedByYou')}</p>
      ) : null}
      {refusal_reason === '' ? null : (
        <p className={styles.small}>
          {[t('refusedBy', { who: refused_by || '–', reason: t(`refusals.${refusal_reason}`) }), refusal_note]
            .filter(Boolean)
            .join('. ')}
        </p>
      )}
      {has_failed ? (
        <p>
          <Chip tone="bad">{t(displaced_by === '' ? 'paymentFailed' : 'displaced')}</Chip>
        </p>
      ) : null}
      {txid === '' ? null : <p className={`num ${styles.small} ${styles.address}`}>{txid}</p>}
      {has_failed && displaced_by !== '' ? (
        <p className={`${styles.small} ${styles.address}`}>
          {t('displacedBy')} <span className="num">{displaced_by}</span>
        </p>
      ) : null}
      {failures.map((failure) => (
        <Failure key={failure.at} failure={failure} />
      ))}
    </>
  );
}

function Failure({ failure }: { readonly failure: Withdrawal['failures'][number] }) {
  const { decision, txid, displaced_by, by, reason } = failure;
  const { t } = useTranslation('withdrawals');
  return (
    <p className={styles.small}>
      {t(decision === 'pay_again' ? 'paidAgainBy' : 'givenBackBy', { who: by, reason })}{' '}
      <span className="num">{txid}</span>
      {displaced_by === '' ? null : (
        <>
          {' '}
          {t('displacedBy')} <span className="num">{displaced_by}</span>
        </>
      )}
    </p>
  );
}

function Acts({ withdrawal, onAct }: ActsProps) {
  const { t } = useTranslation('withdrawals');
  const { may_approve, may_refuse, may_resolve } = withdrawal;
  const isOpen = { approve: may_approve, refuse: may_refuse, payAgain: may_resolve, giveBack: may_resolve };
  return (
    <span className={styles.acts}>
      {acts
        .filter((act) => isOpen[act])
        .map((act) => (
          <button
            key={act}
            type="button"
            className="link"
            aria-label={t(`${act}Named`, wordsOf(withdrawal))}
            onClick={() => onAct(act, withdrawal)}
          >
            {t(act)}
          </button>
        ))}
    </span>
  );
}

function Card({ withdrawal, onAct }: ActsProps) {
  return (
    <div className={styles.card}>
      <div>
        <What withdrawal={withdrawal} />
      </div>
      <div>
        <Who withdrawal={withdrawal} />
      </div>
      <div>
        <Where withdrawal={withdrawal} />
      </div>
      <Hints withdrawal={withdrawal} />
      <div>
        <Stage withdrawal={withdrawal} />
      </div>
      <Acts withdrawal={withdrawal} onAct={onAct} />
    </div>
  );
}
