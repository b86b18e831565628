import { expect, test } from 'vitest';
import { ownFill, ownOrder } from './own-order.ts';

const onBoth = { coin_pair: { pair_name: 'BTCUSDT' }, delegate_type: 'SELL', number_of_order: '0.25000' } as const;

test('an order is described in a trader’s words; none of the specification’s terms remain', () => {
  const order = ownOrder({
    ...onBoth,
    id: '7',
    client_order_id: '',
    trade_type: 'limit',
    type: 'LIMIT',
    state: 'DISSAPROVED',
    ended_because: 'unfilled',
    time_in_force: 'GTC',
    post_only: false,
    filled: '0.00000',
    open: '0.00000',
    order_per_unit: '63900.0',
    trigger_price: '',
    triggered: false,
    final_price: '',
    total: '0',
    filled_total: '0',
    fee: '0',
    oco_order_id: '',
    take_profit_price: '',
    stop_loss_price: '',
    created_at: 1,
    updated_at: 2,
    position: 3,
  });
  expect(order).toMatchObject({ pair: 'BTCUSDT', side: 'SELL', size: '0.25000', price: '63900.0', state: 'ended' });
  const words = ['coin_pair', 'delegate_type', 'number_of_order', 'order_per_unit', 'final_price'];
  expect(Object.keys(order).filter((name) => words.includes(name))).toEqual([]);
});

test('a fill is described in the same words as its order', () => {
  const fill = ownFill({
    ...onBoth,
    id: '9-1',
    order_id: '7',
    role: 'maker',
    unit_price: '63900.0',
    total: '15975.000000',
    fee: '12.780000',
    fee_coin: 'USDT',
    time: 1,
    position: 9,
  });
  expect(fill).toMatchObject({ order_id: '7', pair: 'BTCUSDT', side: 'SELL', size: '0.25000', price: '63900.0' });
});
