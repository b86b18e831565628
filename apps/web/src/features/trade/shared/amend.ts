import { formatPrice } from '@vitrine/ui';
import Big from 'big.js';
import type { TFunction } from 'i18next';
import { isMultipleOf, parseDecimal } from '../../../lib/decimal.ts';
import { marketLabel } from '../../../lib/market-names.ts';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { type MarketRules, triggerLabel } from './market-rules.ts';
import type { ConfirmWords, OrderRequest } from './order-desk.ts';
import { amendedOrder, resultText } from './order-result.ts';

type T = TFunction<'trade'>;

/** The new terms of an open order; texts as typed. */
export interface Amendment {
  readonly price: string;
  readonly open: string;
  readonly trigger: string;
}

export type AmendmentSteps = Pick<MarketRules, 'tick' | 'lot' | 'price_decimals' | 'amount_decimals'>;

export const amendmentOf = (order: OwnOrder): Amendment => ({
  price: order.price,
  open: order.open,
  trigger: order.triggered ? '' : order.trigger_price,
});

const differs = (text: string, before: string): boolean => {
  const next = parseDecimal(text);
  return next !== undefined && before !== '' && !next.eq(before);
};

/** The fields that are not a positive multiple of the market's step. */
export const amendmentErrors = (
  order: OwnOrder,
  amendment: Amendment,
  steps: AmendmentSteps,
): ReadonlySet<keyof Amendment> => {
  const before = amendmentOf(order);
  const wrong = (text: string, step: string): boolean => {
    const value = parseDecimal(text);
    return !value?.gt(0) || !isMultipleOf(value, new Big(step));
  };
  const found = new Set<keyof Amendment>();
  if (before.price !== '' && wrong(amendment.price, steps.tick)) found.add('price');
  if (before.trigger !== '' && wrong(amendment.trigger, steps.tick)) found.add('trigger');
  if (wrong(amendment.open, steps.lot)) found.add('open');
  return found;
};

/**
 * The call that makes the change, with only the fields that differ, and the open amount that the client saw. If the
 * order has been filled further since, the exchange refuses the call, because a reduction could have become an
 * increase. Undefined if no field differs.
 */
export const amendRequest = (order: OwnOrder, amendment: Amendment): OrderRequest | undefined => {
  const before = amendmentOf(order);
  const changes = {
    ...(differs(amendment.price, before.price) ? { order_per_unit: amendment.price } : {}),
    ...(differs(amendment.open, before.open) ? { number_of_order: amendment.open } : {}),
    ...(differs(amendment.trigger, before.trigger) ? { trigger_price: amendment.trigger } : {}),
  };
  if (Object.keys(changes).length === 0) return undefined;
  const seen = before.open === '' ? {} : { open_before: before.open };
  return { call: 'POST /api/v3/orders/amend', body: { order_id: order.id, ...changes, ...seen } };
};

export const amendWords = (t: T, order: OwnOrder, amendment: Amendment, priceDecimals: number): ConfirmWords => {
  const before = amendmentOf(order);
  const change = (label: string, from: string, to: string) =>
    differs(to, from) ? [{ label, value: `${formatPrice(from)} → ${formatPrice(to)}` }] : [];
  return {
    title: t('amend.title'),
    act: t('amend.act'),
    side: order.side,
    lines: [
      { label: t('confirm.pair'), value: marketLabel(order.pair) },
      { label: t('orders.type'), value: `${t(`sideName.${order.side}`)} · ${t(`type.${order.type}`)}` },
      ...change(t(triggerLabel(order.pair)), before.trigger, amendment.trigger),
      ...change(t('ticket.price'), before.price, amendment.price),
      ...change(t('orders.remaining'), before.open, amendment.open),
    ],
    success: t('amend.success'),
    result: (result) => resultText(t, amendedOrder(t, order, amendment, priceDecimals), result),
  };
};
