import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { FeedState } from './market-feed.ts';
import { okxProtocol } from './okx-protocol.ts';
import { momentNow } from './quote-board.ts';
import { type BookMessage, withFields } from './testing/okx-books.ts';
import { OkxStandIn } from './testing/okx-stand-in.ts';
import { WebSocketFeed } from './web-socket-feed.ts';

const BTC = { base: 'BTC', quote: 'USDT' };
const PRICE = 66_461;

let source: OkxStandIn;
let feed: WebSocketFeed;
let pairs: { base: string; quote: string }[];
/** How far the feed's clocks are ahead of the machine's. */
let aheadMs: number;
let logged: string[];
beforeEach(async () => {
  source = await OkxStandIn.open({ 'BTC-USDT': PRICE, 'ETH-USDT': 3_500 });
  pairs = [BTC];
  aheadMs = 0;
  logged = [];
  feed = feedOf(source.url);
});
afterEach(async () => {
  await feed.stop();
  await source.close();
});

function feedOf(url: string): WebSocketFeed {
  const log = {
    info: (_: object, what: string) => logged.push(what),
    warn: (_: object, what: string) => logged.push(what),
  };
  const now = () => {
    const { wallMs, steadyMs } = momentNow();
    return { wallMs: wallMs + aheadMs, steadyMs: steadyMs + aheadMs };
  };
  return new WebSocketFeed({ protocol: okxProtocol, url, log: log as never, now, firstPauseMs: 20 });
}

const price = () => feed.quote(BTC)?.price;
const dropped = (reason: Parameters<FeedState['dropped']['get']>[0]) => feed.state.dropped.get(reason) ?? 0;
const eventually = (look: () => unknown) => expect.poll(look, { timeout: 10_000, interval: 20 });
async function following(): Promise<void> {
  feed.start(() => pairs);
  await eventually(price).toBe(PRICE);
}
/** Distorts only the next update. */
function distortOnce(change: (message: BookMessage) => readonly (BookMessage | string)[]): void {
  source.distort = (message) => {
    source.distort = (one) => [one];
    return change(message);
  };
}
const subscriptions = () =>
  source.requests.filter((text) => text.includes('"subscribe"') && text.includes('"books"')).length;

test('prices follow the source, also of pairs that are added later; an unknown pair has none', async () => {
  await following();
  for (const next of [PRICE + 1, PRICE - 2.5, PRICE + 60]) {
    source.price('BTC-USDT', next);
    await eventually(price).toBe(next);
  }
  pairs = [BTC, { base: 'NO', quote: 'USDT' }, { base: 'ETH', quote: 'USDT' }];
  await eventually(() => Math.round(feed.quote({ base: 'ETH', quote: 'USDT' })?.price ?? 0)).toBe(3_500);
  expect(feed.quote({ base: 'NO', quote: 'USDT' })).toBeUndefined();
  expect([feed.state.isConnected, feed.state.disconnects, feed.state.dropped.size]).toEqual([true, 0, 0]);
  expect([subscriptions(), source.opened, logged]).toEqual([3, 1, ['market feed connected']]);
});

test('a busy pair is always followed: while its prices change, the unchanged prices of other pairs stay current', async () => {
  pairs = [{ base: 'ETH', quote: 'USDT' }];
  source.distort = (message) => [withFields(message, { ts: String(Date.now() + aheadMs) })];
  const ageMs = () => feed.quote({ base: 'ETH', quote: 'USDT' })?.ageMs;
  feed.start(() => pairs);
  await eventually(price).toBe(PRICE);
  await eventually(ageMs).toBeLessThan(5_000);
  for (let i = 1; i <= 4; i += 1) {
    aheadMs += 10_000;
    expect(ageMs()).toBeGreaterThanOrEqual(9_900);
    source.price('BTC-USDT', PRICE + i);
    await eventually(ageMs).toBeLessThan(5_000);
  }
});

describe('a pair is subscribed again, and has no price meanwhile', () => {
  test.each([
    ['a message is missing', 'gap', () => []],
    ['a message is repeated', 'gap', (message: BookMessage) => [message, message]],
    ['a checksum is wrong', 'checksum', (message: BookMessage) => [withFields(message, { checksum: 7 })]],
    [
      'a price is no number',
      'malformed',
      (message: BookMessage) => [withFields(message, { bids: [['NaN', '1', '0', '1']] })],
    ],
    [
      'its prices are crossed',
      'implausible',
      (message: BookMessage) => [withFields(message, { bids: [['70000', '1', '0', '1']], checksum: 0 })],
    ],
  ] as const)('if %s', async (_, reason, distort) => {
    await following();
    distortOnce(distort as never);
    source.price('BTC-USDT', PRICE + 1);
    source.price('BTC-USDT', PRICE + 2);
    await eventually(() => dropped(reason)).toBe(1);
    expect(price()).toBeUndefined();
    await eventually(price).toBe(PRICE + 2);
    expect([subscriptions(), source.opened]).toEqual([2, 1]);
  });

  test('if two messages are swapped', async () => {
    await following();
    const sent: BookMessage[] = [];
    source.distort = (message) => {
      sent.push(message);
      return sent.length === 2 ? sent.toReversed() : [];
    };
    source.price('BTC-USDT', PRICE + 1);
    source.price('BTC-USDT', PRICE + 2);
    await eventually(() => dropped('gap')).toBe(1);
    source.distort = (message) => [message];
    await eventually(price).toBe(PRICE + 2);
  });
});

test('pairs whose prices are always implausible neither block the prices of others nor end the connection', async () => {
  const thin = Array.from({ length: 25 }, (_, i) => ({ base: `THIN${i}`, quote: 'USDT' }));
  for (const { base } of thin) source.price(`${base}-USDT`, 1_000);
  source.distort = (message) => [
    message.arg.instId.startsWith('THIN')
      ? withFields(message, { bids: [['2000', '1', '0', '1']], checksum: 0 })
      : message,
  ];
  pairs = thin;
  feed.start(() => pairs);
  await eventually(() => dropped('implausible')).toBeGreaterThan(24);
  const before = source.requests.length;
  pairs = [...thin, BTC];
  await eventually(price).toBe(PRICE);
  expect(source.requests.slice(before).findIndex((text) => text.includes('BTC-USDT'))).toBeLessThan(50);
  for (let i = 0; i < 100; i += 1) {
    aheadMs += 20_000;
    source.price('BTC-USDT', PRICE + i);
    await eventually(price).toBe(PRICE + i);
  }
  expect([source.opened, feed.state.disconnects]).toEqual([1, 0]);
});

test('the connection continues even if the prices of its only pair are implausible again and again', async () => {
  source.distort = (message) => [withFields(message, { bids: [['70000', '1', '0', '1']], checksum: 0 })];
  feed.start(() => pairs);
  for (let renewals = 1; renewals <= 4; renewals += 1) {
    await eventually(() => dropped('implausible')).toBe(renewals);
    for (let i = 0; i < 20; i += 1) {
      aheadMs += 20_000;
      source.say('pong');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  source.distort = (message) => [message];
  aheadMs += 20_000;
  await eventually(price).toBe(PRICE);
  expect([source.opened, feed.state.disconnects]).toEqual([1, 0]);
});

test('the connection to a source that trades none of the pairs is not replaced every minute, and gets few requests', async () => {
  await source.close();
  source = await OkxStandIn.open({ 'ETH-USDT': 3_500 });
  feed = feedOf(source.url);
  pairs = [{ base: 'NO', quote: 'USDT' }];
  feed.start(() => pairs);
  await eventually(subscriptions).toBe(2);
  for (let i = 0; i < 8; i += 1) {
    aheadMs += 22_000;
    source.say('pong');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  source.price('NO-USDT', 10_000);
  aheadMs += 5_000;
  source.say('pong');
  await eventually(subscriptions).toBe(4);
  await eventually(() => feed.quote({ base: 'NO', quote: 'USDT' })?.price).toBe(10_000);
  expect(source.opened).toBe(1);
});

test('more bytes in a second than a source may send end the connection', async () => {
  await following();
  for (let i = 0; i < 45; i += 1) source.say(`{"event":"subscribe","a":"${'x'.repeat(240_000)}"}`);
  await eventually(() => source.opened).toBe(2);
});

test('a book that is too thin gives no price, is counted, and is neither lost nor a failure of the connection', async () => {
  await following();
  // Only one bid remains, of 66 USDT.
  source.distort = (message) => [
    withFields(message, {
      bids: [
        ['66461.5', '0.001', '0', '1'],
        ...message.data.flatMap(({ bids }) => bids.map(([one]) => [one, '0', '0', '0'])),
      ],
      checksum: 0,
    }),
  ];
  const before = PRICE;
  for (let i = 1; i <= 40; i += 1) source.price('BTC-USDT', before + i);
  await eventually(price).toBeUndefined();
  expect(dropped('thin')).toBeGreaterThan(0);
  expect([subscriptions(), source.opened]).toEqual([1, 1]);
});

test('garbage is counted and ignored; much of it ends the connection', async () => {
  await following();
  source.say('{"arg":');
  source.say('x'.repeat(200_000));
  await eventually(() => dropped('malformed')).toBe(2);
  source.price('BTC-USDT', PRICE + 1);
  await eventually(price).toBe(PRICE + 1);
  for (let i = 0; i < 20; i += 1) source.say('garbage');
  await eventually(() => [source.opened, feed.state.disconnects]).toEqual([2, 1]);
});

test('a message above the size limit ends the connection', async () => {
  await following();
  source.say('x'.repeat(2_200_000));
  await eventually(() => source.opened).toBe(2);
});

test('a flood ends the connection', async () => {
  await following();
  for (let i = 0; i < 26_000; i += 1) source.say('pong');
  await eventually(() => source.opened).toBe(2);
});

test('the prices of a source whose timestamps no longer advance become stale, whatever the source sends', async () => {
  await following();
  const ts = String(Date.now());
  source.distort = (message) => [withFields(message, { ts })];
  aheadMs = 15_000;
  source.price('BTC-USDT', PRICE + 1);
  await eventually(price).toBe(PRICE + 1);
  expect(feed.quote(BTC)?.ageMs).toBeGreaterThanOrEqual(15_000);
});

test('prices with a timestamp too far ahead of the clock are refused', async () => {
  await following();
  source.distort = (message) => [withFields(message, { ts: String(Date.now() + 60_000) })];
  source.price('BTC-USDT', PRICE + 1);
  await eventually(() => dropped('future')).toBe(1);
  expect(price()).toBe(PRICE);
});

test('a silent connection is probed, and replaced if there is no answer', async () => {
  await following();
  aheadMs += 11_000;
  await eventually(() => source.requests.includes('ping')).toBe(true);
  // The source's response counts as a sign of life, so no second ping is sent yet.
  await eventually(() => source.requests.filter((text) => text === 'ping').length).toBe(1);
  aheadMs += 11_000;
  await eventually(() => source.requests.filter((text) => text === 'ping').length).toBe(2);
  expect(source.opened).toBe(1);
  aheadMs += 50_000;
  await eventually(() => source.opened).toBe(2);
});

test('the feed reconnects, with growing pauses, when the source asks for it, closes or refuses the connection', async () => {
  await following();
  source.say('{"event":"notice","code":"64008","msg":"The connection will soon be closed for a service upgrade."}');
  await eventually(() => source.opened).toBe(2);
  source.dropConnections();
  await eventually(() => source.opened).toBe(3);
  source.isRefusing = true;
  source.dropConnections();
  await eventually(() => feed.state.disconnects).toBeGreaterThan(4);
  expect(feed.state.isConnected).toBe(false);
  source.isRefusing = false;
  source.price('BTC-USDT', PRICE + 5);
  await eventually(price).toBe(PRICE + 5);
  // Each loss of the connection is logged once, no matter how many attempts to reconnect failed.
  expect(logged.filter((what) => what === 'market feed disconnected')).toHaveLength(3);
});

test('a stopped feed neither reconnects nor holds its connection', async () => {
  await following();
  await feed.stop();
  await eventually(() => feed.state.isConnected).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(source.opened).toBe(1);
});

test('a connection that the server accepts but never answers is given up', async () => {
  const silent = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(silent, 'listening');
  let opened = 0;
  silent.on('connection', () => {
    opened += 1;
  });
  await feed.stop();
  feed = feedOf(`ws://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  feed.start(() => pairs);
  await eventually(() => opened).toBe(1);
  aheadMs = 30_000;
  await eventually(() => opened).toBeGreaterThan(1);
  for (const socket of silent.clients) socket.terminate();
  silent.close();
});

describe('the state that the source reports for a pair', () => {
  test('a pair that is suspended loses its price at once, and has a price again when it is live', async () => {
    await following();
    source.state('BTC-USDT', 'suspend');
    await eventually(price).toBeUndefined();
    expect(feed.pairState(BTC)).toBe('suspended');
    source.price('BTC-USDT', 70_000);
    source.state('ETH-USDT', 'preopen');
    source.state('BTC-USDT', 'live');
    await eventually(price).toBe(70_000);
    expect([feed.pairState(BTC), dropped('gap')]).toEqual(['live', 0]);
  });

  test('a pair that the source does not trade is unknown; a new connection resets its state', async () => {
    const nope = { base: 'NOPE', quote: 'USDT' };
    pairs = [BTC, nope];
    await following();
    await eventually(() => feed.pairState(nope)).toBe('unknown');
    pairs = [BTC];
    source.dropConnections();
    await eventually(() => [source.opened, price(), feed.pairState(nope)]).toEqual([2, PRICE, 'live']);
  });
});

test('a pair in another quote coin has a price once that coin’s worth is known', async () => {
  await source.close();
  source = await OkxStandIn.open({ 'BTC-USDT': PRICE, 'ETH-BTC': 50 });
  feed = feedOf(source.url);
  const ethInBtc = { base: 'ETH', quote: 'BTC' };
  pairs = [ethInBtc];
  feed.start(() => pairs);
  // BTC-USDT is followed only for the value of BTC.
  await eventually(price).toBe(PRICE);
  source.price('ETH-BTC', 51);
  await eventually(() => feed.quote(ethInBtc)?.price).toBe(51);
});
