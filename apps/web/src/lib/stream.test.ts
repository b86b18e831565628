import type { StreamMessage, StreamRequest } from '@vitrine/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { STALE_AFTER_MS, Stream } from './stream.ts';

type BookMessage = Extract<StreamMessage, { type: 'book' | 'book_snapshot' }>;

const book = { channel: 'book', name: 'BTCUSDT' } as const;
const snapshot = (number: number): BookMessage => ({
  type: 'book_snapshot',
  name: 'BTCUSDT',
  number,
  bids: [],
  asks: [],
});
const update = (from: number, to = from): BookMessage => ({
  type: 'book',
  name: 'BTCUSDT',
  from,
  to,
  bids: [],
  asks: [],
});

/** Stands in for a WebSocket: records the client's requests, and lets the test send the server's messages. */
class Line extends EventTarget {
  readyState = 0;
  readonly asked: StreamRequest[] = [];

  send(text: string): void {
    const request = JSON.parse(text) as StreamRequest;
    if (request.op !== 'ping') this.asked.push(request);
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  say(message: StreamMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  breakOff(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
}

let lines: Line[] = [];
let stream: Stream;
let received: StreamMessage[] = [];
const last = (): Line => lines.at(-1) as Line;
const numbers = () =>
  received.map((message) => ('number' in message ? message.number : 'to' in message ? message.to : 0));

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  received = [];
  stream = new Stream(() => {
    const line = new Line();
    lines.push(line);
    return line;
  });
});
afterEach(() => vi.useRealTimers());

const listenToBook = () => stream.listen(book, (message) => received.push(message));

test('the stream’s connection opens with the first listener and subscribes to its channel', () => {
  expect(lines).toHaveLength(0);
  listenToBook();
  last().open();
  expect(last().asked).toEqual([{ op: 'subscribe', ...book }]);
});

test('updates that follow the snapshot are delivered, those already in it are dropped', () => {
  listenToBook();
  last().open();
  last().say(update(4));
  last().say(snapshot(5));
  last().say(update(4, 5));
  last().say(update(6, 8));
  expect(numbers()).toEqual([5, 8]);
});

test('after a gap in the stream nothing is delivered until a new snapshot arrives', () => {
  listenToBook();
  last().open();
  last().say(snapshot(5));
  last().say(update(7));
  expect(last().asked.slice(1)).toEqual([
    { op: 'unsubscribe', ...book },
    { op: 'subscribe', ...book },
  ]);
  last().say(update(8));
  last().say(snapshot(9));
  last().say(update(10));
  expect(numbers()).toEqual([5, 9, 10]);
});

test('a lost connection is reopened and resubscribed, starting with a snapshot', () => {
  listenToBook();
  last().open();
  last().say(snapshot(5));
  last().breakOff();
  expect(stream.status().state).toBe('connecting');
  vi.advanceTimersByTime(1000);
  expect(lines).toHaveLength(2);
  last().open();
  expect(last().asked).toEqual([{ op: 'subscribe', ...book }]);
  last().say(update(6));
  last().say(snapshot(40));
  expect(numbers()).toEqual([5, 40]);
});

test('attempts to reconnect are made at growing intervals', () => {
  listenToBook();
  const spans = [1, 2, 3, 4, 5, 6].map(() => {
    const before = lines.length;
    last().breakOff();
    let waited = 0;
    for (; lines.length === before && waited < 60_000; waited += 50) vi.advanceTimersByTime(50);
    return waited;
  });
  expect(spans[0]).toBeLessThanOrEqual(550);
  expect(Math.max(...spans)).toBeLessThanOrEqual(15_050);
  expect(spans[5]).toBeGreaterThan(3000);
});

test('silence makes the stream stale, a message makes it live again, and long silence ends the connection', () => {
  listenToBook();
  last().open();
  last().say(snapshot(1));
  expect(stream.status().state).toBe('live');
  vi.advanceTimersByTime(STALE_AFTER_MS + 2000);
  expect(stream.status().state).toBe('stale');
  last().say(update(2));
  expect(stream.status().state).toBe('live');
  vi.advanceTimersByTime(40_000);
  expect(lines.length).toBeGreaterThan(1);
});

test('a connection that never opens is closed, and another is tried', () => {
  listenToBook();
  const first = last();
  vi.advanceTimersByTime(14_000);
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(2000);
  expect(first.readyState).toBe(3);
  expect(lines).toHaveLength(2);
  last().open();
  expect(last().asked).toEqual([{ op: 'subscribe', ...book }]);
  vi.advanceTimersByTime(5000);
  last().say(snapshot(1));
  vi.advanceTimersByTime(15_000);
  expect(lines).toHaveLength(2);
});

test('stream messages of an abandoned connection are ignored', () => {
  listenToBook();
  const first = last();
  first.open();
  first.say(snapshot(1));
  stream.reconnect();
  first.say(update(2));
  last().open();
  last().say(snapshot(9));
  expect(numbers()).toEqual([1, 9]);
});

test('listeners share a stream subscription, and the last one to leave ends it', () => {
  const stopFirst = listenToBook();
  const stopSecond = stream.listen(book, () => undefined);
  last().open();
  stopFirst();
  expect(last().asked.some(({ op }) => op === 'unsubscribe')).toBe(false);
  stopSecond();
  expect(last().asked.at(-1)).toEqual({ op: 'unsubscribe', ...book });
});

test('a listener that subscribes later gets a snapshot too', () => {
  listenToBook();
  last().open();
  last().say(snapshot(1));
  const late: StreamMessage[] = [];
  stream.listen(book, (message) => late.push(message));
  last().say(snapshot(3));
  last().say(update(4));
  expect(late).toHaveLength(2);
});

test('messages about the connection reach listeners of the private channel', () => {
  stream.listen({ channel: 'private' }, (message) => received.push(message));
  last().open();
  last().say({ type: 'signed_out', reason: 'frozen' });
  expect(received).toEqual([{ type: 'signed_out', reason: 'frozen' }]);
});

test.each([
  ['tickers', { type: 'tickers_snapshot', tickers: [] }, { type: 'tickers', tickers: [] }],
  ['futures', { type: 'futures_snapshot', markets: [] }, { type: 'futures', markets: [] }],
] as const)('a listener of the channel %s gets its messages', (channel, first, next) => {
  stream.listen({ channel }, (message) => received.push(message));
  last().open();
  last().say(first);
  last().say(next);
  expect(received).toEqual([first, next]);
});
