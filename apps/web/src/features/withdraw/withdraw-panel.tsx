import { Checkbox, Skeleton, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { AmountInput, formatPrice, LoadFailed, settledAmount, toast } from '@vitrine/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '../../lib/api.ts';
import { plain, trimZeros } from '../../lib/trading/decimal.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { AddressText } from '../../ui/address-text.tsx';
import { CoinPicker } from '../../ui/coin-picker.tsx';
import { FormPanel } from '../../ui/form-panel.tsx';
import { MaxButton } from '../../ui/max-button.tsx';
import { ArrivesSum } from './arrives-sum.tsx';
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx';
import { type Draft, draftOf } from './draft.ts';
import { FraudAlert } from './fraud-alert.tsx';
import { Obstacles } from './obstacles.tsx';
import { SavedAddressPicker } from './saved-address-picker.tsx';
import { useWithdraw, type WithdrawModel } from './use-withdraw.ts';
import styles from './withdraw.module.css';
import { WithdrawAside } from './withdraw-aside.tsx';

type WithdrawPanelProps = {
  readonly chosenCoin: string | undefined;
  /** It has been confirmed. */
  readonly onSent: (withdrawalId: number) => void;
};

/** A withdrawal as one fills it in; pressing the button drafts it, and the dialog confirms the draft. */
export function WithdrawPanel({ chosenCoin, onSent }: WithdrawPanelProps) {
  const { t } = useTranslation(['withdraw', 'common']);
  const withdraw = useWithdraw(chosenCoin);
  const [oneStep, setOneStep] = useState(true);
  const [draft, setDraft] = useState<Draft>();
  const [fraud, setFraud] = useState<string>();
  const [isDrafting, setIsDrafting] = useState(false);
  const { form, context, summary, dispatch, refusal } = withdraw;

  const ask = async () => {
    if (isDrafting) return;
    if (!withdraw.attempt()) {
      if (withdraw.hasAddressError) toast.error(t('mismatch'));
      return;
    }
    setIsDrafting(true);
    try {
      setDraft(await draftOf(form, mayBeOneStep(withdraw) && oneStep));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'recipient_flagged') setFraud(error.message);
      else if (error instanceof ApiError && error.code.startsWith('recipient_'))
        withdraw.setAddressRefusal(error.message);
      else withdraw.setRefusal(errorText(error));
    }
    setIsDrafting(false);
  };

  if (withdraw.hasFailed) return <LoadFailed title={t('failed')} onRetry={withdraw.refetch} />;
  return (
    <>
      <Obstacles limits={context.limits} />
      <FormPanel onSubmit={() => void ask()} aside={<WithdrawAside withdraw={withdraw} />}>
        <CoinField withdraw={withdraw} />
        <NetworkField withdraw={withdraw} />
        <AddressField withdraw={withdraw} />
        <AmountField withdraw={withdraw} />
        {mayBeOneStep(withdraw) ? (
          <Checkbox
            label={t('oneStep')}
            description={t('oneStepLeft', oneStepWords(context.limits?.one_step))}
            checked={oneStep}
            onChange={(event) => setOneStep(event.currentTarget.checked)}
          />
        ) : null}
        {refusal ? (
          <p className={styles.refusal} role="alert">
            {refusal}
          </p>
        ) : null}
        <div className={styles.foot}>
          <ArrivesSum
            sum={{
              coin: form.coin,
              withdraw_amount: summary.amount && plain(summary.amount),
              gasfee: summary.fee && plain(summary.fee),
              received_amount: summary.arrives && plain(summary.arrives),
            }}
          />
          <ActButton
            loading={isDrafting}
            waits={waitsFor(t, withdraw)}
            isShut={withdraw.isBlocked || isHeldBack(withdraw)}
          >
            {summary.amount === undefined
              ? t('actBare', { coin: form.coin })
              : t('act', { amount: formatPrice(settledAmount(form.amount)), coin: form.coin })}
          </ActButton>
        </div>
      </FormPanel>
      {fraud === undefined ? null : <FraudAlert text={fraud} onClose={() => setFraud(undefined)} />}
      {draft === undefined ? null : (
        <ConfirmWithdrawal
          draft={draft}
          network={summary.row}
          saved={summary.saved}
          limits={context.limits}
          redraft={async () => setDraft(await draftOf(form, false))}
          onClose={() => setDraft(undefined)}
          onSent={(id) => {
            setDraft(undefined);
            dispatch({ type: 'sent' });
            onSent(id);
          }}
        />
      )}
    </>
  );
}

type T = ReturnType<typeof useTranslation<['withdraw', 'common']>>['t'];

const waitsFor = (t: T, withdraw: WithdrawModel): string | undefined => {
  if (withdraw.isLoading) return t('common:waitsForBalance');
  if (isHeldBack(withdraw)) return undefined;
  if (withdraw.isStopped) return t('need.stopped', { network: withdraw.summary.row?.name });
  return withdraw.need && t(`need.${withdraw.need}`);
};

/** A restriction or a hold stands above the form, and says until when. */
const isHeldBack = ({ context: { limits } }: WithdrawModel): boolean =>
  limits?.restriction !== undefined || limits?.hold !== undefined;

const oneStepWords = (oneStep: { readonly left: string; readonly per_day: string } | undefined) => ({
  left: formatPrice(trimZeros(oneStep?.left ?? '0')),
  all: formatPrice(trimZeros(oneStep?.per_day ?? '0')),
});

/** The server decides; here it is only offered where it can be. */
const mayBeOneStep = ({ context: { limits }, summary: { saved } }: WithdrawModel): boolean =>
  limits?.one_step.is_on === true && saved !== undefined && saved.usable_at <= Date.now();

type FieldProps = { readonly withdraw: WithdrawModel };

function CoinField({ withdraw: { form, context, summary, wallet, dispatch } }: FieldProps) {
  const { t } = useTranslation('withdraw');
  const choices = summary.coins.map((coin) => ({
    coin,
    fullName: wallet.find(({ name }) => name === coin)?.full_name ?? '',
    detail: formatPrice(trimZeros(context.available?.get(coin) ?? '0')),
  }));
  const { available } = summary;
  return (
    <div className={styles.field}>
      <span className={styles.label}>
        {t('coin')}
        <span className="num">
          {available === undefined
            ? t('availableUnknown')
            : t('available', { amount: formatPrice(trimZeros(available)), coin: form.coin })}
        </span>
      </span>
      <CoinPicker
        label={t('coin')}
        coin={form.coin}
        choices={choices}
        onChoose={(coin) => dispatch({ type: 'coin', coin, networks: context.networks ?? [] })}
      />
    </div>
  );
}

function NetworkField({ withdraw: { form, context, summary, dispatch } }: FieldProps) {
  const { t } = useTranslation('withdraw');
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{t('network')}</legend>
      <div className={styles.networks}>
        {context.networks === undefined ? <NetworkBones /> : null}
        {summary.networks.map((row) => (
          <label key={row.value} className={styles.network} data-off={!row.withdrawals_open || undefined}>
            <input
              type="radio"
              name="network"
              value={row.value}
              checked={form.network === row.value}
              onChange={() => dispatch({ type: 'network', network: row.value })}
            />
            <b>{row.name}</b>
            <span className="num">
              {row.withdrawals_open
                ? t('networkFee', { fee: `${formatPrice(row.gasFee)} ${row.coin}` })
                : t('networkStopped')}
              {row.value === summary.cheapest?.value ? <em> {t('networkCheapest')}</em> : null}
            </span>
            {row.withdrawals_open ? <span>{t('networkArrival', { arrival: row.arrival })}</span> : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** As many as most coins have, so that nothing below moves once they are known. */
function NetworkBones() {
  return ['first', 'second', 'third'].map((key) => (
    <div key={key} className={styles.network} data-bones aria-hidden="true">
      <Skeleton height={12} width="70%" mt={4} />
      <Skeleton height={10} width="50%" mt={8} />
      <Skeleton height={10} width="60%" mt={8} />
    </div>
  ));
}

function AddressField({ withdraw }: FieldProps) {
  const { t } = useTranslation('withdraw');
  const [isChoosing, setIsChoosing] = useState(false);
  const { form, summary, errors, context, dispatch } = withdraw;
  const choose = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.field}>
      <TextInput
        label={t('address')}
        name="address"
        value={form.address}
        placeholder={summary.row === undefined ? t('addressHintBare') : t('addressHint', { network: summary.row.name })}
        error={errors.address ? t(`error.${errors.address}`) : withdraw.addressRefusal}
        onChange={(event) => dispatch({ type: 'address', text: event.currentTarget.value })}
        onBlur={() => withdraw.leave('address')}
        // What is pasted is whole: it is looked at at once.
        onPaste={() => withdraw.leave('address')}
        maxLength={128}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        size="md"
      />
      <div className={styles.under}>
        <span aria-live="polite">
          {form.address === '' ? null : <AddressText address={form.address} size="small" />}
          <AddressVerdict withdraw={withdraw} />
        </span>
        <button ref={choose} type="button" className="link" onClick={() => setIsChoosing(true)}>
          {t('book')}
        </button>
      </div>
      {isChoosing ? (
        <SavedAddressPicker
          coin={form.coin}
          networks={summary.networks}
          saved={context.saved}
          onChoose={(saved) => {
            setIsChoosing(false);
            dispatch({ type: 'saved', saved });
          }}
          onClose={() => setIsChoosing(false)}
        />
      ) : null}
    </div>
  );
}

/** That the checksum is right, or whose address it is. */
function AddressVerdict({ withdraw: { summary, isAddressValid } }: FieldProps) {
  const { t } = useTranslation('withdraw');
  if (!isAddressValid) return null;
  const { saved, row } = summary;
  return (
    <span className={styles.valid}>
      <IconCheck size={16} stroke={2} aria-hidden="true" />
      {saved === undefined ? t('addressValid', { network: row?.name }) : t('savedAs', { label: saved.label })}
    </span>
  );
}

function AmountField({ withdraw: { form, summary, errors, dispatch, leave } }: FieldProps) {
  const { t } = useTranslation('withdraw');
  const { available, row } = summary;
  const words = { min: row?.minimum ?? '', balance: formatPrice(trimZeros(available ?? '0')) };
  return (
    <AmountInput
      label={t('amount')}
      value={form.amount}
      decimals={summary.decimals}
      onChange={(text) => dispatch({ type: 'amount', text })}
      onBlur={() => leave('amount')}
      error={errors.amount ? t(`error.${errors.amount}`, words) : undefined}
      hint={row === undefined ? undefined : t('minimum', { minimum: formatPrice(row.minimum), coin: form.coin })}
      unit={
        <span className={styles.unit}>
          {form.coin}
          <MaxButton available={available} onChoose={(text) => dispatch({ type: 'amount', text })} />
        </span>
      }
    />
  );
}
