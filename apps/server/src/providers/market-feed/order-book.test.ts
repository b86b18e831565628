import { expect, test } from 'vitest';
import { krakenChecksum } from './kraken-protocol.ts';
import { okxChecksum } from './okx-protocol.ts';
import { OrderBook, readLevels } from './order-book.ts';

const levels = (rows: readonly (readonly [price: string, size: string])[]) =>
  readLevels(rows, (row) => row as string[]) ?? [];
const bookOf = (bids: readonly (readonly [string, string])[], asks: readonly (readonly [string, string])[]) => {
  const book = new OrderBook(400);
  book.apply({ bids: levels(bids), asks: levels(asks) });
  return book;
};

test('the price of a side is the average price for 10,000 of the quote coin, regardless of small orders at the top', () => {
  const honest = bookOf([['100', '200']], [['100.2', '200']]);
  expect(honest.reading('A-B', 5, 10_000)).toEqual({ kind: 'prices', pair: 'A-B', bid: 100, ask: 100.2, sourceMs: 5 });
  honest.apply({ bids: levels([['100.1', '0.01']]), asks: [] });
  const { bid } = honest.reading('A-B', 5, 10_000) as { bid: number };
  expect(bid).toBeGreaterThan(100);
  expect(bid).toBeLessThan(100.000_02);
  const two = bookOf(
    [
      ['100', '50'],
      ['80', '1000'],
    ],
    [['100', '100']],
  ).reading('A-B', 5, 10_000) as { bid: number };
  // Selling for 10,000 takes 50 coins at 100, for the first 5,000, and 62.5 coins at 80, for the other 5,000.
  expect(two.bid).toBeCloseTo(10_000 / 112.5, 9);
});

test('a book with less than 10,000 of the quote coin on one side gives no price', () => {
  expect(bookOf([['100', '99.9']], [['101', '200']]).reading('A-B', 5, 10_000)).toEqual({ kind: 'thin', pair: 'A-B' });
  expect(bookOf([], [['101', '200']]).reading('A-B', 5, 10_000)).toEqual({ kind: 'thin', pair: 'A-B' });
});

test('OKX: the checksum is over the texts of the best 25 levels, as documented', () => {
  const book = bookOf(
    [
      ['3366', '6'],
      ['3366.1', '7'],
    ],
    [
      ['3368', '8'],
      ['3366.8', '9'],
    ],
  );
  expect(okxChecksum(book)).toBe(-1_881_014_294);
  book.apply({ bids: levels(Array.from({ length: 400 }, (_, i) => [`${3_000 - i}`, '1'] as const)), asks: [] });
  const full = okxChecksum(book);
  book.apply({ bids: levels([['2500', '5']]), asks: [] });
  expect([okxChecksum(book), book.bids[0]?.price, book.asks[0]?.price, book.bids.length]).toEqual([
    full,
    3_366.1,
    3_366.8,
    400,
  ]);
});

test('Kraken: the checksum is over the digits of the best 10 asks and bids, as documented', () => {
  const bids = [
    ['45283.5', '0.10000000'],
    ['45283.4', '1.54582015'],
    ['45282.1', '0.10000000'],
    ['45281.0', '0.10000000'],
    ['45280.3', '1.54592586'],
    ['45279.0', '0.07990000'],
    ['45277.6', '0.03310103'],
    ['45277.5', '0.30000000'],
    ['45277.3', '1.54602737'],
    ['45276.6', '0.15445238'],
    ['45270.0', '9.00000000'],
  ] as const;
  const asks = [
    ['45285.2', '0.00100000'],
    ['45286.4', '1.54571953'],
    ['45286.6', '1.54571109'],
    ['45289.6', '1.54560911'],
    ['45290.2', '0.15890660'],
    ['45291.8', '1.54553491'],
    ['45294.7', '0.04454749'],
    ['45296.1', '0.35380000'],
    ['45297.5', '0.09945542'],
    ['45299.5', '0.18772827'],
  ] as const;
  expect(krakenChecksum(bookOf(bids, asks))).toBe(3_310_070_434);
});

/**
 * Follows a book with far more than 400 levels, whose source sends the changes of the best 400 levels in this order.
 * Returns whether the copy stays exact.
 */
function follow(seed: number, order: 'best first' | 'removals first'): boolean {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
  const truth = new Map<number, number>();
  let middle = 100_000;
  for (let price = middle - 1; price > middle - 3_000; price -= 1)
    if (random() < 0.6) truth.set(price, 1 + Math.floor(random() * 9));
  const best = () => [...truth].sort(([a], [b]) => b - a).slice(0, 400);
  const rows = (list: readonly (readonly [number, number])[]) =>
    levels(list.map(([price, size]) => [String(price), String(size)] as const));
  const book = new OrderBook(400);
  let sent = new Map(best());
  book.apply({ bids: rows([...sent]), asks: [] });
  for (let message = 0; message < 200; message += 1) {
    middle += Math.round((random() - 0.5) * 30) - 4;
    for (const price of [...truth.keys()]) if (price >= middle) truth.delete(price);
    for (let i = 0; i < 40; i += 1) {
      const price = middle - 1 - Math.floor(random() * random() * 800);
      if (random() < 0.5) truth.set(price, 1 + Math.floor(random() * 9));
      else truth.delete(price);
    }
    for (let price = middle - 1; price > middle - 3_000 && truth.size < 1_600; price -= 1)
      if (!truth.has(price) && random() < 0.3) truth.set(price, 3);
    const expected = best();
    const now = new Map(expected);
    const removed = [...sent.keys()].filter((price) => !now.has(price)).map((price) => [price, 0] as const);
    const changed = [...now].filter(([price, size]) => sent.get(price) !== size);
    const delta = [...removed, ...changed];
    if (order === 'best first') delta.sort(([a], [b]) => b - a);
    sent = now;
    book.apply({ bids: rows(delta), asks: [] });
    if (book.bids.some(({ price, size }, i) => price !== expected[i]?.[0] || now.get(price) !== size)) return false;
  }
  return true;
}

test.each(['best first', 'removals first'] as const)('a copy of the best 400 levels stays exact: %s', (order) => {
  expect([1, 2, 3].map((seed) => follow(seed, order))).toEqual([true, true, true]);
});

test('the amount for which a price is computed depends on the value of the quote coin', () => {
  const book = bookOf([['0.05', '3']], [['0.051', '3']]);
  // 0.15 BTC is worth 10,000 USDT at 66,666 USDT per BTC.
  expect(book.reading('ETH-BTC', 5, 0.15)).toMatchObject({ kind: 'prices', bid: 0.05, ask: 0.051 });
  expect(book.reading('ETH-BTC', 5, 10_000)).toEqual({ kind: 'thin', pair: 'ETH-BTC' });
  expect(book.reading('ETH-BTC', 5, undefined)).toEqual({ kind: 'thin', pair: 'ETH-BTC' });
});
