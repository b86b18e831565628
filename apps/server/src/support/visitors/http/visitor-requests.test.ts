import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../../../testing/browser.ts';
import { PASSWORD, TestExchange, type TestStaff } from '../../../testing/test-exchange.ts';

let exchange: TestExchange;
let operator: TestStaff;
const LIST = '/api/v3/console/support/requests';

beforeAll(async () => {
  exchange = await TestExchange.open({ TRUSTED_PROXIES: '1' });
  operator = await exchange.staff('support');
});
afterAll(() => exchange.close());

const write = (fields: object, address = '192.0.2.1') =>
  exchange.visitor.post(
    '/api/v3/support/requests',
    { email: 'locked-out@test.example', text: 'I cannot sign in.', reference: randomUUID(), ...fields },
    { 'x-forwarded-for': address },
  );
const waiting = async () => (await operator.get(`${LIST}?which=waiting`)).body;
const mails = async (email: string) => (await exchange.visitor.get(`/sandbox/messages?to=${email}`)).body;

test('a visitor who cannot sign in can write to support, and gets one answer by email', async () => {
  const { email } = await exchange.client();
  const reference = randomUUID();
  for (let sent = 0; sent < 2; sent += 1) expect((await write({ email, reference })).body.message).toBe('success');
  const { requests, waiting: count } = await waiting();
  expect([requests.length, count]).toEqual([1, 1]);
  expect(requests[0]).toMatchObject({ email, uid: expect.stringMatching(/./), text: 'I cannot sign in.' });
  const answer = () => operator.post(`${LIST}/answer`, { id: requests[0].id, text: 'Reset the password.' });
  const answers = await Promise.all([answer(), answer()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [mail] = await mails(email);
  expect(mail.text).toMatch(/Reset the password\.[\s\S]*This is a reply to request [0-9]+, which someone sent on /);
  expect((await waiting()).waiting).toBe(0);
  const [answered] = (await operator.get(`${LIST}?which=answered`)).body.requests;
  expect(answered).toMatchObject({ email, answer: 'Reset the password.' });
});

test('an answer to a visitor who names a client reveals none of the client’s data, nor the anti-phishing code', async () => {
  const client = await exchange.client();
  await exchange.query(`update client set anti_phishing_code = 'blueheron7' where owner = $1`, [client.owner]);
  await write({ email: client.email, text: 'Sign in at https://evil.example now' }, '192.0.2.40');
  const [request] = (await waiting()).requests;
  await operator.post(`${LIST}/answer`, { id: request.id, text: 'We looked into it.' });
  const [mail] = await mails(client.email);
  expect(mail.text).toContain('We looked into it.');
  expect(JSON.stringify(mail)).not.toMatch(/blueheron7|evil/);
});

test('one address can send at most five visitor requests an hour, and no empty ones', async () => {
  expect((await write({ text: '   ' }, '192.0.2.7')).body.code).toBe('message_required');
  for (let sent = 0; sent < 5; sent += 1)
    expect((await write({ email: `one${sent}@test.example` }, '192.0.2.2')).status).toBe(200);
  expect((await write({ email: 'six@test.example' }, '192.0.2.2')).body.code).toBe('too_many_requests');
});

test('a visitor at the same IP address does not block a signed-out client in their own browser', async () => {
  const client = await exchange.client();
  const browser = new Browser(exchange);
  await browser.post('/api/v3/login', { username: client.email, password: PASSWORD });
  await browser.post('/api/v3/logout');
  const from = (email: string) =>
    browser.post('/api/v3/support/requests', { email, text: 'It is me.', reference: randomUUID() });
  for (let sent = 0; sent < 6; sent += 1) await write({ email: `stranger${sent}@test.example` }, '127.0.0.1');
  expect((await write({ email: client.email }, '127.0.0.1')).body.code).toBe('too_many_requests');
  expect((await from('somebody@test.example')).body.code).toBe('too_many_requests');
  for (let sent = 0; sent < 5; sent += 1) expect((await from(client.email)).status).toBe(200);
  expect((await from(client.email)).body.code).toBe('too_many_requests');
  await exchange.query(`delete from attempt_window where subject = 'visitor_request:127.0.0.1'`);
});

test('messages from others in the name of an email address do not block its owner', async () => {
  const client = await exchange.client();
  const own = () =>
    client.post('/api/v3/support/requests', { email: client.email, text: 'It is me.', reference: randomUUID() });
  for (let sent = 0; sent < 5; sent += 1)
    expect((await write({ email: client.email }, `192.0.2.${10 + sent}`)).status).toBe(200);
  expect((await write({ email: client.email }, '192.0.2.20')).status).toBe(200);
  for (let sent = 0; sent < 5; sent += 1) await write({ email: `own${sent}@test.example` }, '127.0.0.1');
  expect((await write({}, '127.0.0.1')).body.code).toBe('too_many_requests');
  for (let sent = 0; sent < 5; sent += 1) expect((await own()).status).toBe(200);
  expect((await own()).body.code).toBe('too_many_requests');
});

test('beyond 2,000 pending visitor messages new ones are refused; clients can still write', async () => {
  const client = await exchange.client();
  await exchange.query(
    `insert into visitor_request (email, body, reference) select 'x@test.example', 'x', gen_random_uuid() from generate_series(1, 2000)`,
  );
  expect(await write({}, '192.0.2.30')).toMatchObject({ status: 503, body: { code: 'support_full' } });
  const own = { email: client.email, text: 'It is me.', reference: randomUUID() };
  expect((await client.post('/api/v3/support/requests', own)).status).toBe(200);
  const browser = new Browser(exchange);
  await browser.post('/api/v3/login', { username: client.email, password: PASSWORD });
  await browser.post('/api/v3/logout');
  expect((await browser.post('/api/v3/support/requests', { ...own, reference: randomUUID() })).status).toBe(200);
});
