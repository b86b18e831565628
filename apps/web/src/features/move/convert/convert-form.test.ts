import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { errorsOf, needOf, visibleErrors } from './errors.ts';
import { emptyConvert, reduceConvert } from './reducer.ts';
import { priceText, summarise } from './summary.ts';
import type { ConvertContext, ConvertForm } from './types.ts';

const context: ConvertContext = { available: '1000.000000', fromDecimals: 6, toDecimals: 8, quote: undefined };
const buying: ConvertForm = { ...emptyConvert(), kind: 'limit', amount: '1000', price: '60000', priceChosen: true };
const selling: ConvertForm = { ...buying, from: 'BTC', to: 'USDT', amount: '0.5' };

describe('the coins of a conversion', () => {
  test('the form starts with USDT to BTC, or with a link’s coins, and never with the same coin on both sides', () => {
    expect(emptyConvert()).toMatchObject({ from: 'USDT', to: 'BTC', kind: 'market', amount: '' });
    expect(emptyConvert({ from: 'eth' })).toMatchObject({ from: 'ETH', to: 'BTC' });
    expect(emptyConvert({ from: 'BTC' })).toMatchObject({ from: 'BTC', to: 'USDT' });
    expect(emptyConvert({ to: 'USDT' })).toMatchObject({ from: 'BTC', to: 'USDT' });
    expect(emptyConvert({ from: 'ETH', to: 'ETH' })).toMatchObject({ from: 'USDT', to: 'BTC' });
  });

  test('choosing the other side’s coin swaps the two; the amount is cleared if its coin changes', () => {
    expect(reduceConvert(buying, { type: 'from', coin: 'BTC' })).toMatchObject({ from: 'BTC', to: 'USDT', amount: '' });
    expect(reduceConvert(buying, { type: 'to', coin: 'USDT' })).toMatchObject({ from: 'BTC', to: 'USDT', price: '' });
    expect(reduceConvert(buying, { type: 'to', coin: 'ETH' })).toMatchObject({
      from: 'USDT',
      amount: '1000',
      price: '',
    });
    expect(reduceConvert(buying, { type: 'swap' })).toMatchObject({ from: 'BTC', to: 'USDT', amount: '' });
  });

  test('a suggested price never replaces a chosen one', () => {
    expect(reduceConvert(buying, { type: 'suggest', price: '1' }).price).toBe('60000');
    expect(reduceConvert(emptyConvert(), { type: 'suggest', price: '1' }).price).toBe('1');
  });
});

describe('the amount received at a limit price', () => {
  test('is rounded up, so that the price is met or improved', () => {
    expect(summarise(buying, context).receives?.toFixed()).toBe('0.01666667');
    expect(summarise(selling, { ...context, toDecimals: 6 }).receives?.toFixed()).toBe('30000');
    expect(summarise({ ...buying, price: '' }, context).receives).toBeUndefined();
  });

  test('BTC is priced in USDT in either direction; of two other coins, the lower-ranked is priced in the other', () => {
    for (const form of [buying, selling])
      expect(summarise(form, context)).toMatchObject({ priced: 'BTC', pricedIn: 'USDT' });
    const coins = summarise({ ...buying, from: 'DOGE', to: 'BTC' }, context);
    expect(coins).toMatchObject({ priced: 'DOGE', pricedIn: 'BTC' });
  });

  test('the distance shows how far the market is from the limit price; above zero, the price is not reached yet', () => {
    const quote = { from: 'USDT', to: 'BTC', spent: '1000', receives: '0.015625', least: '0.0155' };
    const toBuy = summarise(buying, { ...context, quote });
    expect(toBuy.quotePrice?.toFixed()).toBe('64000');
    expect(toBuy.distancePercent).toBeCloseTo(6.25);
    const sold = { from: 'BTC', to: 'USDT', spent: '0.5', receives: '32000', least: '31840' };
    expect(summarise({ ...selling, price: '65000' }, { ...context, quote: sold }).distancePercent).toBeCloseTo(1.5625);
    expect(summarise(selling, { ...context, quote: sold }).distancePercent).toBeLessThan(0);
  });

  test.each([
    ['64123.456789', '64123.45'],
    ['1.23456789', '1.234567'],
    ['0.0000012345678', '0.000001234567'],
  ])('the price %s is suggested as %s', (price, text) => {
    expect(priceText(new Big(price))).toBe(text);
  });
});

describe('errors of the convert form', () => {
  const errors = (form: ConvertForm) => errorsOf(form, context, summarise(form, context));

  test('do not appear with an available amount and a price', () => {
    expect(errors(buying)).toEqual({});
    expect(errors({ ...buying, kind: 'market', price: '' })).toEqual({});
  });

  test('report a missing amount, an amount above the balance, and a missing price', () => {
    expect(errors({ ...buying, amount: '' }).amount).toEqual({ code: 'amount_required' });
    expect(errors({ ...buying, amount: '0.0' }).amount).toEqual({ code: 'amount_required' });
    expect(errors({ ...buying, amount: '1000.000001' }).amount).toEqual({
      code: 'exceeds_balance',
      value: '1000 USDT',
    });
    expect(errors({ ...buying, price: '' }).price).toEqual({ code: 'price_required' });
    expect(errors({ ...buying, price: '0' }).price).toEqual({ code: 'price_required' });
  });

  test('do not appear for an empty field before it is left', () => {
    const empty = { ...buying, amount: '', price: '' };
    expect(visibleErrors(errors(empty), empty, {})).toEqual({});
    expect(Object.keys(visibleErrors(errors(empty), empty, { price: true }))).toEqual(['price']);
    expect(Object.keys(visibleErrors(errors(empty), empty, { amount: true, price: true }))).toEqual([
      'amount',
      'price',
    ]);
  });

  test('appear at their fields; the button says what is missing, the amount first', () => {
    const forms = [{ amount: '', price: '' }, { price: '' }, { amount: '1000.000001' }, {}];
    expect(forms.map((fields) => needOf(errors({ ...buying, ...fields })))).toEqual([
      'amount',
      'price',
      undefined,
      undefined,
    ]);
    expect(needOf(errors({ ...buying, kind: 'market', price: '' }))).toBeUndefined();
  });
});
