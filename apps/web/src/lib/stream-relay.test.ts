import type { StreamMessage } from '@vitrine/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StreamRelay } from './stream-relay.ts';

const update = (number: number, name = 'BTCUSDT'): string =>
  JSON.stringify({ type: 'book', name, from: number, to: number, bids: [], asks: [] } satisfies StreamMessage);
const trades = (number: number): string =>
  JSON.stringify({ type: 'trades', name: 'BTCUSDT', from: number, to: number, trades: [] } satisfies StreamMessage);
const pong = JSON.stringify({ type: 'pong', id: 1, time: 0 } satisfies StreamMessage);

/** Each batch passed on, with each message as its type and last number. */
let batches: string[][] = [];
let relay: StreamRelay;
beforeEach(() => {
  vi.useFakeTimers();
  batches = [];
  relay = new StreamRelay((texts) =>
    batches.push(
      texts.map((text) => {
        const message = JSON.parse(text) as StreamMessage;
        return 'to' in message ? `${message.type} ${message.name} ${message.from}-${message.to}` : message.type;
      }),
    ),
  );
});
afterEach(() => vi.useRealTimers());

test('book updates are held up to 50 ms to be delivered together, and any other message flushes them', () => {
  relay.add(update(1));
  relay.handled();
  relay.add(update(2));
  relay.add(update(3));
  expect(batches).toEqual([['book BTCUSDT 1-1']]);
  vi.advanceTimersByTime(50);
  expect(batches.slice(1)).toEqual([['book BTCUSDT 2-3']]);
  relay.handled();
  relay.add(update(4));
  relay.add(pong);
  expect(batches.slice(2)).toEqual([['book BTCUSDT 4-4', 'pong']]);
});

test('a page that acknowledges nothing gets one batch, and afterwards one merged update per book', () => {
  relay.add(pong);
  for (let number = 1; number <= 500; number += 1) {
    relay.add(update(number));
    relay.add(update(number, 'ETHUSDT'));
    if (number % 100 === 0) relay.add(trades(number));
    vi.advanceTimersByTime(50);
  }
  expect(batches).toEqual([['pong']]);
  relay.handled();
  expect(batches.slice(1)).toEqual([
    [
      'book BTCUSDT 1-500',
      'book ETHUSDT 1-500',
      ...[100, 200, 300, 400, 500].map((number) => `trades BTCUSDT ${number}-${number}`),
    ],
  ]);
  relay.handled();
  vi.advanceTimersByTime(1000);
  expect(batches).toHaveLength(2);
});

test('pending messages are delivered when the connection ends', () => {
  relay.add(pong);
  relay.add(update(1));
  relay.add(pong);
  relay.end();
  expect(batches).toEqual([['pong'], ['book BTCUSDT 1-1', 'pong']]);
});
