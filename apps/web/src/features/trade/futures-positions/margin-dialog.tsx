import { Button } from '@mantine/core';
import { AmountInput, Dialog, Failure, formatAmount, formatPrice } from '@vitrine/ui';
import Big from 'big.js';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { parseDecimal, plain, QUOTE_DECIMALS, trimZeros } from '../../../lib/decimal.ts';
import { type FuturesPosition, refreshFutures, useFuturesAccount, useFuturesMarkets } from '../../../lib/futures.ts';
import { i18n } from '../../../lib/i18n.ts';
import { coinsOf, marketLabel } from '../../../lib/market-names.ts';
import { dateText } from '../../../lib/when.ts';
import { ConfirmLines } from '../../../ui/authorise-dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import type { OtherRequest } from '../shared/order-desk.ts';
import { liquidationPrice } from '../shared/perpetual-math.ts';
import { useSending } from './use-sending.ts';

type MarginDialogProps = {
  readonly position: FuturesPosition;
  readonly change: 'add' | 'remove';
  readonly onClose: () => void;
};

/** Refetches the position: how much margin can be removed depends on the mark price, but is not in the stream. */
const useRefreshed = (): void => useEffect(() => void refreshFutures(), []);

/** Adds margin to a position or removes margin from it, and shows the resulting liquidation price. */
export function MarginDialog({ position, change, onClose }: MarginDialogProps) {
  const { t } = useTranslation(['futures', 'trade']);
  const { name, side, term_ends_at = 0 } = position;
  const market = useFuturesMarkets().data?.find((each) => each.name === name);
  const account = useFuturesAccount(name).data;
  const [amount, setAmount] = useState('');
  const [attempted, setAttempted] = useState(false);
  const { isSending, refusal, send } = useSending(onClose);
  useRefreshed();
  const most = change === 'add' ? account?.available : position.removable_margin;
  const isInTerm = change === 'remove' && term_ends_at > Date.now() && new Big(position.removable_margin).eq(0);
  const value = parseDecimal(amount);
  const error = errorOf(value, most);
  const margin = value && new Big(position.margin)[change === 'add' ? 'plus' : 'minus'](value);
  const after =
    market && margin?.gt(0)
      ? liquidationPrice(market, { side, size: new Big(position.size), cost: new Big(position.cost), margin })
      : undefined;
  const act = t(`margin.${change}Act`, { amount: value?.gt(0) ? `${plain(value)} USDT` : '' }).trim();
  const lines = [
    { label: t('margin.before'), value: `${formatAmount(position.margin, 2)} USDT` },
    { label: t('margin.after'), value: margin?.gt(0) ? `${formatAmount(plain(margin), 2)} USDT` : '–' },
    { label: t('liquidation.before'), value: formatPrice(position.liquidation_price || undefined) },
    { label: t('liquidation.after'), value: after ? formatPrice(plain(after, market?.price_decimals)) : '–' },
  ];
  const submit = () => {
    setAttempted(true);
    if (error) return;
    void send(
      { call: 'other', post: postOf({ name, side, change, amount }) },
      {
        title: t(`margin.${change}`),
        act,
        lines: [{ label: t('confirm.market'), value: `${marketLabel(name)} ${t(`side.${side}`)}` }, ...lines],
        success: t(change === 'add' ? 'margin.added' : 'margin.removed', {
          amount: `${plain(value ?? new Big(0))} USDT`,
          coin: coinsOf(name).base,
        }),
        result: () => '',
      },
    );
  };
  return (
    <Dialog opened={!isSending} onClose={onClose} title={t(`margin.${change}`)}>
      <DialogForm onSubmit={submit}>
        <AmountInput
          label={t('trade:ticket.amount')}
          value={amount}
          onChange={setAmount}
          decimals={QUOTE_DECIMALS}
          step="1"
          unit="USDT"
          hint={
            isInTerm
              ? t('term.margin', { day: dateText(term_ends_at) })
              : t(change === 'add' ? 'margin.available' : 'margin.removable', { value: mostText(most) })
          }
          error={
            error && (attempted || (amount !== '' && error !== 'amount_required')) ? wrongText(error, most) : undefined
          }
        />
        <ConfirmLines lines={lines} />
        <Failure>{refusal}</Failure>
        <Button type="submit" size="lg" fullWidth>
          {act}
        </Button>
      </DialogForm>
    </Dialog>
  );
}

type MarginChange = Pick<FuturesPosition, 'name' | 'side'> & {
  readonly change: 'add' | 'remove';
  readonly amount: string;
};

const postOf =
  (body: MarginChange): OtherRequest['post'] =>
  async (authorisation, idempotencyKey) => {
    const { message } = await call('POST /api/v3/futures/margin', {
      body: { ...body, ...authorisation },
      idempotencyKey,
    });
    return { message };
  };

const mostText = (most: string | undefined): string => (most === undefined ? '–' : `${trimZeros(most)} USDT`);

const wrongText = (error: MarginError, most: string | undefined): string =>
  error === 'amount_required'
    ? i18n.t('trade:errors.amount_required')
    : i18n.t('futures:margin.most', { value: mostText(most) });

type MarginError = 'amount_required' | 'above_most';

const errorOf = (value: Big | undefined, most: string | undefined): MarginError | undefined => {
  if (!value?.gt(0)) return 'amount_required';
  return most !== undefined && value.gt(most) ? 'above_most' : undefined;
};
