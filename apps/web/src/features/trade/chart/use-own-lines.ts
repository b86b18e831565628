import { formatAmount, formatPercent, formatPrice, toast } from '@vitrine/ui';
import Big from 'big.js';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { plain } from '../../../lib/decimal.ts';
import { pairLabel } from '../../../lib/market-names.ts';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { triggerLabel } from '../shared/market-rules.ts';
import type { ConfirmWords, OrderRequest } from '../shared/order-desk.ts';
import { amendedOrder, resultText } from '../shared/order-result.ts';
import { usePageView } from '../shared/page-view.ts';
import { useTrade } from '../shared/trade-context.ts';
import { useOwnOrders } from '../shared/use-live.ts';
import type { OwnLine } from './own-lines.ts';

const isWaiting = (order: OwnOrder): boolean => order.trigger_price !== '' && !order.triggered;
/** An order that waits for its trigger is drawn at the trigger, any other order at its limit. */
const priceOf = (order: OwnOrder): string => (isWaiting(order) ? order.trigger_price : order.price);

const linesOf = (t: TFunction<'trade'>, orders: readonly OwnOrder[], pair: string): readonly OwnLine[] =>
  orders
    .filter((order) => order.pair === pair && priceOf(order) !== '')
    .map((order): OwnLine => {
      const percent = Number(order.size) > 0 ? Math.floor((Number(order.filled) / Number(order.size)) * 100) : 0;
      const values = {
        side: t(`side.${order.side}`),
        open: formatPrice(plain(new Big(order.open))),
        percent,
      };
      const text = isWaiting(order)
        ? t('chart.line.waiting', { ...values, type: t(`type.${order.type}`) })
        : t('chart.line.open', values);
      const { id, side } = order;
      // An order with a trigger and a limit cannot be dragged: that would move only the trigger. The order's form can
      // change both.
      const isFixed = isWaiting(order) && order.price !== '';
      return { id, side, order, price: priceOf(order), text, tone: 'order', isFixed };
    });

/** The client's open orders of this pair as lines on the chart; dragging a line changes its order. */
export const useOwnLines = () => {
  const { t } = useTranslation('trade');
  const { own, rules, desk } = useTrade();
  const orders = useOwnOrders(own);

  const lines = useMemo(() => linesOf(t, orders ?? [], rules.name), [orders, rules.name, t]);

  /** The label of a dragged line: its price, the change in percent, and the value of the order's open part. */
  const dragText = ({ order }: OwnLine, price: string): string => {
    if (order === undefined) return '';
    const before = new Big(priceOf(order));
    const percent = new Big(price).minus(before).div(before).times(100).toFixed(2);
    const value = new Big(price).times(order.open);
    return t('chart.line.drag', {
      price: formatPrice(price),
      percent: formatPercent(percent),
      value: formatAmount(plain(value), 2),
      quote: rules.quote,
    });
  };

  const move = async ({ order }: OwnLine, price: string): Promise<void> => {
    if (order === undefined) return;
    const field = isWaiting(order) ? 'trigger_price' : 'order_per_unit';
    const request: OrderRequest = { call: 'POST /api/v3/orders/amend', body: { order_id: order.id, [field]: price } };
    const terms = {
      price: isWaiting(order) ? order.price : price,
      open: order.open,
      trigger: isWaiting(order) ? price : '',
    };
    const words: ConfirmWords = {
      title: t('amend.title'),
      act: t('amend.moveTo', { price: formatPrice(price) }),
      side: order.side,
      lines: [
        { label: t('confirm.pair'), value: pairLabel(rules) },
        { label: t('orders.type'), value: `${t(`sideName.${order.side}`)} · ${t(`type.${order.type}`)}` },
        { label: t('orders.remaining'), value: `${formatPrice(order.open)} ${rules.base}` },
        {
          label: t(isWaiting(order) ? triggerLabel(order.pair) : 'ticket.price'),
          value: `${formatPrice(priceOf(order))} → ${formatPrice(price)}`,
        },
      ],
      success: t('amend.success'),
      result: (result) => resultText(t, amendedOrder(t, order, terms, rules.price_decimals), result),
    };
    const outcome = await desk.send(request, words);
    if (outcome.kind === 'refused') toast.error(outcome.text);
  };

  return {
    lines,
    move,
    dragText,
    cancel: (order: OwnOrder) => void desk.cancel(order.id),
    edit: ({ id }: OwnOrder) => usePageView.getState().editOrder(id),
  };
};
