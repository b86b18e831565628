import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@vitrine/tools/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { delistingPlannedMail, delistingReminderMail } from '../../listing/delisting-mails.ts';
import { PASSWORD, type TestClient, TestExchange, type TestStaff } from '../../testing/test-exchange.ts';
import { approveAbove, withdraw } from '../../testing/withdraw.ts';

let database: TestDatabase;
let dataDir: string;
let exchange: TestExchange;
let later: TestClient;
const open = () => TestExchange.openOn(database.url, dataDir);

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  exchange = await open();
  await approveAbove(exchange, '1');
  later = await exchange.client();
});
afterAll(async () => {
  await exchange.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const silenceMail = () => exchange.query('alter table outbox rename to outbox_away');
const mailAnswers = () => exchange.query('alter table outbox_away rename to outbox');
const mailsTo = async ({ email }: Pick<TestClient, 'email'>): Promise<string[]> =>
  (await exchange.visitor.get(`/sandbox/messages?to=${email}`)).body
    .map(({ subject }: { subject: string }) => subject)
    .filter((subject: string) => subject.includes('not completed'));
const refuse = (officer: TestStaff, withdrawal_id: number) =>
  officer.post('/api/v3/console/withdrawals/refuse', { withdrawal_id, refusal: 'funds_origin', note: 'Show it' });

test('of several refusals of one withdrawal, only the one that takes effect queues an email', async () => {
  const officer = await exchange.staff('treasury');
  const client = await exchange.client({ USDT: '100' });
  const { withdrawal_id } = (await withdraw(exchange, client)).body;
  const answers = await Promise.all(Array.from({ length: 8 }, () => refuse(officer, withdrawal_id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await exchange.sendQueuedMail();
  expect(await mailsTo(client)).toHaveLength(1);
});

test('an email is in the language of the client’s account, also if many clients get it at once', async () => {
  const [german, japanese, none] = [await exchange.client(), await exchange.client(), await exchange.client()];
  await german.post('/api/v3/preferences', { language: 'de' });
  await japanese.post('/api/v3/preferences', { language: 'ja' });
  const { mailQueue: queue } = exchange.services;
  const tables = {
    query: async (...sql: Parameters<typeof exchange.query>) => ({ rows: await exchange.query(...sql) }),
  } as never;
  const facts = { name: 'ABC/USDT', atMs: Date.UTC(2026, 10, 22, 2, 10), closeOnlyMs: undefined, coin: 'ABC' };
  const owners = [german, japanese, none].map(({ owner }) => owner);
  await queue.addToAll(owners, delistingPlannedMail(facts), tables);
  await queue.add(german.owner, delistingReminderMail(facts), tables);
  await exchange.sendQueuedMail();
  const newestOf = async ({ email }: Pick<TestClient, 'email'>) =>
    (await exchange.visitor.get(`/sandbox/messages?to=${email}`)).body.map(
      ({ subject }: { subject: string }) => subject,
    );
  expect((await newestOf(german)).slice(0, 2)).toEqual([
    'Erinnerung: ABC/USDT wird am 22.11.2026, 02:10 UTC eingestellt',
    'ABC/USDT wird eingestellt',
  ]);
  expect((await newestOf(japanese))[0]).toBe('ABC/USDTは上場廃止となります');
  expect((await newestOf(none))[0]).toBe('ABC/USDT will be delisted');
});

test('an email to a visitor is in the language of the page that asked for it', async () => {
  const { visitor } = exchange;
  const email = 'tomas@example.com';
  await visitor.post('/api/v2/send-code', { email }, { 'accept-language': 'es-MX,es;q=0.9' });
  const [{ subject, code }] = (await visitor.get(`/sandbox/messages?to=${email}`)).body;
  expect(subject).toBe(`${code} es tu código de verificación de Vitrine`);
});

test('the email about a refusal is sent exactly once although the server stopped before sending it', async () => {
  const officer = await exchange.staff('treasury');
  const client = await exchange.client({ USDT: '100' });
  const { withdrawal_id } = (await withdraw(exchange, client)).body;
  await silenceMail();
  expect((await refuse(officer, withdrawal_id)).body.withdrawal.stage).toBe('refused');
  await exchange.close();
  exchange = await open();
  await mailAnswers();
  expect(await mailsTo(client)).toEqual([]);
  // Skip the pause after the failed attempt.
  await exchange.query(`update mail_queue set next_at = '-infinity'`);
  const { mailQueue: queue } = exchange.services;
  await Promise.all(Array.from({ length: 8 }, () => queue.sendAll()));
  expect(await mailsTo(client)).toEqual(['Your Vitrine withdrawal of 50 USDT was not completed']);
  await queue.sendAll();
  expect(await mailsTo(client)).toHaveLength(1);
});

test('an email sent late shows when and from where its request came', async () => {
  const { mailQueue: queue } = exchange.services;
  const content = { subject: 'not completed, late', text: 'Once' };
  const tables = {
    query: async (...sql: Parameters<typeof exchange.query>) => ({ rows: await exchange.query(...sql) }),
  } as never;
  await queue.add(later.owner, () => content, tables, { ip: '203.0.113.7', userAgent: 'Firefox/130.0' });
  await exchange.query(`update mail_queue set queued_at = '2026-11-22T02:10:00Z'`);
  await queue.sendAll(later.owner);
  const [sent] = (await exchange.visitor.get(`/sandbox/messages?to=${later.email}`)).body;
  expect(sent.text).toContain('Time and device: 22 Nov 2026, 02:10 UTC · Firefox · IP address 203.0.113.7');
});

test('emails about a sign-up and a new device are sent later if the mail server is down', async () => {
  const email = 'newcomer@test.example';
  const { visitor } = exchange;
  await visitor.post('/api/v2/send-code', { email });
  const [{ code }] = (await visitor.get(`/sandbox/messages?to=${email}`)).body;
  const passwords = { password: PASSWORD, password_confirmation: PASSWORD };
  const signIn = (name: string) =>
    visitor.post('/api/v3/login', { username: email, password: PASSWORD }, { 'user-agent': name });
  await silenceMail();
  expect((await visitor.post('/api/v2/register', { username: email, code, ...passwords })).body.message).toBe(
    'SUCCESS',
  );
  expect((await signIn('One/1.0')).status).toBe(200);
  expect((await signIn('Another/1.0')).status).toBe(200);
  await mailAnswers();
  await exchange.query(`update mail_queue set next_at = '-infinity'`);
  await exchange.sendQueuedMail();
  const subjects = (await visitor.get(`/sandbox/messages?to=${email}`)).body.map(
    (mail: { subject: string }) => mail.subject,
  );
  expect(subjects.slice(0, 2)).toEqual(['New sign-in to your Vitrine account', 'Welcome to Vitrine']);
});

test('an email queued just before a kill is sent after the next start, to the current address of the client', async () => {
  await exchange.query(`insert into mail_queue (owner, subject, text) values ($1, 'not completed, at last', 'Once')`, [
    later.owner,
  ]);
  await exchange.query(`update person set email = 'moved@test.example' where email = $1`, [later.email]);
  await exchange.close();
  exchange = await open();
  await expect.poll(() => mailsTo({ email: 'moved@test.example' })).toEqual(['not completed, at last']);
});
