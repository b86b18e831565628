import { describe, expect, it } from 'vitest';
import { amendmentErrors, amendmentOf, amendRequest } from '../shared/amend.ts';
import { filledText, orderTotal, triggerText } from './order-words.ts';
import { openOrder } from './testing/order-fixture.ts';

const steps = { tick: '0.1', lot: '0.00001', price_decimals: 1, amount_decimals: 5 };
const limit = openOrder();
const stop = openOrder({ type: 'STOP_LIMIT', side: 'SELL', trigger_price: '62250.0' });

describe('an amendment', () => {
  it('sends only what differs, and the open amount that was shown', () => {
    const same = amendmentOf(limit);
    expect(amendRequest(limit, { ...same, open: '0.10000' })?.body).toEqual({
      order_id: '7',
      number_of_order: '0.10000',
      open_before: '0.13800',
    });
    expect(amendRequest(limit, { ...same, price: '63800' })?.body).toEqual({
      order_id: '7',
      order_per_unit: '63800',
      open_before: '0.13800',
    });
  });

  it('without a change is undefined, however the number is written', () => {
    expect(amendRequest(limit, amendmentOf(limit))).toBeUndefined();
    expect(amendRequest(limit, { ...amendmentOf(limit), price: '63900' })).toBeUndefined();
  });

  it('moves only the trigger of a stop that is still pending', () => {
    expect(amendRequest(stop, { ...amendmentOf(stop), trigger: '62000.0' })?.body).toEqual({
      order_id: '7',
      trigger_price: '62000.0',
      open_before: '0.13800',
    });
    expect(amendmentOf({ ...stop, triggered: true }).trigger).toBe('');
  });

  it('must match the steps of the market', () => {
    const wrong = amendmentErrors(limit, { price: '63900.05', open: '0', trigger: '' }, steps);
    expect([...wrong].sort()).toEqual(['open', 'price']);
    expect(amendmentErrors(stop, amendmentOf(stop), steps).size).toBe(0);
  });
});

describe('the summary of an order', () => {
  it('says how much has traded', () => {
    expect(filledText(limit)).toBe('44%');
    expect(filledText(openOrder({ size: '', total: '1000' }))).toBe('');
  });

  it('shows the direction of a trigger', () => {
    expect(triggerText(stop)).toBe('≤ 62,250.0');
    expect(triggerText({ ...stop, side: 'BUY' })).toBe('≥ 62,250.0');
    expect(triggerText({ ...stop, type: 'TAKE_PROFIT_LIMIT' })).toBe('≥ 62,250.0');
    expect(triggerText(limit)).toBe('');
  });

  it('calculates the total exactly', () => {
    expect(orderTotal(limit)).toBe('15975.00');
    expect(orderTotal(openOrder({ price: '', total: '0.000000' }))).toBe('');
  });
});
