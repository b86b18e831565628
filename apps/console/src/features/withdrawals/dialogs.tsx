import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { formatExact } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../lib/addresses.ts';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import styles from './dialogs.module.css';
import { Hints, Where, Who } from './withdrawal-cells.tsx';
import {
  type Blocked,
  blockedChanged,
  counts,
  networks,
  type Refusal,
  refusals,
  type Withdrawal,
  withdrawalsChanged,
} from './withdrawals.ts';

type OneProps = { readonly withdrawal: Withdrawal; readonly onClose: () => void };

export const wordsOf = ({ amount, coin, uid }: Withdrawal) => ({ amount: formatExact(amount), coin, uid });

export function ApproveDialog({ withdrawal, onClose }: OneProps) {
  const { t } = useTranslation('withdrawals');
  const queries = useQueryClient();
  const { id, approvals, approvals_needed } = withdrawal;
  const isLast = approvals.filter(counts).length + 1 >= approvals_needed;
  return (
    <ActDialog
      title={t('approveNamed', wordsOf(withdrawal))}
      onClose={onClose}
      action={t('approve')}
      decision="approve"
      done={t('approved')}
      act={async (reason) => {
        await call('POST /api/v3/console/withdrawals/approve', { body: { withdrawal_id: id, reason } });
        await withdrawalsChanged(queries);
      }}
    >
      <About withdrawal={withdrawal} />
      <p className="dim">{t(isLast ? 'approveText' : 'approveFirstText')}</p>
    </ActDialog>
  );
}

export function RefuseDialog({ withdrawal, onClose }: OneProps) {
  const { t } = useTranslation('withdrawals');
  const queries = useQueryClient();
  const [refusal, setRefusal] = useState<Refusal>('fraud_suspected');
  const [note, setNote] = useState('');
  return (
    <ActDialog
      title={t('refuseNamed', wordsOf(withdrawal))}
      onClose={onClose}
      action={t('refuse')}
      decision="refuse"
      reasonIs="absent"
      done={t('refused')}
      act={async () => {
        await call('POST /api/v3/console/withdrawals/refuse', {
          body: { withdrawal_id: withdrawal.id, refusal, note },
        });
        await withdrawalsChanged(queries);
      }}
    >
      <About withdrawal={withdrawal} />
      <p className="dim">{t('refuseText')}</p>
      <NativeSelect
        label={t('reason')}
        name="refusal"
        value={refusal}
        data={refusals.map((value) => ({ value, label: t(`refusals.${value}`) }))}
        onChange={(event) => setRefusal(event.currentTarget.value as Refusal)}
      />
      <ClientNote value={note} onChange={setNote} />
    </ActDialog>
  );
}

/** The details of the withdrawal, so that the operator need not remember them from the list. */
function About({ withdrawal }: Pick<OneProps, 'withdrawal'>) {
  const { t } = useTranslation('withdrawals');
  return (
    <div className={styles.about}>
      <div>
        <Where withdrawal={withdrawal} />
        <p className="num dim">{t('fee', { fee: formatExact(withdrawal.fee), coin: withdrawal.coin })}</p>
      </div>
      <div>
        <Who withdrawal={withdrawal} />
      </div>
      <Hints withdrawal={withdrawal} />
    </div>
  );
}

/** Requests another payment for a withdrawal whose previous payment moved nothing. */
export function PayAgainDialog({ withdrawal, onClose }: OneProps) {
  const { t } = useTranslation('withdrawals');
  const queries = useQueryClient();
  const { id, payment_attempt } = withdrawal;
  return (
    <ActDialog
      title={t('payAgainNamed', wordsOf(withdrawal))}
      onClose={onClose}
      action={t('payAgain')}
      decision="approve"
      done={t('paidAgain')}
      act={async (reason) => {
        await call('POST /api/v3/console/withdrawals/pay-again', {
          body: { withdrawal_id: id, payment_attempt, reason },
        });
        await withdrawalsChanged(queries);
      }}
    >
      <About withdrawal={withdrawal} />
      <FailedTransaction withdrawal={withdrawal} />
      <p className="dim">{t(withdrawal.displaced_by === '' ? 'payAgainText' : 'displacedPayAgainText')}</p>
    </ActDialog>
  );
}

export function GiveBackDialog({ withdrawal, onClose }: OneProps) {
  const { t } = useTranslation('withdrawals');
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const { id, payment_attempt } = withdrawal;
  return (
    <ActDialog
      title={t('giveBackNamed', wordsOf(withdrawal))}
      onClose={onClose}
      action={t('giveBack')}
      decision="refuse"
      done={t('refused')}
      act={async (reason) => {
        await call('POST /api/v3/console/withdrawals/give-back', {
          body: { withdrawal_id: id, payment_attempt, reason, note },
        });
        await withdrawalsChanged(queries);
      }}
    >
      <FailedTransaction withdrawal={withdrawal} />
      <p className="dim">{t(withdrawal.displaced_by === '' ? 'giveBackText' : 'displacedGiveBackText')}</p>
      <ClientNote value={note} onChange={setNote} />
    </ActDialog>
  );
}

function FailedTransaction({ withdrawal: { txid, displaced_by } }: Pick<OneProps, 'withdrawal'>) {
  const { t } = useTranslation('withdrawals');
  return (
    <>
      {txid === '' ? null : (
        <p className={styles.txid}>
          {t('failedTransaction')} <span className="num">{txid}</span>
        </p>
      )}
      {displaced_by === '' ? null : (
        <>
          <p className={styles.txid}>
            {t('displacedBy')} <span className="num">{displaced_by}</span>
          </p>
          <p>{t('displacedText')}</p>
        </>
      )}
    </>
  );
}

type NoteProps = { readonly value: string; readonly onChange: (note: string) => void };

function ClientNote({ value, onChange }: NoteProps) {
  const { t } = useTranslation('withdrawals');
  return (
    <Textarea
      label={t('note')}
      description={t('noteText')}
      name="note"
      rows={3}
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function BlockDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('withdrawals');
  const queries = useQueryClient();
  const [network, setNetwork] = useState<Blocked['network']>('TRC20');
  const [address, setAddress] = useState('');
  return (
    <ActDialog
      title={t('blocked.addTitle')}
      onClose={onClose}
      action={t('blocked.add')}
      decision="refuse"
      fault={address.trim() === '' ? t('blocked.addressMissing') : undefined}
      done={t('blocked.added')}
      act={async (reason) => {
        await call('POST /api/v3/console/blocked-addresses/add', { body: { network, address, reason } });
        await blockedChanged(queries);
      }}
    >
      <p className="dim">{t('blocked.addText')}</p>
      <NativeSelect
        label={t('blocked.network')}
        name="network"
        value={network}
        data={[...networks]}
        onChange={(event) => setNetwork(event.currentTarget.value as Blocked['network'])}
      />
      <TextInput
        label={t('blocked.address')}
        name="address"
        value={address}
        maxLength={128}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setAddress(event.currentTarget.value.replace(/\s/g, ''))}
      />
    </ActDialog>
  );
}

export function UnblockDialog({ blocked, onClose }: { readonly blocked: Blocked; readonly onClose: () => void }) {
  const { t } = useTranslation('withdrawals');
  const queries = useQueryClient();
  return (
    <ActDialog
      title={t('blocked.remove')}
      onClose={onClose}
      action={t('blocked.remove')}
      decision="approve"
      done={t('blocked.removed')}
      act={async (reason) => {
        await call('POST /api/v3/console/blocked-addresses/remove', { body: { blocked_id: blocked.id, reason } });
        await blockedChanged(queries);
      }}
    >
      <p className="num">{grouped(blocked.address)}</p>
      <p className="dim">{t('blocked.removeText')}</p>
    </ActDialog>
  );
}
