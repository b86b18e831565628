import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SoftwarePasskey } from '../../identity/testing/software-passkey.ts';
import { totpCode } from '../../identity/testing/totp-code.ts';
import { totpKey } from '../../identity/totp.ts';
import { addPasskey, confirmedBy, HOST, ORIGIN, setAuthenticator } from '../testing/factors.ts';
import { PASSWORD, type TestClient, TestExchange, type TestStaff } from '../testing/test-exchange.ts';

const verified = { verified: true };
const unverified = { verified: false };
let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

describe('a client’s passkey', () => {
  const offer = async (client: TestClient) =>
    (await client.post('/api/v3/passkeys/options', { password: PASSWORD }, HOST)).body;
  const add = (client: TestClient, token: string, response: object) =>
    client.post('/api/v3/passkeys/add', { token, name: 'Laptop', response }, HOST);
  const signIn = async (passkey: SoftwarePasskey, how: { readonly verified: boolean }) => {
    const { options, token } = (await exchange.visitor.post('/api/v3/passkeys/challenge', {}, HOST)).body;
    const response = passkey.used(options, how);
    return exchange.visitor.post('/api/v3/passkey-login', { token, response }, HOST);
  };

  test('signs in where the device has verified its owner, and nowhere else', async () => {
    const client = await exchange.client();
    const passkey = new SoftwarePasskey(ORIGIN);
    const { options, token } = await offer(client);
    expect(options.authenticatorSelection.userVerification).toBe('required');
    expect((await add(client, token, passkey.made(options, verified))).status).toBe(200);
    expect((await signIn(passkey, unverified)).body.code).toBe('passkey_refused');
    expect((await signIn(passkey, verified)).body.client.email).toBe(client.email);
  });

  test('is added past an authenticator with a code of it only', async () => {
    const client = await exchange.client();
    const { key } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
    const { recovery_codes } = (await client.post('/api/v3/totp/enrol', { code: await totpCode(key, -1) })).body;
    const ask = (fields: object) => client.post('/api/v3/passkeys/options', { password: PASSWORD, ...fields }, HOST);
    expect((await ask({})).body.code).toBe('code_mismatch');
    expect((await ask({ code: 'aaaa-aaaa-aaaa' })).body.code).toBe('code_mismatch');
    expect((await ask({ code: await totpCode(key) })).body.token).toBeDefined();
    expect((await ask({ code: recovery_codes[0] })).body.token).toBeDefined();
  });

  test('is added past another passkey with a fresh answer of it only, in this session', async () => {
    const client = await exchange.client();
    const first = await addPasskey(client);
    const ask = (fields: object, by = client) =>
      by.post('/api/v3/passkeys/options', { password: PASSWORD, ...fields }, HOST);
    expect((await ask({})).body.code).toBe('passkey_required');
    expect((await ask({ code: '123456' })).body.code).toBe('passkey_required');
    const other = await exchange.signIn(client.email, client.owner);
    expect((await ask(await confirmedBy(client, first), other)).body.code).toBe('passkey_refused');
    const foreign = await addPasskey(await exchange.client());
    expect((await ask(await confirmedBy(client, foreign))).body.code).toBe('passkey_refused');
    const challenge = (await exchange.visitor.post('/api/v3/passkeys/challenge', {}, HOST)).body;
    const forSignIn = { token: challenge.token, response: first.used(challenge.options, verified) };
    expect((await ask({ passkey: forSignIn })).body.code).toBe('passkey_refused');
    const proof = await confirmedBy(client, first);
    expect((await ask(proof)).body.token).toBeDefined();
    expect((await ask(proof)).body.code).toBe('passkey_refused');
    await addPasskey(client, await confirmedBy(client, first));
    expect((await client.get('/api/v3/passkeys')).body.passkeys).toHaveLength(2);
  });

  test('is not added past a passkey that was added since without it', async () => {
    const client = await exchange.client();
    const before = await offer(client);
    await addPasskey(client);
    const response = new SoftwarePasskey(ORIGIN).made(before.options, verified);
    expect((await add(client, before.token, response)).body.code).toBe('passkey_refused');
    expect((await client.get('/api/v3/passkeys')).body.passkeys).toHaveLength(1);
  });

  test('confirms a new authenticator; one that was offered before it was added is void', async () => {
    const client = await exchange.client();
    const { key: early } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
    const passkey = await addPasskey(client);
    expect((await client.post('/api/v3/totp/enrol', { code: await totpCode(early, -1) })).body.code).toBe(
      'authenticator_missing',
    );
    expect((await client.post('/api/v3/totp/offer', { password: PASSWORD }, HOST)).body.code).toBe('passkey_required');
    await setAuthenticator(client, await confirmedBy(client, passkey));
    expect((await client.get('/api/v3/totp')).body.is_enrolled).toBe(true);
  });

  test('is added by the session that asked for it, and not past an authenticator that was set up since', async () => {
    const client = await exchange.client();
    const passkey = new SoftwarePasskey(ORIGIN);
    const asked = await offer(client);
    const other = await exchange.signIn(client.email, client.owner);
    expect((await add(other, asked.token, passkey.made(asked.options, verified))).body.code).toBe('passkey_refused');
    const before = await offer(client);
    const { key } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
    await client.post('/api/v3/totp/enrol', { code: await totpCode(key, -1) });
    expect((await add(client, before.token, passkey.made(before.options, verified))).body.code).toBe('passkey_refused');
    expect((await client.get('/api/v3/passkeys')).body.passkeys).toEqual([]);
  });

  test('answers each count of its uses once, however many answers come at once', async () => {
    const client = await exchange.client();
    const passkey = new SoftwarePasskey(ORIGIN);
    const { options, token } = await offer(client);
    expect((await add(client, token, passkey.made(options, verified))).status).toBe(200);
    const uses = passkey.uses;
    const asked = await Promise.all(
      Array.from({ length: 8 }, async () => (await exchange.visitor.post('/api/v3/passkeys/challenge', {}, HOST)).body),
    );
    const answers = asked.map(({ options, token }) => {
      passkey.uses = uses;
      return { token, response: passkey.used(options, verified) };
    });
    const all = await Promise.all(answers.map((body) => exchange.visitor.post('/api/v3/passkey-login', body, HOST)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ body }) => body.code === 'passkey_refused')).toHaveLength(7);
  });

  test.each([{ crossOrigin: true }, { topOrigin: 'https://frame.example' }])(
    'is refused from within another site’s page: %o',
    async (frame) => {
      const client = await exchange.client();
      const framed = new SoftwarePasskey(ORIGIN, { clientData: frame });
      const first = await offer(client);
      expect((await add(client, first.token, framed.made(first.options, verified))).body.code).toBe('passkey_refused');
      const passkey = new SoftwarePasskey(ORIGIN);
      const { options, token } = await offer(client);
      expect((await add(client, token, passkey.made(options, verified))).status).toBe(200);
      passkey.changes = { clientData: frame };
      expect((await signIn(passkey, verified)).body.code).toBe('passkey_refused');
      passkey.changes = {};
      expect((await signIn(passkey, verified)).status).toBe(200);
    },
  );

  test.each([
    ['a point off its curve', { y: new Uint8Array(32).fill(7) }],
    ['an algorithm of another kind of key', { algorithm: -257 }],
    ['a curve that the algorithm does not sign on', { curve: 2 }],
  ])('is refused with %s', async (_, key) => {
    const client = await exchange.client();
    const { options, token } = await offer(client);
    const answer = await add(client, token, new SoftwarePasskey(ORIGIN, { key }).made(options, verified));
    expect(answer.body.code).toBe('passkey_refused');
  });

  test('is not taken where it was made without verifying anybody', async () => {
    const client = await exchange.client();
    const { options, token } = await offer(client);
    const answer = await add(client, token, new SoftwarePasskey(ORIGIN).made(options, unverified));
    expect(answer.body.code).toBe('passkey_refused');
  });
});

describe('a passkey of staff', () => {
  const console_ = (name: string) => `/api/v3/console/${name}`;
  const offer = async (member: TestStaff, step = 0) => {
    const code = await totpCode(totpKey(member.totpSecret), step);
    return (await member.post(console_('access/passkey-options'), { code }, HOST)).body.options;
  };
  const add = (member: TestStaff, response: object) =>
    member.post(console_('access/add-passkey'), { name: 'Laptop', response }, HOST);
  const signIn = async ({ email }: TestStaff, passkey: SoftwarePasskey, how: { readonly verified: boolean }) => {
    const { ticket } = (await exchange.visitor.post(console_('login'), { email, password: PASSWORD }, HOST)).body;
    const { options } = (await exchange.visitor.post(console_('passkey-challenge'), { ticket }, HOST)).body;
    expect(options.userVerification).toBe('required');
    const response = passkey.used(options, how);
    return exchange.visitor.post(console_('passkey-login'), { ticket, response }, HOST);
  };

  test('is the second factor where the device has verified its owner, and nowhere else', async () => {
    const member = await exchange.staff('support');
    const passkey = new SoftwarePasskey(ORIGIN);
    const options = await offer(member);
    expect(options.authenticatorSelection.userVerification).toBe('required');
    expect((await add(member, passkey.made(options, verified))).status).toBe(200);
    expect((await signIn(member, passkey, unverified)).body.code).toBe('passkey_refused');
    expect((await signIn(member, passkey, verified)).status).toBe(200);
  });

  test('is not taken where it was made without verifying anybody', async () => {
    const member = await exchange.staff('support');
    const answer = await add(member, new SoftwarePasskey(ORIGIN).made(await offer(member), unverified));
    expect(answer.body.code).toBe('passkey_refused');
  });
});
