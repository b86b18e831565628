import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { type AttachedOrder, attachedBody, attachedErrorOf, outcomeAt, priceAtPercent } from './attached-prices.ts';

const order = (over: Partial<AttachedOrder> = {}): AttachedOrder => ({
  isBuy: true,
  entry: new Big(100),
  start: new Big(105),
  size: new Big(2),
  tick: '0.5',
  ...over,
});
const form = (takeProfit: string, stopLoss: string) => ({ attaches: true, takeProfit, stopLoss });

describe('attached prices', () => {
  test.each([
    ['101', '99', true, undefined],
    ['', '', true, undefined],
    ['100', '', true, 'take_profit_side'],
    ['', '100', true, 'stop_loss_side'],
    ['99', '110', false, undefined],
    // The stop-loss of a sell is above the last price as well as above the entry.
    ['', '104', false, 'stop_loss_side'],
    ['101', '', false, 'take_profit_side'],
    ['101.3', '', true, 'price_off_tick'],
    ['0', '', true, 'price_required'],
  ])('take-profit %s and stop-loss %s, buy %s: %s', (takeProfit, stopLoss, isBuy, code) => {
    expect(attachedErrorOf(form(takeProfit, stopLoss), order({ isBuy }))?.code).toBe(code);
  });

  test('hidden fields are not checked and not sent', () => {
    const hidden = { ...form('1', '1000'), attaches: false };
    expect(attachedErrorOf(hidden, order())).toBeUndefined();
    expect(attachedBody(hidden)).toEqual({});
    expect(attachedBody(form('101', ''))).toEqual({ take_profit_price: '101' });
  });

  test('a percentage gives the price at this distance in whole ticks, and a price its distance and profit', () => {
    expect(priceAtPercent('takeProfit', 5, order())).toBe('105');
    expect(priceAtPercent('stopLoss', 2, order({ entry: new Big('100.5') }))).toBe('98.5');
    expect(priceAtPercent('stopLoss', 2, order({ isBuy: false }))).toBe('102');
    expect(outcomeAt('105', order())).toEqual({ percent: '5.00', profit: '10' });
    expect(outcomeAt('105', order({ isBuy: false }))).toEqual({ percent: '5.00', profit: '-10' });
    expect(outcomeAt('', order())).toBeUndefined();
  });
});
