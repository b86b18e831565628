import { expect, test } from 'vitest';
import type { FuturesPosition } from '../../../lib/futures.ts';
import { perpetualFixture } from '../shared/testing/perpetual-fixture.ts';
import {
  amountForPercent,
  amountInUnit,
  EMPTY_FORM,
  errorOf,
  type FuturesContext,
  type FuturesForm,
  lacksPosition,
  seenPrice,
  summarise,
  triggerKind,
} from './form.ts';

const CONTEXT: FuturesContext = {
  market: perpetualFixture,
  account: {
    available: '1000.000000',
    leverage: { long: 10, short: 20 },
    maker_rate_percent: '0.02',
    taker_rate_percent: '0.05',
    risks_accepted: true,
    accepted_term_days: 0,
  },
  bestBid: '59990.0',
  bestAsk: '60000.0',
  lastPrice: '60000.0',
  markPrice: '60010.0',
  position: undefined,
  opposite: undefined,
};

const form = (part: Partial<typeof EMPTY_FORM>) => ({ ...EMPTY_FORM, price: '60000', ...part });

test('a limit order costs its margin plus the higher fee at its price', () => {
  const { size, margin, fee, cost } = summarise(form({ amount: '600' }), CONTEXT);
  expect([size, margin, fee, cost].map((value) => value?.toFixed())).toEqual(['0.01', '60', '0.3', '60.3']);
});

test('a market buy holds the margin for the maximum slippage; each side has its own leverage', () => {
  const long = summarise(form({ kind: 'market', amount: '0.01', unit: 'COIN' }), CONTEXT);
  expect([long.price, long.worst, long.margin].map((value) => value?.toFixed())).toEqual(['60000', '60600', '60.6']);
  const short = form({ kind: 'market', side: 'short', amount: '0.01', unit: 'COIN' });
  expect(seenPrice(short, CONTEXT)).toBe('59990.0');
  expect(summarise(short, CONTEXT).margin?.toFixed()).toBe('29.995');
});

test.each([
  ['60005', 'long', 'take_profit', undefined],
  ['60005', 'short', 'stop', undefined],
  ['60010', 'long', undefined, 'trigger_reached'],
  ['60015', 'long', 'stop', undefined],
] as const)(
  'a trigger of %s, with the last price at 60,000 and the mark price at 60,010, makes a %s a %s',
  (trigger, side, kind, code) => {
    const waiting = form({ kind: 'trigger', side, trigger, amount: '600' });
    expect(triggerKind(waiting, CONTEXT)).toBe(kind);
    expect(errorOf(waiting, CONTEXT, summarise(waiting, CONTEXT))?.code).toBe(code);
  },
);

test('a stop-loss has to be beyond the mark price, wherever the last price is', () => {
  const order = form({ kind: 'limit', amount: '600', price: '60020', attaches: true });
  const codeOf = (stopLoss: string) => {
    const protectedOrder = { ...order, stopLoss };
    return errorOf(protectedOrder, CONTEXT, summarise(protectedOrder, CONTEXT))?.code;
  };
  expect([codeOf('60015'), codeOf('60010'), codeOf('60005')]).toEqual(['stop_loss_side', 'stop_loss_side', undefined]);
});

test('a reduce-only buy reduces the short position, and costs only its fee', () => {
  const opposite = { side: 'short', size: '0.03000', entry_price: '61000.0' } as FuturesPosition;
  const context: FuturesContext = { ...CONTEXT, opposite };
  const reduce = (amount: string, part: Partial<typeof EMPTY_FORM> = {}) =>
    form({ reduceOnly: true, unit: 'COIN', amount, ...part });
  const { size, profit, left, fee, cost, margin, share } = summarise(reduce('0.01'), context);
  expect([size, profit, left, fee].map((value) => value?.toFixed())).toEqual(['0.01', '10', '0.02', '0.3']);
  expect([cost, margin]).toEqual([undefined, undefined]);
  expect(share).toBeCloseTo(100 / 3);
  expect([50, 100].map((percent) => amountForPercent(reduce(''), context, percent))).toEqual(['0.015', '0.03']);

  const codeOf = (each: FuturesForm, now = context) => errorOf(each, now, summarise(each, now))?.code;
  expect(codeOf(reduce('0.03'))).toBeUndefined();
  // Neither the market's minimum nor the balance limits an order that only reduces.
  expect(codeOf(reduce('0.00001'))).toBeUndefined();
  expect(codeOf(reduce('0.03001'))).toBe('above_maximum');
  expect(codeOf(reduce('0.000001'))).toBe('amount_off_lot');

  const stop = reduce('0.01', { kind: 'trigger', trigger: '60015' });
  expect(triggerKind(stop, context)).toBe('stop');
  expect(lacksPosition(stop, context)).toBe(false);
  expect(lacksPosition(stop, CONTEXT)).toBe(true);
});

test('adding to a position moves its liquidation price', () => {
  const alone = summarise(form({ amount: '600' }), CONTEXT).liquidation;
  const position = { size: '0.01', cost: '500', margin: '50' } as FuturesContext['position'];
  const added = summarise(form({ amount: '600' }), { ...CONTEXT, position }).liquidation;
  // (Entry value − margin) ÷ (1 − maintenance rate) ÷ size:
  // (600 − 60) ÷ 0.996 ÷ 0.01, and (1,100 − 110) ÷ 0.996 ÷ 0.02.
  expect([alone?.toFixed(), added?.toFixed()]).toEqual(['54216.8', '49698.7']);
});

test('an order can use the whole balance, but no more', () => {
  const amount = amountForPercent(form({}), CONTEXT, 100);
  const all = form({ amount });
  const summary = summarise(all, CONTEXT);
  expect(summary.cost?.lte('1000')).toBe(true);
  expect(summary.share).toBeGreaterThan(99.9);
  expect(errorOf(all, CONTEXT, summary)).toBeUndefined();
  expect(amountForPercent(form({}), CONTEXT, 0)).toBe('');
});

test('changing the unit does not change the size', () => {
  const usdt = form({ amount: '600' });
  expect(amountInUnit(usdt, CONTEXT, 'COIN')).toBe('0.01');
  expect(amountInUnit(form({ amount: '0.01', unit: 'COIN' }), CONTEXT, 'USDT')).toBe('600');
});

test.each([
  [{ amount: '' }, 'amount_required'],
  [{ amount: '600', price: '' }, 'price_required'],
  [{ amount: '600', price: '60000.05' }, 'price_off_tick'],
  [{ amount: '0.010001', unit: 'COIN' }, 'amount_off_lot'],
  [{ amount: '4' }, 'below_minimum_buy'],
  [{ amount: '4', side: 'short' }, 'below_minimum_sell'],
  [{ amount: '600001' }, 'above_maximum'],
  [{ amount: '20000' }, 'exceeds_balance'],
] as const)('an order with %o is refused as %s', (part, code) => {
  const wrong = form(part);
  expect(errorOf(wrong, CONTEXT, summarise(wrong, CONTEXT))?.code).toBe(code);
});

test('visitors see the margin of an order, but no fee or cost', () => {
  const visitor = { ...CONTEXT, account: undefined };
  const { margin, fee, cost } = summarise(form({ amount: '600' }), visitor);
  expect([margin?.toFixed(), fee, cost]).toEqual(['60', undefined, undefined]);
});
