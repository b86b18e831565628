import { describe, expect, it } from 'vitest';
import { errorsOf, visibleErrors } from './errors.ts';
import { summarise } from './summary.ts';
import { btcContext, ticket } from './testing/ticket-fixture.ts';
import type { TicketForm } from './types.ts';

const errors = (changes: Partial<TicketForm>) => {
  const form = ticket(changes);
  return errorsOf(form, btcContext, summarise(form, btcContext));
};

describe('the ticket refuses', () => {
  const rows: readonly [string, Partial<TicketForm>, string, string][] = [
    ['an empty amount', { price: '64180' }, 'size', 'amount_required'],
    ['zero', { price: '64180', size: '0' }, 'size', 'amount_required'],
    ['an empty price', { size: '1' }, 'price', 'price_required'],
    ['a price between ticks', { size: '0.1', price: '64180.05' }, 'price', 'price_off_tick'],
    ['an amount between lots', { size: '0.000015', price: '64180' }, 'size', 'amount_off_lot'],
    ['a buy below the minimum total', { size: '0.00001', price: '64180' }, 'size', 'below_minimum_buy'],
    ['a sell below the minimum', { side: 'SELL', size: '0.00001', price: '64180' }, 'size', 'below_minimum_sell'],
    ['more than the balance buys', { size: '1', price: '64180' }, 'size', 'exceeds_balance'],
    ['more than there is to sell', { side: 'SELL', size: '1.50001', price: '64180' }, 'size', 'exceeds_balance'],
    ['an amount above the maximum order size', { side: 'SELL', size: '101', price: '64180' }, 'size', 'above_maximum'],
    [
      'a stop buy at or below the last price',
      { kind: 'stop_market', size: '0.1', trigger: '64182.4' },
      'trigger',
      'trigger_reached',
    ],
    ['a stop without a trigger', { kind: 'stop_market', size: '0.1' }, 'trigger', 'trigger_required'],
    [
      'an OCO whose limit price would trade immediately',
      { side: 'SELL', kind: 'oco', size: '0.1', price: '60000', trigger: '63000' },
      'price',
      'oco_limit_takes',
    ],
    [
      'an OCO stop between ticks',
      { kind: 'oco', size: '0.1', price: '60000', trigger: '65000', stopPrice: '1.23' },
      'stopPrice',
      'stop_off_tick',
    ],
  ];
  it.each(rows)('%s', (_, changes, field, code) => {
    expect(errors(changes)[field as 'size']?.code).toBe(code);
  });

  it('a total below the minimum, naming the minimum with its unit', () => {
    expect(errors({ size: '0.00001', price: '64180' }).size?.values).toEqual({ value: '5 USDT' });
  });
});

describe('the ticket accepts', () => {
  const rows: readonly [string, Partial<TicketForm>][] = [
    ['a limit buy within the balance', { price: '64180', size: '0.1' }],
    ['a market buy of the whole balance by total', { kind: 'market', size: '25480.12', sizedBy: 'total' }],
    [
      'a stop sell below the last price',
      { side: 'SELL', kind: 'stop_limit', price: '63000', trigger: '63100', size: '1' },
    ],
    [
      'a take-profit sell above the last price',
      { side: 'SELL', kind: 'take_profit_market', trigger: '66000', size: '1' },
    ],
    ['an OCO sell around the last price', { side: 'SELL', kind: 'oco', price: '66000', trigger: '63000', size: '1' }],
  ];
  it.each(rows)('%s', (_, changes) => {
    expect(errors(changes)).toEqual({});
  });
});

it('an untouched field of the ticket shows no error before the first attempt to send', () => {
  const form = ticket({ price: '64180' });
  const found = errorsOf(form, btcContext, summarise(form, btcContext));
  expect(visibleErrors(found, form, false)).toEqual({});
  expect(visibleErrors(found, form, true).size?.code).toBe('amount_required');
});
