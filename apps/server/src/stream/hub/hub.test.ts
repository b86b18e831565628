import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { BTC_USDT, client, limitOrder } from '../../projections/testing/seeded-flow.ts';
import { type Frame, frameOf } from '../frame.ts';
import { StreamWorld } from '../testing/stream-world.ts';
import type { Encode, Subscriber } from './subscribers.ts';
import type { Topic } from './topic-message.ts';

let world: StreamWorld;
beforeAll(async () => {
  world = await StreamWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.start({ booksEveryMs: 1_000_000, figuresEveryMs: 1_000_000 }));
afterEach(() => world.stop());

/** A dialect in ticks and lots, with a line for each trade. It counts how often it encodes. */
function ticksDialect() {
  const dialect = { encodings: 0 };
  const lines: Encode = (message) => {
    dialect.encodings += 1;
    switch (message.kind) {
      case 'book':
      case 'book_snapshot':
        return [frameOf(`${message.kind} ${[...message.bids].join(' ')}`)];
      case 'trades':
        return message.trades.map(({ takerSide, priceTicks, sizeLots }) =>
          frameOf(`${takerSide} ${sizeLots} at ${priceTicks}`),
        );
      case 'trades_snapshot':
        return [frameOf(`trades up to ${message.number}`)];
      case 'tickers_snapshot':
      case 'tickers':
        return [frameOf(`${message.kind} ${message.tickers.map(({ ticker }) => ticker.lastTicks).join(' ')}`)];
      case 'candle':
        return [frameOf(`candle up to ${message.number}`)];
      case 'private':
        return message.fills.map(({ order, side }) => frameOf(`order ${order} ${side === 'buy' ? 'bought' : 'sold'}`));
      default:
        return [];
    }
  };
  return Object.assign(dialect, { encode: lines });
}

/** A subscriber that decodes the frames itself, without a socket or a session. */
class TestSubscriber implements Subscriber {
  readonly encode: Encode;
  readonly isOpen = true;
  readonly lines: string[] = [];
  charged = 0;

  constructor(encode: Encode) {
    this.encode = encode;
  }

  sendFrame(frame: Frame): void {
    // The header of a frame with a short text is two bytes long.
    this.lines.push(frame.subarray(2).toString());
  }

  charge(items: number): void {
    this.charged += items;
  }

  cutOff(): void {
    throw new Error('the hub cut off a connection unexpectedly');
  }
}

test('connections with a second dialect of the protocol get the same topics in that dialect', async () => {
  const { hub } = world.stream;
  const instrument = world.instruments.byMarket(BTC_USDT);
  const dialect = ticksDialect();
  const [one, other] = [new TestSubscriber(dialect.encode), new TestSubscriber(dialect.encode)];
  for (const subscriber of [one, other])
    for (const channel of ['book', 'trades'] as const) hub.subscribe(subscriber, { channel, instrument });
  hub.subscribe(one, { channel: 'private', owner: client(1) });
  const page = await world.reader();
  page.send({ op: 'subscribe', channel: 'trades', name: 'BTCUSDT' });
  await page.next('trades_snapshot');

  world.apply(limitOrder(client(1), BTC_USDT, 'buy', 9_000, 3));
  const bid = world.core.openOrders(client(1))[0]?.order;
  world.apply(limitOrder(client(2), BTC_USDT, 'sell', 9_000, 1), limitOrder(client(3), BTC_USDT, 'sell', 9_000, 1));
  hub.sendBooks();
  hub.sendFigures();

  const first = ['book_snapshot ', 'trades up to 0'];
  const then = ['book 9000,1', 'sell 1 at 9000', 'sell 1 at 9000'];
  expect(one.lines).toEqual([...first, `order ${bid} bought`, `order ${bid} bought`, ...then]);
  expect(other.lines).toEqual([...first, ...then]);
  expect(await page.next('trades')).toMatchObject({ trades: [{ side: 'sell', px: '90.00' }, { side: 'sell' }] });
});

test('a message is encoded once per dialect, however many connections use it', () => {
  const { hub } = world.stream;
  const instrument = world.instruments.byMarket(BTC_USDT);
  const [first, second] = [ticksDialect(), ticksDialect()];
  for (const { encode } of [first, second])
    for (let n = 0; n < 5; n += 1) hub.subscribe(new TestSubscriber(encode), { channel: 'book', instrument });
  // The snapshot of an unchanged book is also encoded only once per dialect.
  expect([first.encodings, second.encodings]).toEqual([1, 1]);
  world.apply(limitOrder(client(1), BTC_USDT, 'buy', 9_000, 3));
  hub.sendBooks();
  expect([first.encodings, second.encodings]).toEqual([2, 2]);
});

test('an unsubscribed connection gets nothing more, and a client snapshot is charged to its requester', () => {
  const { hub } = world.stream;
  const instrument = world.instruments.byMarket(BTC_USDT);
  const subscriber = new TestSubscriber(ticksDialect().encode);
  const topics = [
    { channel: 'book', instrument },
    { channel: 'private', owner: client(1) },
  ] as const;
  for (const topic of topics) hub.subscribe(subscriber, topic);
  expect(subscriber.charged).toBeGreaterThan(0);
  for (const topic of topics) hub.unsubscribe(subscriber, topic);
  const before = subscriber.lines.length;
  world.apply(limitOrder(client(1), BTC_USDT, 'buy', 9_000, 3), limitOrder(client(2), BTC_USDT, 'sell', 9_000, 1));
  hub.sendBooks();
  expect(subscriber.lines).toHaveLength(before);
});

test('a new subscriber does not affect existing ones, and joins them from the next broadcast on', () => {
  const { hub } = world.stream;
  const instrument = world.instruments.byMarket(BTC_USDT);
  const { encode } = ticksDialect();
  const topics: readonly Topic[] = [
    { channel: 'book', instrument },
    { channel: 'trades', instrument },
    { channel: 'candles', instrument, interval: '1m' },
    { channel: 'tickers' },
  ];
  const [reader, newcomer] = [new TestSubscriber(encode), new TestSubscriber(encode)];
  const trade = () =>
    world.apply(limitOrder(client(1), BTC_USDT, 'buy', 9_000, 3), limitOrder(client(2), BTC_USDT, 'sell', 9_000, 1));
  for (const topic of topics) hub.subscribe(reader, topic);
  const [{ length: before }] = [reader.lines];
  trade();
  for (const topic of topics) hub.subscribe(newcomer, topic);
  expect(reader.lines).toHaveLength(before);
  // The newcomer first gets the candle and the tickers that the reader already has; the book and the trades follow with
  // the next broadcast.
  expect(newcomer.lines).toEqual(['candle up to 0', 'tickers_snapshot 10000 10000']);

  hub.sendBooks();
  hub.sendFigures();
  expect(reader.lines.slice(before)).toEqual(['book 9000,2', 'sell 1 at 9000', 'tickers 9000', 'candle up to 1']);
  expect(newcomer.lines.slice(2)).toEqual(['book_snapshot 9000,2', 'trades up to 1', 'tickers 9000', 'candle up to 1']);

  trade();
  hub.sendBooks();
  expect(newcomer.lines.slice(6)).toEqual(reader.lines.slice(before + 4));
});

test('each new snapshot is charged to the connection it is made for', () => {
  const { hub } = world.stream;
  const instrument = world.instruments.byMarket(BTC_USDT);
  const { encode } = ticksDialect();
  const topic = { channel: 'book', instrument } as const;
  world.apply(limitOrder(client(1), BTC_USDT, 'buy', 9_000, 3), limitOrder(client(1), BTC_USDT, 'buy', 8_000, 3));
  const [first, second] = [new TestSubscriber(encode), new TestSubscriber(encode)];
  hub.subscribe(first, topic);
  hub.subscribe(second, topic);
  expect([first.charged, second.charged]).toEqual([2, 0]);
  hub.unsubscribe(second, topic);
  for (let round = 0; round < 3; round += 1) {
    hub.unsubscribe(first, topic);
    hub.subscribe(first, topic);
  }
  expect(first.charged).toBe(8);
});

test('a new reader gets the current figures if there were no readers in the meantime', () => {
  const { hub } = world.stream;
  const { encode } = ticksDialect();
  const [early, late] = [new TestSubscriber(encode), new TestSubscriber(encode)];
  hub.subscribe(early, { channel: 'tickers' });
  hub.unsubscribe(early, { channel: 'tickers' });
  world.apply(limitOrder(client(1), BTC_USDT, 'buy', 9_000, 3), limitOrder(client(2), BTC_USDT, 'sell', 9_000, 1));
  hub.subscribe(late, { channel: 'tickers' });
  expect(late.lines[0]).toMatch(/^tickers_snapshot 9000 /);
});
