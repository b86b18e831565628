import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPasskey, confirmedBy, HOST, ORIGIN, setAuthenticator } from '../../testing/factors.ts';
import { PASSWORD, type TestClient, TestExchange, type TestStaff } from '../../testing/test-exchange.ts';
import { totpKey } from '../factors/totp.ts';
import { SoftwarePasskey } from '../testing/software-passkey.ts';
import { totpCode } from '../testing/totp-code.ts';

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
  const offerTotp = async (client: TestClient, proof: object = {}) =>
    (await client.post('/api/v3/totp/offer', { password: PASSWORD, ...proof }, HOST)).body;
  const signIn = async (passkey: SoftwarePasskey, how: { readonly verified: boolean }) => {
    const { options, token } = (await exchange.visitor.post('/api/v3/passkeys/challenge', {}, HOST)).body;
    const response = passkey.used(options, how);
    return exchange.visitor.post('/api/v3/passkey-login', { token, response }, HOST);
  };

  test('signs in only if the device has verified its owner', async () => {
    const client = await exchange.client();
    const passkey = new SoftwarePasskey(ORIGIN);
    const { options, token } = await offer(client);
    expect(options.authenticatorSelection.userVerification).toBe('required');
    expect((await add(client, token, passkey.made(options, verified))).status).toBe(200);
    expect((await signIn(passkey, unverified)).body.code).toBe('passkey_refused');
    expect((await signIn(passkey, verified)).body.client.email).toBe(client.email);
  });

  test('can be added to an account with an authenticator only with one of its codes', async () => {
    const client = await exchange.client();
    const { key } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
    const { recovery_codes } = (await client.post('/api/v3/totp/enrol', { code: await totpCode(key, -1) })).body;
    const ask = (fields: object) => client.post('/api/v3/passkeys/options', { password: PASSWORD, ...fields }, HOST);
    expect((await ask({})).body.code).toBe('code_mismatch');
    expect((await ask({ code: 'aaaa-aaaa-aaaa' })).body.code).toBe('code_mismatch');
    expect((await ask({ code: await totpCode(key) })).body.token).toBeDefined();
    expect((await ask({ code: recovery_codes[0] })).body.token).toBeDefined();
  });

  test('can be added to an account with a passkey only with a fresh assertion by that passkey in this session', async () => {
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

  test('is not added if another passkey was added in the meantime', async () => {
    const client = await exchange.client();
    const before = await offer(client);
    await addPasskey(client);
    const response = new SoftwarePasskey(ORIGIN).made(before.options, verified);
    expect((await add(client, before.token, response)).body.code).toBe('passkey_refused');
    expect((await client.get('/api/v3/passkeys')).body.passkeys).toHaveLength(1);
  });

  test('confirms a new authenticator; a secret issued before the passkey was added is void', async () => {
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

  describe('can be removed', () => {
    const remove = async (client: TestClient, fields: object, which = 0) => {
      const { passkeys } = (await client.get('/api/v3/passkeys')).body;
      return client.post('/api/v3/passkeys/remove', { id: passkeys[which].id, password: PASSWORD, ...fields }, HOST);
    };
    const mailedCode = async (client: TestClient): Promise<string> => {
      expect((await client.post('/api/v3/passkeys/send-removal-code')).status).toBe(200);
      return (await exchange.visitor.get(`/sandbox/messages?to=${client.email}`)).body[0].code;
    };

    test('with a passkey or an authenticator code, but not without either', async () => {
      const client = await exchange.client();
      const passkey = await addPasskey(client);
      expect((await remove(client, {})).body.code).toBe('passkey_required');
      expect((await remove(client, { code: '123456' })).body.code).toBe('passkey_required');
      expect((await remove(client, await confirmedBy(client, passkey))).status).toBe(200);
      const second = await addPasskey(client);
      const key = await setAuthenticator(client, await confirmedBy(client, second));
      expect((await remove(client, {})).body.code).toBe('code_mismatch');
      expect((await remove(client, { code: await totpCode(key) })).status).toBe(200);
      expect((await client.get('/api/v3/passkeys')).body.passkeys).toEqual([]);
      expect((await client.get('/api/v3/withdrawal-limits')).body.hold.reason).toBe('passkey_removed');
    });

    test('with an emailed code; then for a day no factor can be added and no limit raised', async () => {
      const client = await exchange.client();
      await addPasskey(client);
      const asked = await client.post('/api/v3/update-withdraw-limit', { withdraw_limit: '1500', password: PASSWORD });
      expect(asked.body.effective_at).toBeGreaterThan(0);
      const mailed_code = await mailedCode(client);
      const wrong = mailed_code === '000000' ? '000001' : '000000';
      expect((await remove(client, { mailed_code: wrong })).body.code).toBe('code_mismatch');
      expect((await remove(client, { mailed_code, password: 'not the password' })).body.code).toBe('wrong_password');
      expect((await remove(client, { mailed_code })).status).toBe(200);
      const changes: readonly (readonly [string, object])[] = [
        ['passkeys/options', {}],
        ['totp/offer', {}],
        ['update-withdraw-limit', { withdraw_limit: '1500' }],
      ];
      const answers = async () =>
        Promise.all(
          changes.map(async ([path, fields]) => {
            const body = { password: PASSWORD, ...fields };
            return (await client.post(`/api/v3/${path}`, body, HOST)).body.code;
          }),
        );
      expect(await answers()).toEqual(['factors_held', 'factors_held', 'factors_held']);
      const [row] = await exchange.query('select next_withdraw_limit as next from client where owner = $1', [
        client.owner,
      ]);
      expect(row).toEqual({ next: null });
      await exchange.query('update client set factors_held_until = now() where owner = $1', [client.owner]);
      expect(await answers()).toEqual([undefined, undefined, undefined]);
    });

    test('while another passkey is being added; adding that one must then also wait for a day', async () => {
      const client = await exchange.client();
      const first = await addPasskey(client);
      const { key } = await offerTotp(client, await confirmedBy(client, first));
      const asked = await client.post(
        '/api/v3/passkeys/options',
        { password: PASSWORD, ...(await confirmedBy(client, first)) },
        HOST,
      );
      expect((await remove(client, { mailed_code: await mailedCode(client) })).status).toBe(200);
      const response = new SoftwarePasskey(ORIGIN).made(asked.body.options, verified);
      expect((await add(client, asked.body.token, response)).body.code).toBe('factors_held');
      const enrolled = await client.post('/api/v3/totp/enrol', { code: await totpCode(key, -1) });
      expect(enrolled.body.code).toBe('factors_held');
    });
  });

  test('can be added until there are ten, however many are added concurrently', async () => {
    const client = await exchange.client();
    const first = await addPasskey(client);
    const offers: { options: never; token: string }[] = [];
    for (let count = 0; count < 12; count += 1) {
      const proof = await confirmedBy(client, first);
      offers.push((await client.post('/api/v3/passkeys/options', { password: PASSWORD, ...proof }, HOST)).body);
    }
    const answers = await Promise.all(
      offers.map(({ options, token }) => add(client, token, new SoftwarePasskey(ORIGIN).made(options, verified))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(answers.filter(({ body }) => body.code === 'too_many_passkeys')).toHaveLength(3);
  });

  test('of several factors added concurrently without confirmation, exactly one is kept', async () => {
    const client = await exchange.client();
    const offers = [await offer(client), await offer(client), await offer(client)];
    const { key } = await offerTotp(client);
    const code = await totpCode(key, -1);
    await Promise.all([
      ...offers.map(({ options, token }) => add(client, token, new SoftwarePasskey(ORIGIN).made(options, verified))),
      client.post('/api/v3/totp/enrol', { code }),
      offerTotp(client),
    ]);
    const { passkeys } = (await client.get('/api/v3/passkeys')).body;
    const { is_enrolled } = (await client.get('/api/v3/totp')).body;
    expect(passkeys.length + Number(is_enrolled)).toBe(1);
  });

  test('can be added only by the requesting session, and not if an authenticator was set up in the meantime', async () => {
    const client = await exchange.client();
    const passkey = new SoftwarePasskey(ORIGIN);
    const asked = await offer(client);
    const other = await exchange.signIn(client.email, client.owner);
    expect((await add(other, asked.token, passkey.made(asked.options, verified))).body.code).toBe('passkey_refused');
    const before = await offer(client);
    const { key } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
    const enrolled = await client.post('/api/v3/totp/enrol', { code: await totpCode(key, -1) });
    expect(enrolled).toMatchObject({ status: 200 });
    expect((await add(client, before.token, passkey.made(before.options, verified))).body.code).toBe('passkey_refused');
    expect((await client.get('/api/v3/passkeys')).body.passkeys).toEqual([]);
  });

  test('is accepted once per counter value, however many responses arrive concurrently', async () => {
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
    'is refused if framed by another site: %o',
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
    ['an algorithm for a different key type', { algorithm: -257 }],
    ['a curve that the algorithm does not sign on', { curve: 2 }],
  ])('is refused with %s', async (_, key) => {
    const client = await exchange.client();
    const { options, token } = await offer(client);
    const answer = await add(client, token, new SoftwarePasskey(ORIGIN, { key }).made(options, verified));
    expect(answer.body.code).toBe('passkey_refused');
  });

  test('is refused if it was created without verifying its owner', async () => {
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

  test('is accepted as the second factor only if the device has verified its owner', async () => {
    const member = await exchange.staff('support');
    const passkey = new SoftwarePasskey(ORIGIN);
    const options = await offer(member);
    expect(options.authenticatorSelection.userVerification).toBe('required');
    expect((await add(member, passkey.made(options, verified))).status).toBe(200);
    expect((await signIn(member, passkey, unverified)).body.code).toBe('passkey_refused');
    expect((await signIn(member, passkey, verified)).status).toBe(200);
  });

  test('is refused if it was created without verifying its owner', async () => {
    const member = await exchange.staff('support');
    const answer = await add(member, new SoftwarePasskey(ORIGIN).made(await offer(member), unverified));
    expect(answer.body.code).toBe('passkey_refused');
  });
});
