import { expect, test } from 'vitest';
import { Book } from './book.ts';
import type { Entry, PostingEntry, TradeEntry } from './entries.ts';
import { DAY_MS, type WorthAt } from './prices.ts';

const USDT = 1;
const BTC = 2;
const ETH = 3;

/** Prices in whole USDT; a unit is a millionth of a USDT and a hundredth of a BTC or an ETH. */
const prices = new Map([
  [BTC, 100],
  [ETH, 10],
]);
const worthAt: WorthAt = ({ asset }, units) => {
  if (asset === USDT) return BigInt(units);
  const price = prices.get(asset);
  return price === undefined ? undefined : BigInt(units) * BigInt(price) * 10_000n;
};

let position = 0;
const place = (day: number) => ({ position: ++position, line: 0, timeMs: day * DAY_MS + 1 });
const posting = (day: number, asset: number, cause: string, units: number): PostingEntry => ({
  kind: 'posting',
  ...place(day),
  wallet: 'spot',
  asset,
  cause,
  units,
});
const trade = (day: number, side: 'buy' | 'sell', units: number, notional: number, fee: number): TradeEntry => ({
  kind: 'trade',
  ...place(day),
  base: BTC,
  quote: USDT,
  side,
  baseUnits: units,
  notionalUnits: notional,
  feeUnits: fee,
});

function bookOf(...entries: Entry[]): Book {
  const book = new Book();
  for (const entry of entries) book.fold(entry, worthAt);
  return book;
}

test('a conversion at a fixed price is a trade at that price, whatever the market says', () => {
  const [paid, bought] = [posting(2, USDT, 'convert', -90_000_000), posting(2, BTC, 'convert', 100)];
  const { coins } = bookOf(posting(1, USDT, 'deposit', 90_000_000), paid, { ...bought, position: paid.position });
  expect(coins.get(BTC)).toMatchObject({ units: 100, costUnits: 90_000_000n, realisedUnits: 0n });
  const [received, sold] = [posting(3, USDT, 'convert', 95_000_000), posting(3, BTC, 'convert', -100)];
  const after = bookOf(
    posting(1, USDT, 'deposit', 90_000_000),
    paid,
    { ...bought, position: paid.position },
    received,
    {
      ...sold,
      position: received.position,
    },
  );
  expect(after.coins.get(BTC)).toMatchObject({ units: 0, costUnits: 0n, realisedUnits: 5_000_000n });
  expect(after.coins.get(USDT)).toMatchObject({ units: 95_000_000, realisedUnits: 0n });
});

test('average cost equals a manual calculation: two buys, a partial sell, fees added to the cost and deducted from the proceeds', () => {
  const { coins } = bookOf(
    posting(1, USDT, 'deposit', 1_000_000_000),
    // 1.00 BTC for 100 + 0.1, then 0.50 for 60 + 0.06: 1.50 for 160.16.
    trade(1, 'buy', 100, 100_000_000, 100_000),
    trade(1, 'buy', 50, 60_000_000, 60_000),
    // 0.40 of 1.50 cost floor(160.16 × 40 ÷ 150) = 42.709333 and is sold for 44 − 0.044 = 43.956.
    trade(2, 'sell', 40, 44_000_000, 44_000),
  );
  expect(coins.get(BTC)).toEqual({
    units: 110,
    costUnits: 160_160_000n - 42_709_333n,
    realisedUnits: 43_956_000n - 42_709_333n,
    costKnown: true,
  });
  // USDT is the unit of account: its cost is its amount.
  const usdt = 1_000_000_000 - 100_100_000 - 60_060_000 + 43_956_000;
  expect(coins.get(USDT)).toEqual({ units: usdt, costUnits: BigInt(usdt), realisedUnits: 0n, costKnown: true });
});

test('the daily record of an account has its last balance and the sums of what arrived, left, moved and was traded', () => {
  const { changedDays: days } = bookOf(
    posting(1, USDT, 'deposit', 500_000_000),
    trade(1, 'buy', 100, 100_000_000, 100_000),
    { ...posting(2, BTC, 'between_wallets', -40), wallet: 'spot' },
    { ...posting(2, BTC, 'between_wallets', 40), wallet: 'funding' },
    posting(2, BTC, 'withdrawal', -10),
  );
  const figures = [...days].map(({ priced: _, ...day }) => Object.values(day));
  expect(figures).toEqual([
    ['spot', USDT, 1, 399_900_000, 500_000_000n, 0n, 0n, -100_100_000n],
    ['spot', BTC, 1, 100, 0n, 0n, 0n, 100_100_000n],
    ['spot', BTC, 2, 50, 0n, 10_000_000n, -40_000_000n, 0n],
    ['funding', BTC, 2, 40, 0n, 0n, 40_000_000n, 0n],
  ]);
});

test('a withdrawal realizes the gain on the withdrawn part at the current price', () => {
  const { coins } = bookOf(
    posting(1, USDT, 'deposit', 500_000_000),
    trade(1, 'buy', 100, 90_000_000, 0),
    posting(2, BTC, 'withdrawal', -50),
  );
  expect(coins.get(BTC)).toMatchObject({ units: 50, costUnits: 45_000_000n, realisedUnits: 5_000_000n });
});

test('the price of a rental is a loss, and its output is income; neither is an outflow or inflow', () => {
  const { coins, changedDays: days } = bookOf(
    posting(1, USDT, 'deposit', 500_000_000),
    posting(1, USDT, 'rental', -100_000_000),
    posting(1, ETH, 'rental', 20),
  );
  expect(coins.get(USDT)).toMatchObject({ units: 400_000_000, realisedUnits: -100_000_000n });
  expect(coins.get(ETH)).toMatchObject({ units: 20, costUnits: 2_000_000n, realisedUnits: 2_000_000n });
  const flows = [...days].map(({ asset, inUnits, outUnits }) => [asset, inUnits, outUnits]);
  expect(flows).toEqual([
    [USDT, 500_000_000n, 0n],
    [ETH, 0n, 0n],
  ]);
});

test('interest is income: it is realized, and its value then becomes its cost', () => {
  const { coins, changedDays: days } = bookOf(posting(1, ETH, 'interest', 20));
  expect(coins.get(ETH)).toMatchObject({ units: 20, costUnits: 2_000_000n, realisedUnits: 2_000_000n });
  expect([...days][0]).toMatchObject({ inUnits: 0n, priced: true });
});

test('an arrival without a price makes the cost unknown until all of the coin has left', () => {
  const FOREIGN = 9;
  const book = bookOf(posting(1, FOREIGN, 'deposit', 10));
  expect(book.coins.get(FOREIGN)).toMatchObject({ costUnits: 0n, costKnown: false });
  expect([...book.changedDays][0]).toMatchObject({ priced: false, inUnits: 0n });
  book.fold(posting(2, FOREIGN, 'withdrawal', -10), worthAt);
  expect(book.coins.get(FOREIGN)).toMatchObject({ units: 0, realisedUnits: 0n, costKnown: true });
});

test('a payment above the balance is covered by the income of the same command, in any order', () => {
  const command = place(2);
  const income = (line: number, cause: string, units: number): PostingEntry => ({
    ...posting(2, USDT, cause, units),
    ...command,
    line,
  });
  const deposit = posting(1, USDT, 'deposit', 10_000_000);
  // 10 USDT arrive. Of the 15 paid as funding, a realized profit covers 7, so 2 are left, and the loss is 8.
  const result = { units: 2_000_000, costUnits: 2_000_000n, realisedUnits: -8_000_000n, costKnown: true };
  const paidFirst = bookOf(deposit, income(0, 'funding', -15_000_000), income(1, 'futures_profit', 7_000_000));
  const earnedFirst = bookOf(deposit, income(0, 'futures_profit', 7_000_000), income(1, 'funding', -15_000_000));
  expect(paidFirst.coins.get(USDT)).toEqual(result);
  expect(earnedFirst.coins.get(USDT)).toEqual(result);
  // Two payments: the balance covers the first only in part, and the second not at all.
  const twice = bookOf(
    deposit,
    income(0, 'funding', -12_000_000),
    income(1, 'fee', -3_000_000),
    income(2, 'futures_profit', 7_000_000),
  );
  expect(twice.coins.get(USDT)).toEqual(result);
});

test('a command that leaves a balance below zero is an error', () => {
  const short = [posting(1, USDT, 'deposit', 10), posting(1, USDT, 'funding', -15)];
  const book = bookOf(...short);
  expect(() => book.fold(posting(1, USDT, 'futures_profit', 7), worthAt)).toThrow('More of asset 1 was debited');
  const resumed = new Book(book.coins);
  expect(() => resumed.fold(posting(1, USDT, 'futures_profit', 7), worthAt)).toThrow('More of asset 1 was debited');
  expect(() => bookOf(posting(1, USDT, 'deposit', 10), posting(1, USDT, 'withdrawal', -15))).toThrow('More of asset');
});
