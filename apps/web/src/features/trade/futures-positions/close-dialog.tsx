import { Button, SegmentedControl } from '@mantine/core';
import { AmountInput, Dialog, Failure, formatPrice, formatSigned } from '@vitrine/ui';
import Big from 'big.js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { ceilTo, floorToStep, isMultipleOf, parseDecimal, plain, QUOTE_DECIMALS } from '../../../lib/decimal.ts';
import {
  type FuturesMarket,
  type FuturesPosition,
  useFuturesAccount,
  useFuturesMarkets,
} from '../../../lib/futures.ts';
import { i18n } from '../../../lib/i18n.ts';
import { coinsOf } from '../../../lib/market-names.ts';
import { ConfirmLines } from '../../../ui/authorise-dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { futuresResultText } from '../shared/futures-result.ts';
import { feeText, moneyText } from '../shared/money-text.ts';
import { profitOf } from '../shared/perpetual-math.ts';
import styles from './positions.module.css';
import { useSending } from './use-sending.ts';

const PARTS = [25, 50, 75, 100] as const;

type CloseDialogProps = { readonly position: FuturesPosition; readonly onClose: () => void };

interface CloseForm {
  readonly kind: 'market' | 'limit';
  readonly size: string;
  readonly price: string;
}

/** Closes a position, in whole or in part, at market or at a limit price. */
export function CloseDialog({ position, onClose }: CloseDialogProps) {
  const { t } = useTranslation(['futures', 'trade']);
  const { name } = position;
  const coin = coinsOf(name).base;
  const market = useFuturesMarkets().data?.find((each) => each.name === name);
  const [form, setForm] = useState<CloseForm>({ kind: 'market', size: position.size, price: position.mark_price });
  const { isSending, refusal, send } = useSending(onClose);
  const change = (part: Partial<CloseForm>) => setForm((before) => ({ ...before, ...part }));
  const lines = useCloseLines(position, form);
  const error = market && errorOf(form, position, market);
  const act = actText(form, position, market);
  const submit = () => {
    if (error) return;
    void send(
      {
        call: 'other',
        post: (authorisation, idempotencyKey) =>
          call('POST /api/v3/futures/positions/close', {
            body: { ...bodyOf(form, position), ...authorisation },
            idempotencyKey,
          }),
      },
      {
        title: t('close.title', { coin }),
        act,
        lines,
        success: t('trade:confirm.success'),
        result: (result) => futuresResultText({ side: position.side, effect: 'close', coin, act }, result),
      },
    );
  };
  return (
    <Dialog opened={!isSending} onClose={onClose} title={t('close.title', { coin })}>
      <DialogForm onSubmit={submit}>
        <KindAndPrice form={form} market={market} error={error} onChange={change} />
        <AmountInput
          label={t('trade:ticket.amount')}
          value={form.size}
          onChange={(size) => change({ size })}
          decimals={market?.amount_decimals ?? 8}
          {...(market ? { step: market.lot } : {})}
          unit={coin}
          error={error?.field === 'size' ? error.text : undefined}
        />
        <Parts position={position} market={market} size={form.size} onChange={(size) => change({ size })} />
        <ConfirmLines lines={lines} />
        <Failure>{refusal}</Failure>
        <Button type="submit" size="lg" fullWidth disabled={error !== undefined}>
          {act}
        </Button>
      </DialogForm>
    </Dialog>
  );
}

type KindAndPriceProps = {
  readonly form: CloseForm;
  readonly market: FuturesMarket | undefined;
  readonly error: ReturnType<typeof errorOf> | undefined;
  readonly onChange: (part: Partial<CloseForm>) => void;
};

function KindAndPrice({ form, market, error, onChange: change }: KindAndPriceProps) {
  const { t } = useTranslation('trade');
  return (
    <>
      <SegmentedControl
        fullWidth
        value={form.kind}
        onChange={(kind) => change({ kind: kind as CloseForm['kind'] })}
        aria-label={t('ticket.kind')}
        data={[
          { value: 'market', label: t('kind.market') },
          { value: 'limit', label: t('kind.limit') },
        ]}
      />
      {form.kind === 'limit' ? (
        <AmountInput
          label={t('ticket.price')}
          value={form.price}
          onChange={(price) => change({ price })}
          decimals={market?.price_decimals ?? 8}
          {...(market ? { step: market.tick } : {})}
          unit="USDT"
          error={error?.field === 'price' ? error.text : undefined}
        />
      ) : null}
    </>
  );
}

type PartsProps = {
  readonly position: FuturesPosition;
  readonly market: FuturesMarket | undefined;
  readonly size: string;
  readonly onChange: (size: string) => void;
};

/** Buttons for common percentages of the position. */
function Parts({ position, market, size, onChange }: PartsProps) {
  const { t } = useTranslation('futures');
  return (
    <fieldset className={styles.parts}>
      <legend className="visually-hidden">{t('close.parts')}</legend>
      {PARTS.map((percent) => {
        const part = market ? partOf(position, market, percent) : position.size;
        return (
          <button key={percent} type="button" aria-pressed={size === part} onClick={() => onChange(part)}>
            {percent === 100 ? t('close.all') : `${percent}%`}
          </button>
        );
      })}
    </fieldset>
  );
}

/** The percentage of the position in whole lots; at 100%, the exact size that the exchange reports. */
const partOf = ({ size }: FuturesPosition, { lot, amount_decimals }: FuturesMarket, percent: number): string =>
  percent === 100 ? size : plain(floorToStep(new Big(size).times(percent).div(100), new Big(lot)), amount_decimals);

const bodyOf = (form: CloseForm, position: FuturesPosition) => ({
  name: position.name,
  side: position.side,
  trade_type: form.kind,
  // The maximum slippage is measured from the mark price, which the client sees.
  order_per_unit: form.kind === 'limit' ? form.price : position.mark_price,
  number_of_order: form.size,
});

const actText = (form: CloseForm, { name }: FuturesPosition, market: FuturesMarket | undefined): string => {
  const price = parseDecimal(form.price);
  return i18n.t(`futures:close.${form.kind}`, {
    amount: moneyText(parseDecimal(form.size), 0, 8),
    coin: coinsOf(name).base,
    price: price ? formatPrice(plain(price, market?.price_decimals)) : '–',
  });
};

/**
 * The result of closing at this price: profit less fee, released margin, and the remaining position; empty while size
 * or price is not valid.
 */
const useCloseLines = (position: FuturesPosition, form: CloseForm) => {
  const { t } = useTranslation('futures');
  const account = useFuturesAccount(position.name).data;
  const size = parseDecimal(form.size);
  const price = parseDecimal(form.kind === 'limit' ? form.price : position.mark_price);
  if (!size?.gt(0) || !price?.gt(0) || size.gt(position.size)) return [];
  const coin = coinsOf(position.name).base;
  const profit = profitOf(position.side, size, new Big(position.entry_price), price);
  const fee = account && ceilTo(price.times(size).times(account.taker_rate_percent).div(100), QUOTE_DECIMALS);
  const usdt = (value: Big) => `${formatSigned(plain(value.round(2, Big.roundDown)), 2)} USDT`;
  return [
    { label: t('close.profit', { price: formatPrice(plain(price)) }), value: usdt(profit) },
    { label: t('feeAt', { rate: account?.taker_rate_percent ?? '–' }), value: fee ? `−${feeText(fee)} USDT` : '–' },
    { label: t('close.net'), value: fee ? usdt(profit.minus(fee)) : '–' },
    {
      label: t('close.marginBack'),
      value: `${moneyText(new Big(position.margin).times(size).div(position.size), 2, 2)} USDT`,
    },
    { label: t('close.left'), value: `${moneyText(new Big(position.size).minus(size), 0, 8)} ${coin}` },
  ];
};

const errorOf = (form: CloseForm, position: FuturesPosition, market: FuturesMarket) => {
  const size = parseDecimal(form.size);
  const price = parseDecimal(form.price);
  const coin = market.base;
  if (form.kind === 'limit' && !price?.gt(0))
    return { field: 'price', text: i18n.t('trade:errors.price_required') } as const;
  if (form.kind === 'limit' && price && !isMultipleOf(price, new Big(market.tick)))
    return { field: 'price', text: i18n.t('trade:errors.price_off_tick', { tick: market.tick }) } as const;
  if (!size?.gt(0)) return { field: 'size', text: i18n.t('trade:errors.amount_required') } as const;
  if (!isMultipleOf(size, new Big(market.lot)))
    return { field: 'size', text: i18n.t('trade:errors.amount_off_lot', { lot: `${market.lot} ${coin}` }) } as const;
  if (size.gt(position.size))
    return {
      field: 'size',
      text: i18n.t('trade:errors.above_maximum', { value: `${formatPrice(position.size)} ${coin}` }),
    } as const;
  return undefined;
};
