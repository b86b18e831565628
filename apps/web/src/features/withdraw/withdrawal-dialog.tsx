import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, formatPrice, toast } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import { queryClient, WALLET_KEY } from '../../lib/query-client.ts';
import { trimZeros } from '../../lib/trading/decimal.ts';
import { dateTimeText } from '../../lib/when.ts';
import type { Withdrawal } from '../../lib/withdrawals.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Fact, FactList } from '../../ui/fact-list.tsx';
import { doneSteps, isOver, statusWord, withdrawalSteps } from './progress.ts';
import styles from './recent-withdrawals.module.css';

type WithdrawalDialogProps = { readonly withdrawal: Withdrawal; readonly onClose: () => void };

/** One withdrawal: how far it is, everything known of it, and stopping it while that is possible. */
export function WithdrawalDialog({ withdrawal, onClose }: WithdrawalDialogProps) {
  const { t } = useTranslation('withdraw');
  const cancel = useMutation({
    mutationFn: () => call('POST /api/v3/withdrawals/cancel', { body: { withdrawal_id: withdrawal.id } }),
    onSuccess: () => toast.ok(t('detail.cancelled')),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: WALLET_KEY }),
  });
  const isStopped = isOver(withdrawal) && withdrawal.stage !== 'completed';
  return (
    <Dialog opened onClose={onClose} title={t('detail.title')} size={560}>
      <div className={styles.detail}>
        {isStopped ? <p className={styles.back}>{t('detail.back')}</p> : <StepMarks withdrawal={withdrawal} />}
        <div className={`num ${styles.facts}`}>
          <Facts withdrawal={withdrawal} />
        </div>
        {withdrawal.may_cancel ? (
          <Button variant="default" fullWidth loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('detail.cancel')}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}

function StepMarks({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { t } = useTranslation('withdraw');
  const done = doneSteps(withdrawal);
  return (
    <ol className={styles.steps}>
      {withdrawalSteps.map((step, index) => (
        <li key={step} data-done={index < done || undefined} aria-current={index === done ? 'step' : undefined}>
          {t(`detail.steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}

function Facts({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { t } = useTranslation('withdraw');
  const { coin, refusal_reason, refusal_note, approvals_needed, approvals, position } = withdrawal;
  const amount = (text: string) => `${formatPrice(trimZeros(text))} ${coin}`;
  return (
    <FactList>
      <Fact name={t('detail.status')} value={t(`status.${statusWord(withdrawal)}`)} />
      {refusal_reason === '' ? null : (
        <Fact
          name={t('detail.reason')}
          value={[t(`refusal.${refusal_reason}`), refusal_note].filter(Boolean).join('. ')}
        />
      )}
      <Fact name={t('detail.amount')} value={amount(withdrawal.withdraw_amount)} />
      <Fact name={t('detail.fee')} value={amount(withdrawal.gasfee)} />
      <Fact name={t('detail.arrives')} value={amount(withdrawal.received_amount)} />
      <Fact name={t('detail.to')} value={<AddressText address={withdrawal.withdraw_address} />} />
      <Fact name={t('detail.network')} value={withdrawal.network} />
      <Fact name={t('detail.worth')} value={`${formatPrice(trimZeros(withdrawal.value_usdt))} USDT`} />
      <Fact name={t('detail.confirmed')} value={dateTimeText(withdrawal.application_time)} />
      {approvals_needed === 0 ? null : (
        <Fact
          name={t('detail.approvals')}
          value={t('detail.approvalsOf', { given: approvals, needed: approvals_needed })}
        />
      )}
      <Transaction withdrawal={withdrawal} />
      <Fact
        name={t('detail.entry')}
        value={position === 0 ? undefined : t('detail.entryNumber', { position })}
        unset="–"
      />
    </FactList>
  );
}

function Transaction({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { t } = useTranslation('withdraw');
  const { txid, is_internal, confirmations, confirmations_needed } = withdrawal;
  if (txid === '') {
    return (
      <Fact
        name={t('detail.txid')}
        value={undefined}
        unset={t(is_internal ? 'detail.txidInternal' : 'detail.txidNone')}
      />
    );
  }
  return (
    <>
      <Fact
        name={t('detail.txid')}
        value={
          <span className={styles.txid}>
            {txid}
            <CopyButton text={txid} label={t('detail.copyTxid')} />
          </span>
        }
      />
      <Fact
        name={t('detail.confirmations')}
        value={t('detail.confirmationsOf', { given: confirmations, needed: confirmations_needed })}
      />
    </>
  );
}
