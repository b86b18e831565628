import type { StreamMessage, StreamRequest } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SESSION_COOKIE } from '../auth/session/session-cookie.ts';
import { STAFF_COOKIE } from '../http/staff-session.ts';
import { assembleCast, type Cast } from '../testing/cast.ts';
import { TestExchange } from '../testing/test-exchange.ts';
import { Reader } from './testing/reader.ts';

type Channel = Extract<StreamRequest, { channel: string }>['channel'];

/** The listeners that may subscribe to each channel, and the other fields of its request. */
const channels: Readonly<Record<Channel, { readonly for: 'everyone' | 'clients'; readonly fields?: object }>> = {
  book: { for: 'everyone', fields: { name: 'BTCUSDT' } },
  trades: { for: 'everyone', fields: { name: 'BTCUSDT' } },
  candles: { for: 'everyone', fields: { name: 'BTCUSDT', interval: '1m' } },
  tickers: { for: 'everyone' },
  futures: { for: 'everyone' },
  log: { for: 'everyone' },
  private: { for: 'clients' },
};

/** The listeners that may receive each message. */
const messages: Readonly<Record<StreamMessage['type'], 'everyone' | 'its client'>> = {
  hello: 'everyone',
  book_snapshot: 'everyone',
  book: 'everyone',
  trades_snapshot: 'everyone',
  trades: 'everyone',
  tickers_snapshot: 'everyone',
  tickers: 'everyone',
  futures_snapshot: 'everyone',
  futures: 'everyone',
  log_snapshot: 'everyone',
  log: 'everyone',
  candle: 'everyone',
  private_snapshot: 'its client',
  private: 'its client',
  notification: 'its client',
  money: 'its client',
  support_message: 'its client',
  support_thread: 'its client',
  notice: 'everyone',
  signed_out: 'its client',
  subscribed: 'everyone',
  unsubscribed: 'everyone',
  pong: 'everyone',
  error: 'everyone',
};

let exchange: TestExchange;
let cast: Cast;
let url: string;
const readers: Reader[] = [];

beforeAll(async () => {
  exchange = await TestExchange.open();
  cast = await assembleCast(exchange);
  url = `${(await exchange.exchange.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')}/stream`;
});
afterAll(async () => {
  for (const { socket } of readers) socket.terminate();
  await exchange.close();
});

async function connect(headers: Record<string, string> = {}): Promise<Reader> {
  const reader = await new Reader(url, headers).open();
  readers.push(reader);
  return reader;
}

const cookieOf = (name: string, { token }: { readonly token: string }) => `${name}=${encodeURIComponent(token)}`;

/** How each kind of listener authenticates, and whether the listener is then a client. */
const listeners: readonly (readonly [string, () => Record<string, string>, boolean])[] = [
  ['a visitor', () => ({}), false],
  ['a client by token', () => ({ authorization: `Bearer ${cast.client.token}` }), true],
  ['a client by cookie', () => ({ cookie: cookieOf(SESSION_COOKIE, cast.client) }), true],
  ['another client', () => ({ authorization: `Bearer ${cast.otherClient.token}` }), true],
  ['a client whose session ended', () => ({ authorization: `Bearer ${cast.endedSession.token}` }), false],
  ['a frozen client', () => ({ authorization: `Bearer ${cast.frozenClient.token}` }), false],
  [
    'a frozen client whose session is left',
    () => ({ cookie: cookieOf(SESSION_COOKIE, cast.frozenWithSession) }),
    false,
  ],
  ['an administrator by token', () => ({ authorization: `Bearer ${cast.administrator.token}` }), false],
  ['an administrator by cookie', () => ({ cookie: cookieOf(STAFF_COOKIE, cast.administrator) }), false],
];

const subscribe = (reader: Reader) => {
  for (const [channel, { fields }] of Object.entries(channels)) reader.send({ op: 'subscribe', channel, ...fields });
};

describe('who may subscribe to which channel', () => {
  test.each(listeners)('%s', async (_, headers, isClient) => {
    const reader = await connect(headers());
    subscribe(reader);
    await reader.settled();
    const open = reader.all('subscribed').map(({ channel }) => channel);
    const expected = Object.entries(channels).flatMap(([channel, { for: ears }]) =>
      ears === 'everyone' || isClient ? [channel] : [],
    );
    expect(open).toEqual(expected);
    const refused = Object.keys(channels).length - expected.length;
    expect(reader.all('error').map(({ code }) => code)).toEqual(Array(refused).fill('not_authenticated'));
  });

  test('private messages reach only their client, on every channel', async () => {
    const all = await Promise.all(
      listeners.map(async ([name, headers, isClient]) => [name, await connect(headers()), isClient] as const),
    );
    for (const [, reader] of all) subscribe(reader);
    for (const [, reader] of all) await reader.settled();
    for (const [, reader, isClient] of all) if (isClient) await reader.next('private_snapshot');
    for (const [, reader] of all) reader.messages.length = 0;

    await cast.client.order({
      delegate_type: 'SELL',
      trade_type: 'limit',
      order_per_unit: '70000.0',
      number_of_order: '0.01',
    });
    for (const [name, reader] of all) {
      const isOwner = name.startsWith('a client by');
      if (isOwner) await reader.next('private');
      await reader.settled();
      const received = reader.messages.filter(({ type }) => messages[type] === 'its client');
      expect([name, received.length > 0]).toEqual([name, isOwner]);
    }
  });

  test('a page of another site cannot connect, with or without cookies', async () => {
    for (const headers of [{}, { cookie: cookieOf(SESSION_COOKIE, cast.client) }]) {
      const reader = new Reader(url, { ...headers, origin: 'https://elsewhere.test' });
      readers.push(reader);
      await reader.end();
      expect(reader.messages).toEqual([]);
    }
  });

  test('a freeze, a sign-out and another sign-in on the connection each end the previous private channel', async () => {
    const person = await exchange.client({ BTC: '1' });
    const reader = await connect({ authorization: `Bearer ${person.token}` });
    reader.send({ op: 'subscribe', channel: 'private' });
    await reader.next('private_snapshot');
    reader.send({ op: 'auth', token: cast.otherClient.token });
    await reader.next('subscribed', ({ channel }) => channel === 'auth');
    await person.order({
      delegate_type: 'SELL',
      trade_type: 'limit',
      order_per_unit: '70000.0',
      number_of_order: '0.01',
    });
    await reader.settled();
    expect(reader.all('private')).toEqual([]);

    const frozen = await connect({ authorization: `Bearer ${person.token}` });
    frozen.send({ op: 'subscribe', channel: 'private' });
    await frozen.next('private_snapshot');
    await exchange.submit({ kind: 'FreezeOwner', owner: person.owner });
    expect(await frozen.next('signed_out')).toMatchObject({ reason: 'frozen' });
  });
});
