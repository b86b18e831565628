import { expect, test } from 'vitest';
import { addUp, type Entry } from './entries.ts';

const entry = (position: number, wallet: string, coin: string, amount: string, balance_after: string): Entry => ({
  id: String(position),
  position,
  wallet,
  coin,
  amount,
  balance_after,
  cause: 'trade',
  order_id: '',
  time: 0,
});

const entries = [
  entry(9, 'spot', 'BTC', '-0.10', '0.2'),
  entry(8, 'spot', 'USDT', '-99.5', '0.5'),
  entry(8, 'spot', 'BTC', '0.1', '0.3'),
  entry(7, 'funding', 'USDT', '5', '5'),
  entry(6, 'spot', 'USDT', '100', '100'),
  entry(5, 'spot', 'BTC', '0.2', '0.20'),
];

test('entries are verified per account, and each account’s oldest entry is not checked', () => {
  expect(addUp(entries)).toEqual({ checked: 3, wrong: undefined });
});

test('an entry whose balance is off by the last unit is found', () => {
  const [last, ...others] = entries;
  if (!last) throw new Error('there are no entries');
  const wrong = { ...last, balance_after: '0.20000001' };
  expect(addUp([wrong, ...others])).toEqual({ checked: 3, wrong });
});
