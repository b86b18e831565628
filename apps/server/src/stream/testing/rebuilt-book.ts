import { expect } from 'vitest';
import type { Reader } from './reader.ts';

/** The order book rebuilt from the messages that a reader has received; fails if a sequence number is missing. */
export function rebuiltBook(book: Reader) {
  const snapshot = book.all('book_snapshot')[0];
  if (snapshot === undefined) throw new Error('no book snapshot was received');
  const sides = { bids: new Map(snapshot.bids), asks: new Map(snapshot.asks) };
  let { number } = snapshot;
  for (const update of book.all('book')) {
    expect(update.from).toBe(number + 1);
    expect(update.to).toBeGreaterThanOrEqual(update.from);
    number = update.to;
    for (const side of ['bids', 'asks'] as const)
      for (const [price, size] of update[side])
        if (size === '0') sides[side].delete(price);
        else sides[side].set(price, size);
  }
  const sorted = (levels: Map<string, string>, sign: number) =>
    [...levels].sort(([a], [b]) => sign * (Number(a) - Number(b)));
  return { number, bids: sorted(sides.bids, -1), asks: sorted(sides.asks, 1) };
}
