import { plain } from '../../../lib/decimal.ts';
import { attachedBody } from '../shared/attached-prices.ts';
import type { OrderRequest } from '../shared/order-desk.ts';
import { attachedForm } from './errors.ts';
import { hasPrice, hasTrigger, isTakeProfit } from './kinds.ts';
import { scaledOrders } from './scaled.ts';
import type { TicketForm, TicketRules, TicketSummary } from './types.ts';

const ocoRequest = (form: TicketForm, rules: TicketRules, amount: string): OrderRequest => ({
  call: 'POST /api/v3/oco-order',
  body: {
    name: rules.name,
    delegate_type: form.side,
    number_of_order: amount,
    order_per_unit: form.price,
    trigger_price: form.trigger,
    ...(form.stopPrice === '' ? {} : { stop_price: form.stopPrice }),
  },
});

const scaledRequest = (form: TicketForm, rules: TicketRules, summary: TicketSummary): OrderRequest | undefined => {
  const orders = scaledOrders(form, rules, summary.amount);
  return (
    orders && {
      call: 'scaled',
      body: orders.map(({ price, amount }) => ({
        name: rules.name,
        delegate_type: form.side,
        trade_type: 'limit',
        number_of_order: plain(amount),
        order_per_unit: plain(price),
        time_in_force: 'GTC',
        post_only: form.postOnly,
      })),
    }
  );
};

/**
 * The request that a ticket without errors sends; undefined while the size is unknown. Slippage is measured from
 * `referencePrice`.
 */
export const requestOf = (
  form: TicketForm,
  rules: TicketRules,
  referencePrice: string,
  summary: TicketSummary,
): OrderRequest | undefined => {
  if (!summary.amount) return undefined;
  const amount = plain(summary.amount);
  if (form.kind === 'oco') return ocoRequest(form, rules, amount);
  if (form.kind === 'scaled') return scaledRequest(form, rules, summary);
  const limit = hasPrice(form.kind);
  return {
    call: 'POST /api/v2/my-order',
    body: {
      name: rules.name,
      delegate_type: form.side,
      trade_type: limit ? 'limit' : 'market',
      ...(summary.budget ? { total: plain(summary.budget) } : { number_of_order: amount }),
      // A market order with a trigger has no reference price: once triggered, it fills at the prices then in the book.
      ...(limit || !hasTrigger(form.kind) ? { order_per_unit: limit ? form.price : referencePrice } : {}),
      ...(hasTrigger(form.kind)
        ? { trigger_price: form.trigger, trigger_kind: isTakeProfit(form.kind) ? 'take_profit' : 'stop' }
        : {}),
      ...attachedBody(attachedForm(form)),
      ...(form.kind === 'limit' ? { time_in_force: form.timeInForce, post_only: form.postOnly } : {}),
    },
  };
};
