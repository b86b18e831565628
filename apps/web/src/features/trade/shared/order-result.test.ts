import { createInstance, type TFunction } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import trade from '../../../locales/en/trade.json' with { type: 'json' };
import { type AskedOrder, type OrderResult, releasedText, resultText, sumOfCancelled } from './order-result.ts';

let t: TFunction<'trade'>;
beforeAll(async () => {
  const i18n = createInstance();
  await i18n.init({ lng: 'en', ns: ['trade'], resources: { en: { trade } }, interpolation: { escapeValue: false } });
  t = i18n.getFixedT('en', 'trade');
});

const asked: AskedOrder = {
  side: 'BUY',
  coin: 'BTC',
  quote: 'USDT',
  act: 'Buy 0.05 BTC at 66,000.0',
  amount: '0.05',
  priceDecimals: 1,
  hasTrigger: false,
};
const nothing: OrderResult = {
  state: 'PENDING',
  ended_because: '',
  filled: '0.00000',
  filled_total: '0.000000',
  final_price: '',
  fee: '0.000000',
};
const filled: OrderResult = {
  state: 'APPROVED',
  ended_because: '',
  filled: '0.05000',
  filled_total: '3328.220000',
  final_price: '66564.400',
  fee: '3.328220',
};

test.each<[string, AskedOrder, OrderResult, string]>([
  ['an order in the book', asked, nothing, 'Buy 0.05 BTC at 66,000.0 · open'],
  ['a stop', { ...asked, hasTrigger: true }, nothing, 'Buy 0.05 BTC at 66,000.0 · waiting for its trigger'],
  ['a complete fill', asked, filled, 'Bought 0.05 BTC at 66,564.4 · fee 3.3283 USDT'],
  ['a sell', { ...asked, side: 'SELL' }, filled, 'Sold 0.05 BTC at 66,564.4 · fee 3.3283 USDT'],
  [
    'a partial fill whose remainder stays open',
    asked,
    { ...filled, state: 'PENDING', filled: '0.01000' },
    'Bought 0.01 of 0.05 BTC at 66,564.4 · fee 3.3283 USDT · the rest is open',
  ],
  [
    'a partial fill whose remainder is cancelled',
    asked,
    { ...filled, state: 'DISSAPROVED', ended_because: 'unfilled', filled: '0.01000' },
    'Bought 0.01 of 0.05 BTC at 66,564.4 · fee 3.3283 USDT · not enough matching orders',
  ],
  [
    'an order by total, without an amount',
    { ...asked, amount: undefined },
    { ...filled, final_price: '66564.437' },
    'Bought 0.05 BTC at 66,564.437 · fee 3.3283 USDT',
  ],
  [
    'an order without any fill',
    asked,
    { ...nothing, state: 'DISSAPROVED', ended_because: 'self_trade' },
    'Nothing bought: it would have traded with your own order',
  ],
])('the result of %s is reported with its figures', (_, order, result, text) => {
  expect(resultText(t, order, result)).toBe(text);
});

test('a cancellation states the released amount of each coin', () => {
  const released = [
    { coin: 'BTC', amount: '0.02000000' },
    { coin: 'USDT', amount: '3303.300000' },
  ];
  expect(releasedText(t, { released })).toBe('0.02 BTC released · 3,303.30 USDT released');
});

test('cancellations in several markets are reported as one, with the total of each coin', () => {
  const answers = [
    { cancelled: 2, released: [{ coin: 'USDT', amount: '60.600000' }] },
    { cancelled: 0, released: [] },
    {
      cancelled: 1,
      released: [
        { coin: 'BTC', amount: '0.02' },
        { coin: 'USDT', amount: '0.400001' },
      ],
    },
  ];
  expect(sumOfCancelled(answers)).toEqual({
    cancelled: 3,
    released: [
      { coin: 'USDT', amount: '61.000001' },
      { coin: 'BTC', amount: '0.02' },
    ],
  });
});
