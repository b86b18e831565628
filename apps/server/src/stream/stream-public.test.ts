import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Instruments } from '../kit/instruments.ts';
import { BTC_USDT, client, limitOrder, seededCommands } from '../projections/testing/seeded-flow.ts';
import { priceText, sizeText } from '../projections/wire.ts';
import type { Reader } from './testing/reader.ts';
import { rebuiltBook } from './testing/rebuilt-book.ts';
import { START_MS, StreamWorld } from './testing/stream-world.ts';

let world: StreamWorld;
beforeAll(async () => {
  world = await StreamWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.start());
afterEach(() => world.stop());

describe('the book channel', () => {
  test('a client that applies the numbered updates has exactly the core’s book, whenever it joined', async () => {
    const flow = seededCommands(7, 5, (owner) => world.core.openOrders(owner).map((view) => view.order));
    const books: Reader[] = [];
    for (let round = 0; round < 60; round += 1) {
      for (let i = 0; i < 20; i += 1) world.apply(flow.next().value);
      if (round % 20 === 0) {
        const joined = await world.reader();
        joined.send({ op: 'subscribe', channel: 'book', name: 'BTCUSDT' });
        books.push(joined);
      }
      await sleep(3);
    }
    await sleep(60);
    const truth = world.core.depth(BTC_USDT, 1_000);
    const instrument = new Instruments(() => world.core).byMarket(BTC_USDT);
    const texts = (levels: typeof truth.bids) =>
      levels.map(([ticks, lots]) => [priceText(instrument, ticks), sizeText(instrument, lots)]);
    for (const book of books) {
      await book.settled();
      expect(rebuiltBook(book)).toEqual({ number: truth.number, bids: texts(truth.bids), asks: texts(truth.asks) });
    }
    const updates = books[0]?.all('book') ?? [];
    expect(updates.some(({ from, to }) => to > from)).toBe(true);
    // There are fewer messages than changes of levels, because changes were merged.
    expect(updates.length).toBeLessThan(truth.number / 2);
  });

  test('a client that unsubscribes gets no further updates', async () => {
    const book = await world.reader();
    book.send({ op: 'subscribe', channel: 'book', name: 'BTCUSDT' });
    await book.next('book_snapshot');
    book.send({ op: 'unsubscribe', channel: 'book', name: 'BTCUSDT' });
    await book.next('unsubscribed');
    world.apply(limitOrder(client(0), BTC_USDT, 'buy', 9_000, 5));
    await sleep(50);
    await book.settled();
    expect(book.all('book')).toEqual([]);
  });
});

describe('the public channels', () => {
  test('trades start with the last ones, newest first, then continue oldest first, without a gap in their numbers', async () => {
    const trade = () => {
      world.apply(
        limitOrder(client(0), BTC_USDT, 'sell', 10_000, 3),
        limitOrder(client(1), BTC_USDT, 'buy', 10_000, 3),
      );
    };
    for (let i = 0; i < 4; i += 1) trade();
    const tape = await world.reader();
    tape.send({ op: 'subscribe', channel: 'trades', name: 'BTCUSDT' });
    const snapshot = await tape.next('trades_snapshot');
    expect(snapshot).toMatchObject({ number: 4, trades: [{ id: 4 }, { id: 3 }, { id: 2 }, { id: 1 }] });
    for (let i = 0; i < 5; i += 1) trade();
    await tape.next('trades', ({ to }) => to === 9);
    const ids = tape.all('trades').flatMap(({ trades }) => trades.map(({ id }) => id));
    expect(ids).toEqual([5, 6, 7, 8, 9]);
    const first = tape.all('trades')[0];
    expect(first).toMatchObject({ from: 5 });
    expect(first?.trades[0]).toMatchObject({ id: 5, side: 'buy', px: '100.00', sz: '0.003' });
  });

  test('tickers start with all markets, then continue with only what changed', async () => {
    const board = await world.reader();
    board.send({ op: 'subscribe', channel: 'tickers' });
    const { tickers } = await board.next('tickers_snapshot');
    expect(tickers.map(({ name }) => name)).toEqual(['BTCUSDT', 'ETHUSDT']);
    world.apply(limitOrder(client(0), BTC_USDT, 'sell', 10_100, 3), limitOrder(client(1), BTC_USDT, 'buy', 10_100, 3));
    const changed = await board.next('tickers');
    expect(changed.tickers).toMatchObject([{ name: 'BTCUSDT', close: '101.00', high: '101.00', volume: '0.003' }]);
  });

  test('candles start with the current one, followed by its final state when it closes, and a flat one if nothing trades', async () => {
    const chart = await world.reader();
    chart.send({ op: 'subscribe', channel: 'candles', name: 'BTCUSDT', interval: '1m' });
    await chart.next('candle');
    world.apply(limitOrder(client(0), BTC_USDT, 'sell', 10_100, 3), limitOrder(client(1), BTC_USDT, 'buy', 10_100, 1));
    const first = await chart.next('candle', ({ number }) => number === 1);
    expect(first.candle).toMatchObject({ time: START_MS, open: '101.00', volume: '0.001' });
    world.apply(limitOrder(client(1), BTC_USDT, 'buy', 10_100, 1));
    world.nowMs = START_MS + 60_000;
    const closed = await chart.next('candle', ({ number, candle }) => number === 2 && candle.time === START_MS);
    expect(closed.candle).toMatchObject({ volume: '0.002' });
    const flat = await chart.next('candle', ({ candle }) => candle.time === START_MS + 60_000);
    expect(flat.candle).toMatchObject({ open: '101.00', close: '101.00', volume: '0.000' });
  });

  test('a market’s change of status is published to everyone', async () => {
    const anyone = await world.reader();
    await anyone.next('hello');
    world.apply({ kind: 'SetMarketStatus', market: BTC_USDT, status: 'halted' });
    expect(await anyone.next('notice')).toMatchObject({ code: 'market_halted', text: 'BTCUSDT is halted' });
  });
});
