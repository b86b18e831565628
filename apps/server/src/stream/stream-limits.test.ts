import { once } from 'node:events';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@vitrine/tools/eventually';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { BTC_USDT, client, limitOrder } from '../projections/testing/seeded-flow.ts';
import { rebuiltBook } from './testing/rebuilt-book.ts';
import { StreamWorld } from './testing/stream-world.ts';

let world: StreamWorld;
beforeAll(async () => {
  world = await StreamWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.start());
afterEach(() => world.stop());

describe('bad clients', () => {
  test('each invalid message gets an error, and the connection stays open', async () => {
    const clumsy = await world.reader();
    const wrong = [
      'not json',
      '[]',
      { op: 'dance' },
      { op: 'subscribe' },
      { op: 'subscribe', channel: 'book' },
      { op: 'subscribe', channel: 'book', name: 'BTCUSDT', extra: 1 },
      { op: 'subscribe', channel: 'candles', name: 'BTCUSDT', interval: '7m' },
      { op: 'unsubscribe', channel: 'tickers' },
      { op: 'auth' },
    ];
    for (const message of wrong) clumsy.send(message);
    clumsy.send({ op: 'subscribe', channel: 'book', name: 'NOPEUSDT' });
    clumsy.socket.send(Buffer.from([1, 2, 3]), { binary: true });
    await clumsy.settled();
    const codes = clumsy.all('error').map(({ code }) => code);
    expect(codes.filter((code) => code === 'bad_stream_message')).toHaveLength(wrong.length + 1);
    expect(codes).toContain('unknown_market');
    expect(clumsy.closed).toBeUndefined();
  });

  test('too many invalid messages close the connection', async () => {
    const clumsy = await world.reader();
    for (let i = 0; i < 30; i += 1) clumsy.send('nonsense');
    expect(await clumsy.end()).toEqual({ code: 1008, reason: 'bad_stream_message' });
  });

  test('too many messages or an oversized message also close the connection', async () => {
    const eager = await world.reader();
    for (let i = 0; i < 400; i += 1) eager.send({ op: 'ping' });
    expect(await eager.end()).toEqual({ code: 1013, reason: 'too_many_requests' });
    const large = await world.reader();
    large.send({ op: 'auth', token: 'x'.repeat(5_000) });
    expect((await large.end()).code).toBe(1009);
  });

  test('a message in very many fragments closes the connection', async () => {
    const tricky = await world.reader();
    tricky.socket.send('{"op":"ping"}', { fin: false });
    for (let i = 0; i < 20; i += 1) tricky.socket.send('', { fin: i === 19 });
    expect((await tricky.end()).code).toBe(1008);
  });

  test('the topics of one address and the connections of one client are limited', async () => {
    await world.stop();
    await world.start({ topicsPerAddress: 2, connectionsPerClient: 1 });
    const [first, second] = [await world.reader(), await world.reader()];
    first.send({ op: 'subscribe', channel: 'tickers' });
    first.send({ op: 'subscribe', channel: 'book', name: 'BTCUSDT' });
    await first.settled();
    second.send({ op: 'subscribe', channel: 'tickers' });
    expect((await second.next('error')).message).toContain('at most 2 subscriptions');
    first.send({ op: 'unsubscribe', channel: 'tickers' });
    await first.settled();
    second.send({ op: 'subscribe', channel: 'tickers' });
    await second.settled();
    expect(second.all('error')).toHaveLength(1);
    const { token } = await world.signUp('many@stream.test');
    await (await world.reader({ authorization: `Bearer ${token}` })).settled();
    const third = await world.reader({ authorization: `Bearer ${token}` });
    expect(await third.end()).toEqual({ code: 1013, reason: 'too_many_requests' });
  });

  test('WebSocket pings and pongs count as messages', async () => {
    await world.stop();
    await world.start({ requestsPerPing: 30 });
    for (const frame of ['ping', 'pong'] as const) {
      const eager = await world.reader();
      await eager.next('hello');
      for (let i = 0; i < 40 && eager.closed === undefined; i += 1) {
        eager.socket[frame]();
        await setImmediate();
      }
      expect(await eager.end()).toEqual({ code: 1013, reason: 'too_many_requests' });
    }
  });

  test('reconnecting does not reset the message limit of an address', async () => {
    await world.stop();
    await world.start({ requestsPerSecond: 2 });
    let served = 0;
    for (let round = 0; round < 6; round += 1) {
      const eager = await world.reader();
      for (let i = 0; i < 20; i += 1) eager.send({ op: 'ping', id: i });
      await eventually(() => expect(eager.closed !== undefined || eager.all('pong').length === 20).toBe(true));
      served += eager.all('pong').length;
      eager.socket.close();
    }
    expect(served).toBeLessThan(100);
  });

  test('invalid tokens cost more than other messages', async () => {
    await world.stop();
    await world.start({ requestsPerSecond: 5 });
    const guesser = await world.reader();
    for (let i = 0; i < 10; i += 1) guesser.send({ op: 'auth', token: `no token ${i}` });
    await eventually(() => expect(guesser.all('error').length).toBeGreaterThan(4));
    guesser.send({ op: 'ping' });
    expect((await guesser.end()).reason).toBe('too_many_requests');
  });

  test('a client’s snapshot is made at most once a second, for all connections that request it', async () => {
    const { token, owner } = await world.signUp('ada@test.example');
    const made = vi.spyOn(world.core, 'balances');
    const tabs = await Promise.all(Array.from({ length: 4 }, () => world.reader()));
    for (const tab of tabs) {
      tab.send({ op: 'auth', token });
      tab.send({ op: 'subscribe', channel: 'private' });
    }
    for (const tab of tabs) await tab.next('private_snapshot');
    const [first] = tabs;
    for (let round = 0; round < 50; round += 1) {
      first?.send({ op: 'unsubscribe', channel: 'private' });
      first?.send({ op: 'subscribe', channel: 'private' });
    }
    await first?.settled();
    expect(made.mock.calls.filter(([asked]) => asked === owner).length).toBeLessThan(4);
    await eventually(() => expect(first?.all('private_snapshot')).toHaveLength(2));
    expect(made.mock.calls.filter(([asked]) => asked === owner).length).toBeLessThan(5);
  });

  test('a page of another site is refused, and ours is accepted', async () => {
    const { host } = new URL(world.url);
    const foreign = new WebSocket(world.url, { headers: { origin: 'https://evil.example' } });
    const [error] = await once(foreign, 'error');
    expect(String(error)).toContain('403');
    const own = await world.reader({ origin: `http://${host}` });
    await own.next('hello');
  });

  test('connections beyond the limit per address are refused', async () => {
    await world.stop();
    await world.start({ connectionsPerAddress: 2 });
    const [first, second] = [await world.reader(), await world.reader()];
    await Promise.all([first.next('hello'), second.next('hello')]);
    expect(await (await world.reader()).end()).toEqual({ code: 1013, reason: 'too_many_requests' });
    first.socket.close();
    await first.end();
    await (await world.reader()).next('hello');
  });

  test('subscriptions beyond the limit are refused', async () => {
    await world.stop();
    await world.start({ topicsPerConnection: 1 });
    const greedy = await world.reader();
    greedy.send({ op: 'subscribe', channel: 'tickers' });
    greedy.send({ op: 'subscribe', channel: 'book', name: 'BTCUSDT' });
    expect((await greedy.next('error')).message).toContain('at most 1 subscriptions');
  });

  test('a client that does not respond to pings is disconnected', async () => {
    await world.stop();
    await world.start({ pingEveryMs: 500 });
    const { socket } = await world.rawClient([]);
    await once(socket, 'close');
    await eventually(() => expect(world.stream.size).toBe(0));
  });

  test('a client that does not read is cut off and uses no more memory, while the others get everything', async () => {
    await world.stop();
    await world.start({ bufferedBytes: 100_000 });
    const subscription = { op: 'subscribe', channel: 'book', name: 'BTCUSDT' };
    const good = await world.reader();
    good.send(subscription);
    await good.next('book_snapshot');
    const slow = await world.rawClient([subscription]);
    while (world.stream.size < 2) await sleep(5);
    slow.socket.pause();
    for (let round = 0; round < 2_000 && world.stream.size === 2; round += 1) {
      world.apply(limitOrder(client(round % 5), BTC_USDT, 'buy', 8_000 + (round % 300), 1));
      world.stream.notice('everyone', 'test', 'x'.repeat(10_000));
      await setImmediate();
    }
    await eventually(() => expect(world.stream.size).toBe(1));
    world.stream.hub.sendBooks();
    await good.settled();
    expect(rebuiltBook(good).number).toBe(world.core.depth(BTC_USDT, 1).number);
    slow.socket.destroy();
  });
});
