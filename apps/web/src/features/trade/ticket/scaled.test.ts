import Big from 'big.js';
import { expect, test } from 'vitest';
import { errorsOf } from './errors.ts';
import { requestOf } from './request.ts';
import { scaledOrders } from './scaled.ts';
import { summarise } from './summary.ts';
import { btcContext, btcRules, ticket } from './testing/ticket-fixture.ts';
import type { TicketForm } from './types.ts';

const scaled = (changes: Partial<TicketForm> = {}) =>
  ticket({ kind: 'scaled', price: '60000', endPrice: '61000', count: '4', size: '0.1', ...changes });
const texts = (form: TicketForm, amount: string) =>
  scaledOrders(form, btcRules, new Big(amount))?.map((order) => [order.price.toFixed(), order.amount.toFixed()]);

test('the prices of a scaled order are evenly spaced in whole ticks, and its amounts add up', () => {
  expect(texts(scaled(), '0.10002')).toEqual([
    ['60000', '0.025'],
    ['60333.3', '0.025'],
    ['60666.6', '0.025'],
    ['61000', '0.02502'],
  ]);
  expect(texts(scaled({ price: '61000', endPrice: '60000', count: '2' }), '0.1')).toEqual([
    ['61000', '0.05'],
    ['60000', '0.05'],
  ]);
});

test('the cost of a scaled order is that of all its orders at their own prices', () => {
  const summary = summarise(scaled(), btcContext);
  expect(summary.notional?.toFixed()).toBe('6049.9975');
  expect(summary.boundNotional?.toFixed()).toBe('6049.9975');
  expect(summary.fees).toBeDefined();
});

test('the total of a scaled order is divided by its average price', () => {
  const summary = summarise(scaled({ sizedBy: 'total', size: '6049.9975' }), btcContext);
  expect(summary.amount?.toFixed()).toBe('0.1');
});

test.each([
  [{ count: '1' }, { count: 'count_range' }],
  [{ count: '21' }, { count: 'count_range' }],
  [{ count: '2.5' }, { count: 'count_range' }],
  [{ endPrice: '' }, { endPrice: 'price_required' }],
  [{ endPrice: '61000.05' }, { endPrice: 'price_off_tick' }],
  [{ endPrice: '60000' }, { endPrice: 'same_price' }],
  [{ count: '20', size: '0.001' }, { size: 'below_minimum_buy' }],
] as const)('a scaled order with %j cannot be sent', (change, expected) => {
  const form = scaled(change);
  const errors = errorsOf(form, btcContext, summarise(form, btcContext));
  expect(Object.fromEntries(Object.entries(errors).map(([field, { code }]) => [field, code]))).toEqual(expected);
});

test('a scaled order is sent as plain limit orders', () => {
  const form = scaled({ count: '2', postOnly: true });
  expect(errorsOf(form, btcContext, summarise(form, btcContext))).toEqual({});
  const request = requestOf(form, btcRules, '64182.7', summarise(form, btcContext));
  const each = { name: 'BTCUSDT', delegate_type: 'BUY', trade_type: 'limit', time_in_force: 'GTC', post_only: true };
  expect(request).toEqual({
    call: 'scaled',
    body: [
      { ...each, number_of_order: '0.05', order_per_unit: '60000' },
      { ...each, number_of_order: '0.05', order_per_unit: '61000' },
    ],
  });
});
