import { describe, expect, it } from 'vitest';
import { errorsOf, visibleErrors } from './errors.ts';
import { emptyTicket, reduceTicket, type TicketAction } from './reducer.ts';
import { requestOf } from './request.ts';
import { seenPrice, summarise } from './summary.ts';
import { btcContext, btcRules, ticket } from './testing/ticket-fixture.ts';
import type { TicketForm } from './types.ts';

const after = (form: TicketForm, ...actions: TicketAction[]) => actions.reduce(reduceTicket, form);
describe('typing into the ticket', () => {
  it('makes the edited size field the leading one', () => {
    const form = after(
      ticket(),
      { type: 'size', sizedBy: 'amount', text: '1' },
      { type: 'size', sizedBy: 'total', text: '500' },
    );
    expect(form).toMatchObject({ sizedBy: 'total', size: '500' });
  });

  it('a suggested price never replaces a chosen one', () => {
    const suggested = after(ticket(), { type: 'suggest', price: '1' });
    expect(suggested.price).toBe('1');
    expect(after(suggested, { type: 'suggest', price: '2' }).price).toBe('1');
    const cleared = after(suggested, { type: 'price', field: 'price', text: '' });
    expect(after(cleared, { type: 'suggest', price: '2' }).price).toBe('');
  });

  it('suggests no price for an OCO, whose limit order must not trade immediately', () => {
    const oco = after(ticket(), { type: 'suggest', price: '1' }, { type: 'kind', kind: 'oco' });
    expect(after(oco, { type: 'suggest', price: '2' }).price).toBe('');
    const chosen = after(ticket(), { type: 'price', field: 'price', text: '3' }, { type: 'kind', kind: 'oco' });
    expect(chosen.price).toBe('3');
  });
});

describe('choosing another side or kind', () => {
  it('clears a suggested price, so that the best price of the new side replaces it', () => {
    const sale = after(ticket(), { type: 'suggest', price: '1' }, { type: 'side', side: 'SELL' });
    expect(after(sale, { type: 'suggest', price: '2' }).price).toBe('2');
    expect(after(ticket(), { type: 'price', field: 'price', text: '3' }, { type: 'side', side: 'SELL' }).price).toBe(
      '3',
    );
  });

  it('shows no errors before a field is filled in or the form is sent', () => {
    const chosen = after(
      ticket(),
      { type: 'price', field: 'price', text: '1' },
      { type: 'size', sizedBy: 'amount', text: '9' },
    );
    const oco = after(chosen, { type: 'side', side: 'SELL' }, { type: 'kind', kind: 'oco' });
    const found = errorsOf(oco, btcContext, summarise(oco, btcContext));
    expect(Object.keys(found).sort()).toEqual(['price', 'size', 'trigger']);
    expect(visibleErrors(found, oco, false)).toEqual({});
    const typed = after(oco, { type: 'price', field: 'price', text: '2' });
    expect(Object.keys(visibleErrors(found, typed, false))).toEqual(['price']);
    expect(visibleErrors(found, oco, true)).toEqual(found);
  });
});

describe('a click on a level of the book', () => {
  it('fills price and cumulative amount', () => {
    expect(after(ticket(), { type: 'pick', price: '64181.5', amount: '1.5' })).toMatchObject({
      price: '64181.5',
      size: '1.5',
      sizedBy: 'amount',
    });
  });

  it('fills only the amount of a market order', () => {
    expect(after(ticket({ kind: 'market' }), { type: 'pick', price: '1', amount: '2' })).toMatchObject({
      price: '',
      size: '2',
    });
  });
});

describe('options of the ticket', () => {
  it('post-only and an immediate time in force exclude each other', () => {
    const post = after(ticket({ timeInForce: 'IOC' }), { type: 'post_only', on: true });
    expect(post).toMatchObject({ postOnly: true, timeInForce: 'GTC' });
    expect(after(post, { type: 'time_in_force', timeInForce: 'FOK' }).postOnly).toBe(false);
  });

  it('are reset by a new pair, except side and kind', () => {
    const form = ticket({ side: 'SELL', kind: 'stop_limit', price: '1', size: '2', trigger: '3' });
    expect(emptyTicket(form.side, form.kind)).toEqual({ ...emptyTicket(), side: 'SELL', kind: 'stop_limit' });
  });
});

describe('the request of the ticket', () => {
  const request = (changes: Partial<TicketForm>) => {
    const form = ticket(changes);
    return requestOf(form, btcRules, seenPrice(form, btcContext), summarise(form, btcContext));
  };

  it('sends a limit order in plain decimals', () => {
    expect(request({ price: '64180.0', size: '1000' })?.body).toEqual({
      name: 'BTCUSDT',
      delegate_type: 'BUY',
      trade_type: 'limit',
      number_of_order: '1000',
      order_per_unit: '64180.0',
      time_in_force: 'GTC',
      post_only: false,
    });
  });

  it('sends a market buy by total as a budget and a market sell by total as coin', () => {
    expect(request({ kind: 'market', size: '100', sizedBy: 'total' })?.body).toMatchObject({ total: '100' });
    const sale = request({ side: 'SELL', kind: 'market', size: '100', sizedBy: 'total' })?.body;
    expect(sale).toMatchObject({ number_of_order: '0.00155' });
    expect(sale).not.toHaveProperty('total');
  });

  it('measures the slippage of a market order from the best price on the other side', () => {
    expect(request({ kind: 'market', size: '1' })?.body).toMatchObject({ order_per_unit: '64182.7' });
    expect(request({ kind: 'market', side: 'SELL', size: '1' })?.body).toMatchObject({ order_per_unit: '64182.1' });
    expect(seenPrice(ticket({ kind: 'market' }), { ...btcContext, asks: [] })).toBe(btcContext.lastPrice);
  });

  it('sends an OCO with its stop', () => {
    expect(request({ kind: 'oco', price: '60000', trigger: '66000', stopPrice: '66010', size: '1' })).toMatchObject({
      call: 'POST /api/v3/oco-order',
      body: { order_per_unit: '60000', trigger_price: '66000', stop_price: '66010' },
    });
  });
});
