import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../../../testing/browser.ts';
import { TestExchange, type TestStaff } from '../../../testing/test-exchange.ts';

const CHAT = '/api/v3/support/visitor-chat';
const CONSOLE = '/api/v3/console/support/visitor-chat';
let exchange: TestExchange;
let operator: TestStaff;

beforeAll(async () => {
  exchange = await TestExchange.open({ TRUSTED_PROXIES: '1' });
  operator = await exchange.staff('support');
});
afterAll(() => exchange.close());

let browsers = 0;
/** A browser at a new address, so that the rate limits of tests do not interfere. */
const newBrowser = (): Browser => {
  browsers += 1;
  return new Browser(exchange, { 'x-forwarded-for': `198.51.100.${browsers}` });
};
const reset = () => exchange.query('delete from attempt_window', []);
const texts = async (browser: Browser): Promise<string[]> =>
  (await browser.get(CHAT)).body.messages.map(({ text }: { text: string }) => text);
const say = (browser: Browser, text: string, reference: string = randomUUID()) =>
  browser.post(CHAT, { text, reference });
const waiting = async () => (await operator.get(`${CONSOLE}s?state=open`)).body.chats;

test('a visitor writes, an operator answers, and only the browser that started the conversation can read it', async () => {
  const visitor = newBrowser();
  expect((await visitor.get(CHAT)).body).toMatchObject({ messages: [], state: 'none', seen: 0 });
  const sent = await say(visitor, '  I cannot sign in.  ');
  expect(String(sent.headers['set-cookie'])).toMatch(
    /^__Host-visitor-chat=[\w-]{43}; .*HttpOnly; Secure; SameSite=Strict/,
  );
  const [chat] = await waiting();
  expect(chat).toMatchObject({ state: 'open', waiting_since: expect.any(Number) });
  const answer = { id: chat.id, text: 'Try the reset link.', reference: randomUUID() };
  for (let repeat = 0; repeat < 2; repeat += 1)
    expect((await operator.post(`${CONSOLE}/reply`, answer)).status).toBe(200);
  expect(await texts(visitor)).toEqual(['Try the reset link.', 'I cannot sign in.']);
  await operator.post(`${CONSOLE}/seen`, { id: chat.id, up_to: sent.body.message.id });
  expect((await visitor.get(CHAT)).body).toMatchObject({ state: 'open', seen: sent.body.message.id });
  for (const cookie of ['', '__Host-visitor-chat=', `__Host-visitor-chat=${'A'.repeat(43)}`])
    expect((await exchange.visitor.get(CHAT, { cookie })).body).toMatchObject({ messages: [], state: 'none' });
  await operator.post(`${CONSOLE}/close`, { id: chat.id });
  expect((await visitor.get(CHAT)).body.state).toBe('closed');
  await say(visitor, 'Still no.');
  expect((await waiting()).map(({ id }: { id: number }) => id)).toContain(chat.id);
});

test('a first message can be retried after a lost response without creating a second conversation', async () => {
  await reset();
  const before = (await waiting()).length;
  const reference = randomUUID();
  const lost = await Promise.all([0, 1, 2].map(() => say(newBrowser(), 'Hello?', reference)));
  expect(lost.map(({ status }) => status)).toEqual([200, 200, 200]);
  const retry = newBrowser();
  await say(retry, 'Hello?', reference);
  expect(await texts(retry)).toEqual(['Hello?']);
  expect((await waiting()).length).toBe(before + 1);
});

test('an ended conversation is not accessible with its cookie, and repeating its first message starts a new one', async () => {
  await reset();
  const visitor = newBrowser();
  const reference = randomUUID();
  const { headers } = await say(visitor, 'My secret question', reference);
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  await visitor.post(`${CHAT}/end`, {});
  expect(await texts(visitor)).toEqual([]);
  expect((await exchange.visitor.get(CHAT, { cookie })).body.messages).toEqual([]);
  const again = newBrowser();
  await say(again, 'Another question', reference);
  expect(await texts(again)).toEqual(['Another question']);
});

test('one address can start five conversations and write sixty messages an hour; empty messages are refused', async () => {
  await reset();
  const from = { 'x-forwarded-for': '192.0.2.77' };
  const begin = () => exchange.visitor.post(CHAT, { text: 'Hi', reference: randomUUID() }, from);
  expect((await exchange.visitor.post(CHAT, { text: '  ', reference: randomUUID() }, from)).body.code).toBe(
    'message_required',
  );
  const first = await begin();
  for (let begun = 1; begun < 5; begun += 1) expect((await begin()).status).toBe(200);
  expect((await begin()).body.code).toBe('too_many_requests');
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
  await exchange.query(`update attempt_window set attempts = 60 where subject like 'visitor_chat_message:%'`, []);
  const more = await exchange.visitor.post(CHAT, { text: 'Hi', reference: randomUUID() }, { ...from, cookie });
  expect(more.body.code).toBe('too_many_requests');
});

test('reads are limited to five per second and address', async () => {
  const from = { 'x-forwarded-for': '192.0.2.78' };
  const reads = await Promise.all(Array.from({ length: 100 }, () => exchange.visitor.get(CHAT, from)));
  expect(reads[0]?.status).toBe(200);
  const refused = reads.filter(({ status }) => status === 429);
  expect(refused[0]?.body.code).toBe('too_many_requests');
});

test('control characters other than tabs and line breaks are refused', async () => {
  await reset();
  const visitor = newBrowser();
  for (const code of [0, 1, 8, 11, 13, 27, 31, 127, 155]) {
    const { status, body } = await say(visitor, `a${String.fromCharCode(code)}b`);
    expect([code, status, body.code]).toEqual([code, 400, 'invalid_request']);
  }
  expect((await say(visitor, 'a\tb\nc é 😀')).status).toBe(200);
  expect(await texts(visitor)).toEqual(['a\tb\nc é 😀']);
});

test('while 2,000 visitors are waiting, new conversations are refused and existing ones continue', async () => {
  await reset();
  const running = newBrowser();
  await say(running, 'First');
  await exchange.query(
    `insert into visitor_chat (secret_hash, language, waiting_since)
     select sha256(n::text::bytea), 'en', now() from generate_series(1, 2000) n`,
    [],
  );
  expect(await say(newBrowser(), 'Second')).toMatchObject({ status: 503, body: { code: 'support_full' } });
  expect((await say(running, 'Third')).status).toBe(200);
  await exchange.query(
    `delete from visitor_chat where secret_hash in (select sha256(n::text::bytea) from generate_series(1, 2000) n)`,
    [],
  );
});

test('conversations are deleted with their messages 30 days after the last message', async () => {
  await reset();
  const [old, fresh] = [newBrowser(), newBrowser()];
  const { body } = await say(old, 'Long ago');
  await say(fresh, 'Now');
  await exchange.query(
    `update visitor_chat set last_at = now() - interval '30 days 1 minute'
     where id = (select chat from visitor_chat_message where id = $1)`,
    [body.message.id],
  );
  await exchange.services.support.visitorChats.deleteOld();
  expect((await old.get(CHAT)).body.state).toBe('none');
  expect(await texts(fresh)).toEqual(['Now']);
  expect(await exchange.query('select 1 from visitor_chat_message where id = $1', [body.message.id])).toEqual([]);
});

test('pages of other sites cannot write, and a conversation can only be assigned to an operator', async () => {
  await reset();
  const visitor = newBrowser();
  const { body } = await say(visitor, 'Hello');
  const evil = await exchange.visitor.post(
    CHAT,
    { text: 'x', reference: randomUUID() },
    { origin: 'https://evil.example' },
  );
  expect(evil.body.code).toBe('foreign_origin');
  const [row] = await exchange.query('select chat from visitor_chat_message where id = $1', [body.message.id]);
  const id = Number((row as { chat: string }).chat);
  expect((await operator.post(`${CONSOLE}/assign`, { id, staff: 'nobody-known' })).body.code).toBe('unknown_operator');
  const [{ id: staff }] = (await operator.get('/api/v3/console/support/operators')).body.operators;
  expect((await operator.post(`${CONSOLE}/assign`, { id, staff })).body.chat.assigned_to).toMatchObject({ id: staff });
  for (const call of ['reply', 'seen', 'assign', 'close']) {
    const fields = {
      reply: { text: 'x', reference: randomUUID() },
      seen: { up_to: 1 },
      assign: { staff: '' },
      close: {},
    };
    const answer = await operator.post(`${CONSOLE}/${call}`, { id: 9_999_999, ...fields[call as keyof typeof fields] });
    expect([call, answer.body.code]).toEqual([call, 'unknown_conversation']);
  }
});
