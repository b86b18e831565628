import { Checkbox } from '@mantine/core';
import { Failure, formatPrice, LoadFailed, settledAmount, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '../../../lib/api.ts';
import { plain, trimZeros } from '../../../lib/decimal.ts';
import { FormPanel } from '../../../ui/form-panel.tsx';
import { ActButton } from '../shared/act-button.tsx';
import { ArrivesSum } from './arrives-sum.tsx';
import { ConfirmWithdrawalDialog } from './confirm-withdrawal-dialog.tsx';
import { type Draft, draftOf } from './draft.ts';
import { FraudAlert } from './fraud-alert.tsx';
import { Obstacles } from './obstacles.tsx';
import { useWithdraw, type WithdrawModel } from './use-withdraw.ts';
import styles from './withdraw.module.css';
import { WithdrawAside } from './withdraw-aside.tsx';
import { AddressField, AmountField, CoinField, NetworkField } from './withdraw-fields.tsx';

type WithdrawPanelProps = {
  readonly chosenCoin: string | undefined;
  /** Called when the withdrawal has been confirmed. */
  readonly onSent: (withdrawalId: number) => void;
};

/** The withdrawal form; the button creates a draft, and the dialog confirms it. */
export function WithdrawPanel({ chosenCoin, onSent }: WithdrawPanelProps) {
  const { t } = useTranslation('withdraw');
  const withdraw = useWithdraw(chosenCoin);
  const drafting = useDrafting(withdraw);
  const { context, summary, dispatch, refusal } = withdraw;
  if (withdraw.hasFailed) return <LoadFailed title={t('failed')} onRetry={withdraw.refetch} />;
  return (
    <>
      <Obstacles limits={context.limits} />
      <FormPanel onSubmit={() => void drafting.ask()} aside={<WithdrawAside withdraw={withdraw} />}>
        <CoinField withdraw={withdraw} />
        <NetworkField withdraw={withdraw} />
        <AddressField withdraw={withdraw} />
        <AmountField withdraw={withdraw} />
        {mayBeOneStep(withdraw) ? (
          <Checkbox
            label={t('oneStep')}
            description={t('oneStepLeft', oneStepWords(context.limits?.one_step))}
            checked={drafting.isOneStep}
            onChange={(event) => drafting.setIsOneStep(event.currentTarget.checked)}
          />
        ) : null}
        <Failure>{refusal}</Failure>
        <WithdrawFoot withdraw={withdraw} isDrafting={drafting.isPending} />
      </FormPanel>
      {drafting.fraud === undefined ? null : <FraudAlert text={drafting.fraud} onClose={drafting.forgetFraud} />}
      {drafting.draft === undefined ? null : (
        <ConfirmWithdrawalDialog
          draft={drafting.draft}
          network={summary.row}
          saved={summary.saved}
          limits={context.limits}
          redraft={drafting.redraft}
          onClose={drafting.close}
          onSent={(id) => {
            drafting.close();
            dispatch({ type: 'sent' });
            onSent(id);
          }}
        />
      )}
    </>
  );
}

/** Creates a draft from the form and keeps it until it is confirmed or abandoned. */
function useDrafting(withdraw: WithdrawModel) {
  const { t } = useTranslation('withdraw');
  const { form } = withdraw;
  const [isOneStep, setIsOneStep] = useState(true);
  const [draft, setDraft] = useState<Draft>();
  const [fraud, setFraud] = useState<string>();
  const [isPending, setIsPending] = useState(false);

  const ask = async () => {
    if (isPending) return;
    if (!withdraw.attempt()) {
      if (withdraw.hasAddressError) toast.error(t('mismatch'));
      return;
    }
    setIsPending(true);
    try {
      setDraft(await draftOf(form, mayBeOneStep(withdraw) && isOneStep));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'recipient_flagged') setFraud(error.message);
      else if (error instanceof ApiError && error.code.startsWith('recipient_'))
        withdraw.setAddressRefusal(error.message);
      else withdraw.setRefusal(errorText(error));
    }
    setIsPending(false);
  };

  return {
    isOneStep,
    setIsOneStep,
    draft,
    close: () => setDraft(undefined),
    fraud,
    forgetFraud: () => setFraud(undefined),
    isPending,
    ask,
    redraft: async () => setDraft(await draftOf(form, false)),
  };
}

type WithdrawFootProps = { readonly withdraw: WithdrawModel; readonly isDrafting: boolean };

/** The amount that arrives, and the submit button, which names the withdrawn amount. */
function WithdrawFoot({ withdraw, isDrafting }: WithdrawFootProps) {
  const { t } = useTranslation(['withdraw', 'common']);
  const { form, summary } = withdraw;
  return (
    <div className={styles.foot}>
      <ArrivesSum
        sum={{
          coin: form.coin,
          amount: summary.amount && plain(summary.amount),
          fee: summary.fee && plain(summary.fee),
          arrives: summary.arrives && plain(summary.arrives),
        }}
      />
      <ActButton loading={isDrafting} waits={waitsFor(t, withdraw)} isShut={withdraw.isBlocked || isHeldBack(withdraw)}>
        {summary.amount === undefined
          ? t('actBare', { coin: form.coin })
          : t('act', { amount: formatPrice(settledAmount(form.amount)), coin: form.coin })}
      </ActButton>
    </div>
  );
}

type T = ReturnType<typeof useTranslation<['withdraw', 'common']>>['t'];

const waitsFor = (t: T, withdraw: WithdrawModel): string | undefined => {
  if (withdraw.isLoading) return t('common:waitsForBalance');
  if (isHeldBack(withdraw)) return undefined;
  if (withdraw.isStopped) return t('need.stopped', { network: withdraw.summary.row?.name });
  return withdraw.need && t(`need.${withdraw.need}`);
};

/** Whether a restriction or a hold blocks withdrawals; both are shown above the form. */
const isHeldBack = ({ context: { limits } }: WithdrawModel): boolean =>
  limits?.restriction !== undefined || limits?.hold !== undefined;

const oneStepWords = (oneStep: { readonly left: string; readonly per_day: string } | undefined) => ({
  left: formatPrice(trimZeros(oneStep?.left ?? '0')),
  all: formatPrice(trimZeros(oneStep?.per_day ?? '0')),
});

/** The server decides; the page offers a one-step withdrawal only if it is likely to be allowed. */
const mayBeOneStep = ({ context: { limits }, summary: { saved } }: WithdrawModel): boolean =>
  limits?.one_step.is_on === true && saved !== undefined && saved.usable_at <= Date.now();
