import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Chip, CoinIcon, Dialog, formatInteger, formatPrice, toast } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../../lib/api.ts';
import { plainPrice, trimZeros } from '../../../lib/decimal.ts';
import { queryClient, WALLET_KEY } from '../../../lib/query-client.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { useWithdrawalLimits, type Withdrawal } from '../../../lib/withdrawals.ts';
import { AddressText } from '../../../ui/address-text.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { Note } from '../../../ui/note.tsx';
import { ArrivesSum } from './arrives-sum.tsx';
import confirmStyles from './confirm-withdrawal-dialog.module.css';
import { RestrictionNote } from './obstacles.tsx';
import { doneSteps, isOver, nextWord, progressSteps, statusWord } from './progress.ts';
import styles from './recent-withdrawals.module.css';

type WithdrawalDialogProps = {
  readonly withdrawal: Withdrawal;
  readonly networkName: string;
  readonly onClose: () => void;
};

/** One withdrawal: its progress, the next step, all details, and a button to stop it while that is possible. */
export function PastWithdrawalDialog({ withdrawal, networkName, onClose }: WithdrawalDialogProps) {
  const { t } = useTranslation('withdraw');
  return (
    <Dialog opened onClose={onClose} title={t('detail.title')} size={560}>
      <div className={styles.detail}>
        <p className={confirmStyles.amount}>
          <CoinIcon coin={withdrawal.coin} size={36} />
          <b className="num">{formatPrice(trimZeros(withdrawal.amount))}</b> {withdrawal.coin}
          <Chip>{networkName}</Chip>
        </p>
        <HowFar withdrawal={withdrawal} />
        <Receiver withdrawal={withdrawal} />
        {isStopped(withdrawal) ? null : <ArrivesSum sum={withdrawal} />}
        <div className={`num ${styles.facts}`}>
          <Facts withdrawal={withdrawal} />
        </div>
        {withdrawal.may_cancel ? <CancelButton withdrawal={withdrawal} /> : null}
      </div>
    </Dialog>
  );
}

type OneProps = { readonly withdrawal: Withdrawal };

/** Whether the withdrawal ended without being completed. */
const isStopped = (withdrawal: Withdrawal): boolean => isOver(withdrawal) && withdrawal.stage !== 'completed';

function HowFar({ withdrawal }: OneProps) {
  const { t } = useTranslation('withdraw');
  const { refusal_reason, refusal_note } = withdrawal;
  if (isStopped(withdrawal)) {
    const why = refusal_reason === '' ? '' : `${t(`refusal.${refusal_reason}`)}.`;
    return (
      <Note tone={why === '' ? 'info' : 'warn'} title={t('detail.back')}>
        {[why, refusal_note].filter(Boolean).join(' ')}
      </Note>
    );
  }
  const next = nextWord(withdrawal);
  return (
    <>
      <StepMarks withdrawal={withdrawal} />
      {next === undefined ? null : <p className={styles.next}>{t(`detail.next.${next}`)}</p>}
      {withdrawal.state === 'restricted' ? <Restricted /> : null}
    </>
  );
}

/** The restriction that blocks the withdrawal, and how to appeal. */
function Restricted() {
  const restriction = useWithdrawalLimits().data?.restriction;
  return restriction === undefined ? null : <RestrictionNote restriction={restriction} />;
}

function StepMarks({ withdrawal }: OneProps) {
  const { t } = useTranslation('withdraw');
  const done = doneSteps(withdrawal);
  return (
    <ol className={styles.steps}>
      {progressSteps.map((step, index) => (
        <li key={step} data-done={index < done || undefined} aria-current={index === done ? 'step' : undefined}>
          {t(`detail.steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}

function Receiver({ withdrawal: { address_label, address, is_internal } }: OneProps) {
  const { t } = useTranslation('withdraw');
  return (
    <div className={confirmStyles.to}>
      <p className={confirmStyles.who}>
        <b>{address_label === '' ? t('detail.to') : address_label}</b>
        {is_internal ? <span>{t('detail.internal')}</span> : null}
      </p>
      <p className={confirmStyles.address}>
        <AddressText address={address} />
      </p>
    </div>
  );
}

function Facts({ withdrawal }: OneProps) {
  const { t } = useTranslation('withdraw');
  const { coin, approvals_needed, approvals, position } = withdrawal;
  return (
    <FactList dense>
      <Fact name={t('detail.status')} value={t(`status.${statusWord(withdrawal)}`)} />
      <Fact name={t('detail.confirmed')} value={dateTimeText(withdrawal.requested_at)} />
      {approvals_needed === 0 || isStopped(withdrawal) ? null : (
        <Fact
          name={t('detail.approvals')}
          value={t('detail.approvalsOf', { given: approvals, needed: approvals_needed })}
        />
      )}
      {coin === 'USDT' ? null : (
        <Fact name={t('detail.worth')} value={`${formatPrice(trimZeros(withdrawal.value_usdt))} USDT`} />
      )}
      {isStopped(withdrawal) ? null : <Transaction withdrawal={withdrawal} />}
      <Fact
        name={t('detail.entry')}
        value={position === 0 ? undefined : t('detail.entryNumber', { position: formatInteger(position) })}
        unset="–"
      />
    </FactList>
  );
}

function Transaction({ withdrawal }: OneProps) {
  const { t } = useTranslation('withdraw');
  const { txid, explorer_url, is_internal, confirmations, confirmations_needed } = withdrawal;
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
            {explorer_url === '' ? (
              txid
            ) : (
              <a className="link" href={explorer_url} target="_blank" rel="noreferrer">
                {txid}
              </a>
            )}
            <CopyButton text={txid} label={t('detail.copyTxid')} />
          </span>
        }
      />
      <Fact
        name={t('detail.confirmations')}
        value={t('detail.confirmationsOf', {
          given: Math.min(confirmations, confirmations_needed),
          needed: confirmations_needed,
        })}
      />
    </>
  );
}

function CancelButton({ withdrawal: { id } }: OneProps) {
  const { t } = useTranslation('withdraw');
  const cancel = useMutation({
    mutationFn: () => call('POST /api/v3/withdrawals/cancel', { body: { withdrawal_id: id } }),
    onSuccess: ({ released: { amount, coin } }) =>
      toast.ok(t('detail.cancelled'), t('detail.released', { amount: formatPrice(plainPrice(amount)), coin })),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: WALLET_KEY }),
  });
  return (
    <div className={styles.foot}>
      <Button variant="default" size="lg" fullWidth loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('detail.cancel')}
      </Button>
    </div>
  );
}
