import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPasskey, HOST, ORIGIN } from '../../testing/factors.ts';
import { PASSWORD, TestExchange } from '../../testing/test-exchange.ts';
import { totpKey } from '../factors/totp.ts';
import { SoftwarePasskey } from '../testing/software-passkey.ts';
import { totpCode } from '../testing/totp-code.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

const verified = { verified: true };
const ids: readonly unknown[] = [{ toString: 1 }, {}, ['a'], 7, true, null, undefined, ''];
/** Values of `transports` that an untrusted body may contain, whatever type is declared. */
const transports: readonly unknown[] = [{ a: 1 }, 'usb', 7, [7], [['usb']], [{ toPostgres: 1 }], [null]];

const saying = (response: ReturnType<SoftwarePasskey['made']>, said: unknown) => ({
  ...response,
  response: { ...response.response, transports: said },
});

describe('passkey responses', () => {
  test.for(ids)('with the malformed id %j are refused when signing in', async (id) => {
    const { token } = (await exchange.visitor.post('/api/v3/passkeys/challenge', {}, HOST)).body;
    for (const one of [token, 'xxxxxxxxxxxxxxxxxxxx']) {
      const answer = await exchange.visitor.post('/api/v3/passkey-login', { token: one, response: { id } }, HOST);
      expect([answer.status, answer.body.code]).toEqual([401, 'passkey_refused']);
    }
  });

  test.for(ids)('with the malformed id %j are refused when confirming a change', async (id) => {
    const client = await exchange.client();
    await addPasskey(client);
    const { token } = (await client.post('/api/v3/passkeys/confirmation', {}, HOST)).body;
    const form = { password: PASSWORD, passkey: { token, response: { id } } };
    expect((await client.post('/api/v3/passkeys/options', form, HOST)).body.code).toBe('passkey_refused');
  });

  test.for(transports)('with the malformed transports %j are refused when adding a passkey', async (said) => {
    const client = await exchange.client();
    const { options, token } = (await client.post('/api/v3/passkeys/options', { password: PASSWORD }, HOST)).body;
    const response = saying(new SoftwarePasskey(ORIGIN).made(options, verified), said);
    const answer = await client.post('/api/v3/passkeys/add', { token, name: 'Laptop', response }, HOST);
    expect([answer.status, answer.body.code]).toEqual([401, 'passkey_refused']);
    expect((await client.get('/api/v3/passkeys')).body.passkeys).toEqual([]);
  });

  test.for(transports)('with the malformed transports %j are refused when adding a passkey of staff', async (said) => {
    const member = await exchange.staff('support');
    const code = await totpCode(totpKey(member.totpSecret));
    const { options } = (await member.post('/api/v3/console/access/passkey-options', { code }, HOST)).body;
    const response = saying(new SoftwarePasskey(ORIGIN).made(options, verified), said);
    const answer = await member.post('/api/v3/console/access/add-passkey', { name: 'Laptop', response }, HOST);
    expect([answer.status, answer.body.code]).toEqual([401, 'passkey_refused']);
  });

  test.for([
    [1_023, 200],
    [1_024, 401],
    [3_000, 401],
  ] as const)('with an id of %i bytes get the status %i when adding a passkey', async ([bytes, status]) => {
    const client = await exchange.client();
    const { options, token } = (await client.post('/api/v3/passkeys/options', { password: PASSWORD }, HOST)).body;
    const response = new SoftwarePasskey(ORIGIN, { id: randomBytes(bytes) }).made(options, verified);
    const answer = await client.post('/api/v3/passkeys/add', { token, name: 'Laptop', response }, HOST);
    expect(answer.status).toBe(status);
  });

  test.for([undefined, null, [], ['internal', 'hybrid']])(
    'with transports %j are accepted when adding a passkey',
    async (said) => {
      const client = await exchange.client();
      const { options, token } = (await client.post('/api/v3/passkeys/options', { password: PASSWORD }, HOST)).body;
      const response = saying(new SoftwarePasskey(ORIGIN).made(options, verified), said);
      expect((await client.post('/api/v3/passkeys/add', { token, name: 'Laptop', response }, HOST)).status).toBe(200);
    },
  );
});
