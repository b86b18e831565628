import type { BookLevel, StreamMessage } from '@vitrine/contract';
import { expect, test } from 'vitest';
import { StreamBatch } from './stream-batch.ts';

const update = (from: number, to: number, bids: BookLevel[], asks: BookLevel[] = [], name = 'BTCUSDT'): string =>
  JSON.stringify({ type: 'book', name, from, to, bids, asks } satisfies StreamMessage);
const pong = JSON.stringify({ type: 'pong', id: 1 });

const taken = (texts: readonly string[]) => {
  const batch = new StreamBatch();
  const mayWait = texts.map((text) => batch.add(text));
  return { mayWait, messages: batch.take().map((text) => JSON.parse(text) as unknown) };
};

test('consecutive updates of a book become one update with the newest size of each level', () => {
  const texts = [
    update(5, 6, [
      ['100', '1'],
      ['99', '2'],
    ]),
    update(7, 7, [['100', '0']], [['101', '3']]),
    update(8, 8, [['99', '4']]),
  ];
  expect(taken(texts).messages).toEqual([
    {
      type: 'book',
      name: 'BTCUSDT',
      from: 5,
      to: 8,
      bids: [
        ['100', '0'],
        ['99', '4'],
      ],
      asks: [['101', '3']],
    },
  ]);
});

test('a gap in the numbers of a book remains', () => {
  const texts = [update(5, 5, [['100', '1']]), update(7, 7, [['100', '2']])];
  expect(taken(texts).messages).toEqual(texts.map((text) => JSON.parse(text)));
});

test('updates of different books are not merged', () => {
  const texts = [
    update(1, 1, [['100', '1']]),
    update(1, 1, [['5', '1']], [], 'ETHUSDT'),
    update(2, 2, [['100', '2']]),
    update(2, 2, [['5', '3']], [], 'ETHUSDT'),
  ];
  expect(taken(texts).messages).toEqual([
    { type: 'book', name: 'BTCUSDT', from: 1, to: 2, bids: [['100', '2']], asks: [] },
    { type: 'book', name: 'ETHUSDT', from: 1, to: 2, bids: [['5', '3']], asks: [] },
  ]);
});

test('only updates of books may wait, and other messages keep their text and their place', () => {
  const batch = new StreamBatch();
  expect(batch.add(update(1, 1, [['100', '1']]))).toBe(true);
  expect(batch.add(pong)).toBe(false);
  expect(batch.take()).toEqual([update(1, 1, [['100', '1']]), pong]);
  expect(batch.take()).toEqual([]);
});

test('an update that follows a new snapshot of its book is not merged with one before it', () => {
  const snapshot = JSON.stringify({ type: 'book_snapshot', name: 'BTCUSDT', number: 5, bids: [], asks: [] });
  const texts = [update(5, 5, [['100', '1']]), snapshot, update(6, 6, [['100', '2']])];
  expect(taken(texts).messages).toEqual(texts.map((text) => JSON.parse(text)));
});

test('updates of a book are merged across trades, but not across messages about the connection', () => {
  const trades = JSON.stringify({ type: 'trades', name: 'BTCUSDT', from: 1, to: 1, trades: [] });
  const texts = [update(1, 1, []), trades, update(2, 2, []), pong, update(3, 3, [])];
  expect(taken(texts).messages).toEqual([update(1, 2, []), trades, pong, update(3, 3, [])].map((t) => JSON.parse(t)));
});
