import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, TestExchange, type TestResponse } from '../../../testing/test-exchange.ts';
import { invitationToken, together } from '../../../testing/two-persons.ts';
import { currentTotpCode } from '../../factors/totp.ts';

const LEAKED = 'eleven pale moths';
const folder = mkdtempSync(join(tmpdir(), 'vitrine-leaked-'));
let exchange: TestExchange;

beforeAll(async () => {
  const file = join(folder, 'leaked.txt');
  writeFileSync(file, `${createHash('sha1').update(LEAKED).digest('hex').toUpperCase()}:3\r\n`);
  exchange = await TestExchange.open({ LEAKED_PASSWORDS: file });
});
afterAll(async () => {
  await exchange.close();
  rmSync(folder, { recursive: true });
});

const codeFor = async (email: string): Promise<string> =>
  (await exchange.visitor.get(`/sandbox/messages?to=${email}`)).body[0].code;

/** An endpoint that sets a new password. `words` is a password made of known facts about the person. */
interface Door {
  readonly words: string;
  choose(password: string): Promise<TestResponse>;
}

const doors: Readonly<Record<string, () => Promise<Door>>> = {
  registration: async () => {
    const username = 'margaret.hamilton@test.example';
    const form = { username, code: '123456' };
    return {
      words: 'Margaret-Hamilton',
      choose: (password) =>
        exchange.visitor.post('/api/v2/register', { ...form, password, password_confirmation: password }),
    };
  },
  'registration with a transaction password': async () => {
    const form = { username: 'katherine.johnson@test.example', code: '123456', password: PASSWORD };
    return {
      words: 'johnson.katherine',
      choose: (transaction_password) =>
        exchange.visitor.post('/api/v2/register', { ...form, password_confirmation: PASSWORD, transaction_password }),
    };
  },
  change: async () => {
    const client = await exchange.client();
    await client.post('/api/v3/my-profile', { name: 'Dorothy Vaughan' });
    await client.post('/api/v2/get-code-for-password');
    const verification_code = await codeFor(client.email);
    return {
      words: 'd0r0thy-vaughan',
      choose: (password) =>
        client.post('/api/v2/update-password', { oldLoginPassword: PASSWORD, password, verification_code }),
    };
  },
  reset: async () => {
    const { email } = await exchange.client();
    await exchange.visitor.post('/api/v3/forgot-password/send-code', { email });
    const code = await codeFor(email);
    const { token } = (await exchange.visitor.post('/api/v3/forget-password-code/verify', { email, code })).body;
    return {
      words: email,
      choose: (password) => exchange.visitor.post('/api/v3/reset-password', { email, token, password }),
    };
  },
  'a change of the transaction password': async () => {
    const client = await exchange.client();
    return {
      words: client.email,
      choose: (transactionPassword) =>
        client.post('/api/v3/update-transaction-password', {
          oldTransactionPassword: PASSWORD,
          transactionPassword,
        }),
    };
  },
  'a reset of the transaction password': async () => {
    const client = await exchange.client();
    await client.post('/api/v3/forgot-transaction-password/send-code');
    const verification_code = await codeFor(client.email);
    return {
      words: client.email,
      choose: (transactionPassword) =>
        client.post('/api/v3/reset-transaction-password', {
          password: PASSWORD,
          transactionPassword,
          verification_code,
        }),
    };
  },
  'an invitation to the console': async () => {
    const administrators = [await exchange.staff('administrator'), await exchange.staff('administrator')] as const;
    const form = { email: 'grace@console.example', name: 'Grace Hopper', roles: ['support'], reason: 'joins' };
    await together(administrators, 'staff/create', form);
    const token = await invitationToken(exchange, form.email);
    return {
      words: 'grace-hopper-support',
      choose: (password) =>
        exchange.visitor.post('/api/v3/console/welcome', { token, password, password_confirmation: password }),
    };
  },
  'a password change by a member of staff': async () => {
    const member = await exchange.staff('compliance');
    const code = await currentTotpCode(member.totpSecret);
    return {
      words: 'Compliance-Console',
      choose: (new_password) =>
        member.post('/api/v3/console/access/change-password', {
          password: PASSWORD,
          new_password,
          new_password_confirmation: new_password,
          code,
        }),
    };
  },
};

describe.each(Object.entries(doors))('%s', (_, open) => {
  test('refuses a leaked password and one made of known words with different errors, and then accepts another', async () => {
    const { words, choose } = await open();
    expect(await choose(LEAKED)).toMatchObject({
      status: 422,
      body: { code: 'password_leaked', message: 'This password has appeared in a data breach. Please choose another.' },
    });
    expect(await choose(words)).toMatchObject({ status: 422, body: { code: 'password_guessable' } });
    expect(await choose('Vitrine-2026')).toMatchObject({ status: 422, body: { code: 'password_guessable' } });
    expect((await choose('eleven dusky moths')).status).toBe(200);
  });
});

test('the first transaction password must follow the rules for new passwords', async () => {
  const client = await exchange.client();
  await exchange.query('update client set transaction_password = null where owner = $1', [client.owner]);
  const choose = (transaction_password: string) =>
    client.post('/api/v3/set-transaction-password', {
      password: PASSWORD,
      transaction_password,
      transaction_password_confirmation: transaction_password,
    });
  expect((await choose(LEAKED)).body.code).toBe('password_leaked');
  expect((await choose(client.email)).body.code).toBe('password_guessable');
  expect((await choose('eleven dusky moths')).status).toBe(200);
});
