import { Skeleton, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { AmountInput, formatPrice } from '@vitrine/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { arrivalText } from '../../../lib/arrival-text.ts';
import { trimZeros } from '../../../lib/decimal.ts';
import { AddressText } from '../../../ui/address-text.tsx';
import { CoinPicker } from '../shared/coin-picker.tsx';
import { MaxButton } from '../shared/max-button.tsx';
import { SavedAddressPicker } from './saved-address-picker.tsx';
import type { WithdrawModel } from './use-withdraw.ts';
import styles from './withdraw.module.css';

type FieldProps = { readonly withdraw: WithdrawModel };

export function CoinField({ withdraw: { form, context, summary, wallet, dispatch } }: FieldProps) {
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

export function NetworkField({ withdraw: { form, context, summary, dispatch } }: FieldProps) {
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
            {row.withdrawals_open ? <span>{t('networkArrival', { arrival: arrivalText(row.arrival) })}</span> : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/**
 * One placeholder for each network that a coin usually has, so that nothing below moves when the networks have loaded.
 */
function NetworkBones() {
  return ['first', 'second', 'third'].map((key) => (
    <div key={key} className={styles.network} data-bones aria-hidden="true">
      <Skeleton height={12} width="70%" mt={4} />
      <Skeleton height={10} width="50%" mt={8} />
      <Skeleton height={10} width="60%" mt={8} />
    </div>
  ));
}

export function AddressField({ withdraw }: FieldProps) {
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
        // A pasted address is complete, so it is checked immediately.
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

/** Says that the address is valid, or which saved address it is. */
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

export function AmountField({ withdraw: { form, summary, errors, dispatch, leave } }: FieldProps) {
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
