import { expect, test } from 'vitest';
import { type Line, movesOf } from './recent-moves.ts';

const line = (position: number, cause: string, coin: string, amount: string, wallet = 'spot'): Line => ({
  id: `${position} ${cause} ${coin} ${amount}`,
  coin,
  wallet,
  cause,
  amount,
  balance_after: '0',
  order_id: '',
  time: 1,
  position,
});

test('a trade is one move: what was received, less its fee, and what was paid', () => {
  const [move, ...others] = movesOf(
    [line(7, 'fee', 'USDT', '-1.3'), line(7, 'trade', 'USDT', '1327.3'), line(7, 'trade', 'BTC', '-0.02')],
    false,
  );
  expect(others).toEqual([]);
  expect(move).toMatchObject({ coin: 'USDT', amount: '1326', position: 7 });
  expect(move?.besides).toEqual([{ coin: 'BTC', amount: '-0.02' }]);
});

test('a conversion through USDT lists the coin given, followed by the remaining USDT', () => {
  const [move] = movesOf(
    [
      line(7, 'trade', 'SOL', '16'),
      line(7, 'trade', 'USDT', '-1324.5'),
      line(7, 'trade', 'USDT', '1325'),
      line(7, 'trade', 'BTC', '-0.02'),
    ],
    false,
  );
  expect(move).toMatchObject({ coin: 'SOL', amount: '16' });
  expect(move?.besides).toEqual([
    { coin: 'BTC', amount: '-0.02' },
    { coin: 'USDT', amount: '0.5' },
  ]);
});

test('a transfer is one move from one wallet to the other', () => {
  const lines = [
    line(8, 'between_wallets', 'USDT', '25', 'funding'),
    line(8, 'between_wallets', 'USDT', '-25', 'spot'),
  ];
  expect(movesOf(lines, false)).toMatchObject([{ amount: '25', wallets: { from: 'spot', to: 'funding' } }]);
});

test('an entry with a single line is shown unchanged', () => {
  const lines = [line(9, 'deposit', 'USDT', '5'), line(8, 'fee', 'USDT', '-1')];
  expect(movesOf(lines, false)).toMatchObject([
    { cause: 'deposit', amount: '5' },
    { cause: 'fee', amount: '-1' },
  ]);
});

test('an entry that may have further lines is never combined into one move', () => {
  const traded = [line(6, 'trade', 'BTC', '1'), line(6, 'trade', 'USDT', '-10')];
  expect(movesOf([line(9, 'deposit', 'USDT', '5'), ...traded], true)).toMatchObject([{ cause: 'deposit' }]);
  expect(movesOf(traded, true)).toMatchObject([{ amount: '1' }, { amount: '-10' }]);
});

test('a trade against USDT states the amount bought or sold, and the average price', () => {
  const [sold] = movesOf(
    [line(7, 'fee', 'USDT', '-1.3'), line(7, 'trade', 'USDT', '1327.3'), line(7, 'trade', 'BTC', '-0.02')],
    false,
  );
  expect(sold).toMatchObject({ cause: 'trade', traded: { side: 'sold', coin: 'BTC', amount: '0.02', price: '66365' } });
  const [bought] = movesOf(
    [
      line(8, 'trade', 'SOL', '1'),
      line(8, 'trade', 'USDT', '-80'),
      line(8, 'trade', 'SOL', '2'),
      line(8, 'trade', 'USDT', '-160.5'),
    ],
    false,
  );
  expect(bought?.traded).toEqual({ side: 'bought', coin: 'SOL', amount: '3', price: '80.16666667' });
});

test('a conversion is matched by its log position, and states what the client gave and received', () => {
  const conversion = { from_coin: 'USDT', from_amount: '1000', to_coin: 'BTC', to_amount: '0.015', position: 7 };
  const lines = [line(7, 'fee', 'USDT', '-1'), line(7, 'trade', 'BTC', '0.015'), line(7, 'trade', 'USDT', '-999')];
  expect(movesOf(lines, false, [conversion])).toMatchObject([
    { cause: 'convert', coin: 'BTC', amount: '0.015', besides: [{ coin: 'USDT', amount: '-1000' }] },
  ]);
});
