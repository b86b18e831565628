import { describe, expect, it } from 'vitest';
import type { OwnOrder } from './own-order.ts';
import { OwnState } from './own-state.ts';

const order = (id: string, changes: Partial<OwnOrder> = {}): OwnOrder => ({
  id,
  client_order_id: '',
  pair: 'BTCUSDT',
  side: 'BUY',
  trade_type: 'limit',
  type: 'LIMIT',
  state: 'open',
  ended_because: '',
  time_in_force: 'GTC',
  post_only: false,
  size: '1',
  filled: '0',
  open: '1',
  price: '100',
  trigger_price: '',
  triggered: false,
  average_price: '',
  total: '0',
  filled_total: '0',
  fee: '0',
  oco_order_id: '',
  take_profit_price: '',
  stop_loss_price: '',
  created_at: Number(id),
  updated_at: Number(id),
  position: 1,
  ...changes,
});
const balance = (coin: string, available: string, wallet: 'spot' | 'earn' = 'spot') => ({
  coin,
  wallet,
  available,
  frozen: '0',
});
const update = (
  position: number,
  orders: readonly OwnOrder[],
  balances: readonly ReturnType<typeof balance>[] = [],
) => ({
  type: 'private' as const,
  position,
  orders,
  balances,
  fills: [],
});
const started = () => {
  const state = new OwnState();
  state.take({
    type: 'private_snapshot',
    position: 10,
    orders: [order('1'), order('2')],
    balances: [balance('BTC', '3')],
  });
  return state;
};
const ids = (state: OwnState) => state.orders()?.map(({ id }) => id);

describe('open orders', () => {
  it('are unknown before the first response, not empty', () => {
    expect(new OwnState().orders()).toBeUndefined();
  });

  it('are sorted newest first, are removed when they end, and notify listeners', () => {
    const state = started();
    const ended: string[] = [];
    state.onTraded((orders) => ended.push(...orders.map(({ id }) => id)));
    state.take(update(11, [order('3'), order('1', { state: 'filled' })]));
    expect(ids(state)).toEqual(['3', '2']);
    expect(ended).toEqual(['1']);
  });

  it('that have ended are not restored by a late response', () => {
    const state = started();
    state.take(update(12, [order('1', { state: 'ended' })]));
    state.loadOrders(11, [order('1'), order('2')]);
    expect(ids(state)).toEqual(['2']);
  });

  const newestAlone = (position: number, ids: readonly string[]) => ({
    type: 'private_snapshot' as const,
    position,
    orders: ids.map((id) => order(id)),
    next_cursor: ids.at(-1) ?? '',
    balances: [],
  });

  it('of a partial snapshot are completed with the older ones and with changes made meanwhile', () => {
    const state = new OwnState();
    state.take(newestAlone(10, ['9', '8']));
    expect([ids(state), state.awaits('8')]).toEqual([['9', '8'], true]);
    state.take(
      update(12, [
        order('9', { state: 'filled', position: 12 }),
        order('5', { state: 'filled', position: 12 }),
        order('4', { filled: '0.5', position: 12 }),
        order('10', { position: 12 }),
      ]),
    );
    // Two pages of older orders: the first as of position 11, before the update at 12, and the second, with order 4, as
    // of position 13.
    state.loadOlder('8', 11, [order('6'), order('5'), order('4', { filled: '0.6', position: 13 })]);
    expect(ids(state)).toEqual(['10', '8', '6', '4']);
    expect(state.orders()?.at(-1)?.filled).toBe('0.6');
    expect(state.awaits('8')).toBe(false);
  });

  it('older than a partial snapshot stay as last known until they are loaded, and end if they are then missing', () => {
    const state = started();
    const ended: string[] = [];
    state.onTraded((orders) => ended.push(...orders.map(({ id }) => id)));
    state.take(newestAlone(20, ['9', '8']));
    expect(ids(state)).toEqual(['9', '8', '2', '1']);
    state.loadOlder('7', 20, [order('2')]);
    // The response of another server, which lags behind.
    state.loadOlder('8', 19, [order('2')]);
    expect(ids(state)).toEqual(['9', '8', '2', '1']);
    state.loadOlder('8', 20, [order('2')]);
    expect([ids(state), ended]).toEqual([['9', '8', '2'], ['1']]);
  });

  it('keep their identity while nothing changes', () => {
    const state = started();
    expect(state.orders()).toBe(state.orders());
  });
});

describe('a fill', () => {
  it('is reported once per message, with its side, and not again by a snapshot', () => {
    const state = started();
    const received: string[] = [];
    const stop = state.onFilled((side) => received.push(side));
    const fill = { order_id: '1', name: 'BTCUSDT', side: 'SELL' as const, px: '100', sz: '1' };
    state.take(update(11, [order('3')]));
    state.take({ ...update(12, [order('1', { state: 'filled' })]), fills: [fill, { ...fill, px: '99' }] });
    state.take({ type: 'private_snapshot', position: 13, orders: [], balances: [] });
    expect(received).toEqual(['SELL']);
    stop();
    state.take({ ...update(14, []), fills: [fill] });
    expect(received).toEqual(['SELL']);
  });
});

describe('balances', () => {
  it('are those of the spot wallet, updated one by one', () => {
    const state = started();
    state.take(update(11, [], [balance('USDT', '5'), balance('BTC', '9', 'earn')]));
    expect(state.balances()?.get('BTC')?.available).toBe('3');
    expect(state.balances()?.get('USDT')?.available).toBe('5');
  });

  it('are not lost if the open orders are already newer', () => {
    const state = started();
    state.loadOrders(15, [order('2')]);
    state.take(update(12, [order('9')], [balance('USDT', '7')]));
    expect(state.balances()?.get('USDT')?.available).toBe('7');
    expect(ids(state)).toEqual(['2']);
  });

  it('of a late response do not replace newer ones', () => {
    const state = started();
    state.take(update(12, [], [balance('BTC', '4')]));
    state.loadBalances(11, [balance('BTC', '3')]);
    expect(state.balances()?.get('BTC')?.available).toBe('4');
  });

  it('are forgotten at sign-out', () => {
    const state = started();
    state.clear();
    expect(state.balances()).toBeUndefined();
    expect(state.orders()).toBeUndefined();
  });
});
