import { afterAll, beforeAll, expect, test } from 'vitest';
import { photoBytes } from '../../../kyc/testing/photos.ts';
import { PASSWORD, TestExchange } from '../../../testing/test-exchange.ts';

const BRAND = 'Lantern Exchange';
const NEW_PASSWORD = 'nine brown bears';
let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
  const administrator = await exchange.staff('administrator');
  const { version } = (await administrator.get('/api/v3/console/settings')).body;
  const change = { base_version: version, brand_name: BRAND, reason: 'a new name' };
  expect((await administrator.post('/api/v3/console/settings/change', change)).status).toBe(200);
});
afterAll(() => exchange.close());

interface Message {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

const messages = async (...recipients: string[]): Promise<Message[]> =>
  (await exchange.query('select recipient, subject, body from outbox where recipient = any($1) order by id', [
    recipients,
  ])) as unknown as Message[];

test('the brand chosen by operators appears in every email and text message to clients, and in the apps', async () => {
  const { visitor } = exchange;
  const client = await exchange.client();
  const { email } = client;
  const uid = (await client.get('/api/v3/account-client')).body.client.user.user_unique_id;
  const codeFor = async (to: string) =>
    (await visitor.get(`/sandbox/messages?to=${encodeURIComponent(to)}`)).body[0].code;

  await visitor.post('/api/v2/send-code', { email: 'new@test.example' });
  const form = { username: 'new@test.example', password: PASSWORD, password_confirmation: PASSWORD };
  const code = await codeFor('new@test.example');
  expect((await visitor.post('/api/v2/register', { ...form, code })).body.message).toBe('SUCCESS');

  await client.post('/api/v3/sendSMSCode', { type: 'REGISTER', mobile_number: '+14155552671', password: PASSWORD });
  const { uri } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
  expect(uri).toContain(encodeURIComponent(BRAND));

  const officer = await exchange.staff('compliance');
  const document = { id_type: 'Passport/Others', id_number: 'C4821 1000', img_type: 'SELFIE' };
  const photo = { ...document, image: await client.upload('kyc-photo', await photoBytes({ width: 641 })) };
  expect((await client.post('/api/v2/upload/kyc', photo)).status).toBe(200);
  const decisions = [{ img_type: 'SELFIE', approve: false, reason: 'glare' }];
  await officer.post('/api/v3/console/kyc-decision', { uid, revision: 1, decisions });

  expect((await client.post('/api/v2/get-code-for-password')).status).toBe(200);
  await visitor.post('/api/v3/forgot-password/send-code', { email });
  const { token } = (await visitor.post('/api/v3/forget-password-code/verify', { email, code: await codeFor(email) }))
    .body;
  expect((await visitor.post('/api/v3/reset-password', { email, token, password: NEW_PASSWORD })).status).toBe(200);

  const restriction = { uid, kind: 'withdraw', reason: 'funds_origin', days: 3, rule: 'a rule' };
  expect((await officer.post('/api/v3/console/restrictions/set', restriction)).status).toBe(200);

  const sent = await messages(email, 'new@test.example', '+14155552671');
  expect(sent.map(({ subject, body }) => subject || body)).toEqual([
    expect.stringMatching(/^\d{6} is your Lantern Exchange verification code$/),
    'Welcome to Lantern Exchange',
    expect.stringMatching(/^\d{6} is your Lantern Exchange code to connect this number/),
    'Lantern Exchange could not accept one of your photos',
    expect.stringMatching(/^\d{6} is your Lantern Exchange verification code$/),
    expect.stringMatching(/^\d{6} is your Lantern Exchange verification code$/),
    'Your Lantern Exchange password was reset',
    'Your Lantern Exchange account is restricted',
  ]);
  for (const { subject, body } of sent) {
    expect(`${subject} ${body}`).not.toContain('Vitrine');
    expect(body).toContain(`Nobody from ${BRAND} will ever ask you for`);
  }
});
