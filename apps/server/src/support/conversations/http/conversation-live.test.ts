import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { eventually } from '@vitrine/tools/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STAFF_COOKIE } from '../../../http/staff-session.ts';
import { Reader } from '../../../stream/testing/reader.ts';
import { type TestClient, TestExchange, type TestStaff } from '../../../testing/test-exchange.ts';

let exchange: TestExchange;
let origin: string;
let client: TestClient;
let uid: string;
let operator: TestStaff;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.exchange.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `127.0.0.1:${(exchange.exchange.app.server.address() as AddressInfo).port}`;
  client = await exchange.client();
  uid = (await client.get('/api/v3/account-client')).body.client.user.user_unique_id;
  operator = await exchange.staff('support');
});
afterAll(() => exchange.close());

const listenAs = async (who: TestClient): Promise<Reader> => {
  const reader = await new Reader(`ws://${origin}/stream`, { authorization: `Bearer ${who.token}` }).open();
  await reader.settled();
  return reader;
};
const staffReader = (member: TestStaff, headers: Record<string, string> = { origin: `http://${origin}` }) =>
  new Reader(`ws://${origin}/stream/console`, { ...headers, cookie: `${STAFF_COOKIE}=${member.token}` });
const received = (reader: Reader) => reader.messages as unknown as { type: string; uid: string }[];
const write = (text: string) => client.post('/api/v3/support/messages', { text, reference: randomUUID() });

test('a message from either side reaches only the other side, immediately', async () => {
  const own = await listenAs(client);
  const foreign = await listenAs(await exchange.client());
  const console = await staffReader(operator).open();
  await eventually(async () => {
    await write('Hello');
    expect(received(console)).toContainEqual({ type: 'support_changed', uid });
  });
  expect(Object.keys(received(console)[0] ?? {})).toEqual(['type', 'uid']);
  await operator.post('/api/v3/console/support/reply', { uid, text: 'Good morning', reference: randomUUID() });
  const { message } = await own.next('support_message', ({ message }) => message.from === 'support');
  expect(message).toMatchObject({ text: 'Good morning', name: 'Staff' });
  await own.next('support_thread', ({ unread }) => unread === 1);
  await eventually(async () => {
    const { delivered, read } = (await operator.get(`/api/v3/console/support/thread?uid=${uid}`)).body;
    expect({ delivered, read }).toEqual({ delivered: message.id, read: 0 });
  });
  await operator.post('/api/v3/console/support/close', { uid });
  await own.next('support_thread', ({ state }) => state === 'closed');
  await foreign.settled();
  expect(foreign.all('support_message')).toEqual([]);
  for (const reader of [own, foreign, console]) reader.socket.close();
});

test('the console’s connection is for staff in the right role, from the console’s own pages', async () => {
  const treasurer = await exchange.staff('treasury');
  expect(await staffReader(treasurer).end()).toMatchObject({ code: 1008, reason: 'not_authenticated' });
  const visitor = new Reader(`ws://${origin}/stream/console`, { origin: `http://${origin}` });
  expect(await visitor.end()).toMatchObject({ reason: 'not_authenticated' });
  for (const headers of [{}, { origin: 'https://elsewhere.example' }]) {
    expect((await staffReader(operator, headers).end()).code).toBe(1006);
  }
  const talker = await staffReader(operator).open();
  talker.send('hello');
  expect(await talker.end()).toMatchObject({ code: 1008 });
});

test('a console connection that sends many pings or pongs is closed', async () => {
  for (const frame of ['ping', 'pong'] as const) {
    const eager = await staffReader(operator).open();
    for (let i = 0; i < 30 && eager.closed === undefined; i += 1) {
      eager.socket[frame]();
      await setImmediate();
    }
    expect(await eager.end()).toMatchObject({ code: 1008, reason: 'too_many_requests' });
  }
});

test('console connections per address are limited, and the server closes the refused ones', async () => {
  const port = Number(origin.split(':')[1]);
  const mute = connect(port, '127.0.0.1');
  mute.on('error', () => {});
  mute.write(
    `GET /stream/console HTTP/1.1\r\nHost: ${origin}\r\nOrigin: http://${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  mute.resume();
  await once(mute, 'close');
  const readers = Array.from({ length: 70 }, () => staffReader(operator));
  await eventually(() => expect(readers.some(({ closed }) => closed?.reason === 'too_many_requests')).toBe(true));
  for (const { socket } of readers) socket.terminate();
});
