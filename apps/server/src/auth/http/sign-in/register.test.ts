import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, TestExchange } from '../../../testing/test-exchange.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

/** Requests an emailed code, then registers with it and with this referral code. */
async function registerWith(username: string, referral: string) {
  await exchange.visitor.post('/api/v2/send-code', { email: username });
  const [{ code }] = (await exchange.visitor.get(`/sandbox/messages?to=${username}`)).body;
  const form = { username, code, referral, password: PASSWORD, password_confirmation: PASSWORD };
  return exchange.visitor.post('/api/v2/register', form);
}

test('a referral code of up to 500 characters is stored with the account, and a longer one is refused', async () => {
  const referral = 'friend-42 '.repeat(50);
  expect(await registerWith('long@test.example', referral)).toMatchObject({
    status: 200,
    body: { message: 'SUCCESS' },
  });
  const stored = 'select referral from client join person on person.id = client.person_id where email = $1';
  expect(await exchange.query(stored, ['long@test.example'])).toEqual([{ referral }]);
  expect(await registerWith('longer@test.example', `${referral}x`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  });
});
