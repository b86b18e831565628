import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { utcTime } from '../../../kit/utc-time.ts';
import { addPasskey, HOST, ORIGIN, setAuthenticator } from '../../../testing/factors.ts';
import { inTurn } from '../../../testing/in-turn.ts';
import { PASSWORD, type TestClient, TestExchange, type TestResponse } from '../../../testing/test-exchange.ts';
import { mailedCode, outside } from '../../../testing/withdraw.ts';
import { SoftwarePasskey } from '../../testing/software-passkey.ts';
import { totpCode } from '../../testing/totp-code.ts';

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

const subjects = async ({ email }: TestClient): Promise<string[]> =>
  (await exchange.visitor.get(`/sandbox/messages?to=${email}`)).body.map(({ subject }: { subject: string }) => subject);
const kinds = async ({ owner }: TestClient) =>
  (await exchange.services.securityEvents.of(owner, { limit: 20 })).map(({ kind }) => kind);
const hold = async ({ owner }: TestClient) =>
  (await exchange.query('select withdrawals_held_reason as reason from client where owner = $1', [owner]))[0]?.reason;

/** Runs the work while the table is renamed, so that everything that needs the table fails. */
async function without<T>(table: 'mail_queue' | 'outbox', work: () => Promise<T>): Promise<T> {
  await exchange.query(`alter table ${table} rename to away`);
  try {
    return await work();
  } finally {
    await exchange.query(`alter table away rename to ${table}`);
  }
}

interface Change {
  /** The kind of security event that the change records. */
  readonly kind: string;
  readonly message: RegExp;
  readonly hold?: string;
  /**
   * Prepares the change and returns a function that makes it. Call this before each attempt, since a failed attempt
   * uses up the code.
   */
  prepare(client: TestClient): Promise<() => Promise<TestResponse>>;
}

/** Authenticator keys, by client. */
const keys = new Map<number, string>();

/** A code from the client's authenticator, which is set up first if necessary. */
async function authenticatorCode(client: TestClient): Promise<string> {
  const key = keys.get(client.owner) ?? (await setAuthenticator(client));
  keys.set(client.owner, key);
  await exchange.query('update authenticator set last_step = 0');
  return totpCode(key);
}

const removal = async (client: TestClient, fields: object) => {
  const { passkeys } = (await client.get('/api/v3/passkeys')).body;
  return () => client.post('/api/v3/passkeys/remove', { id: passkeys[0].id, password: PASSWORD, ...fields }, HOST);
};

const changes: readonly Change[] = [
  {
    kind: 'passkey_removed',
    message: /security settings were changed/,
    hold: 'passkey_removed',
    prepare: async (client) => {
      const { passkeys } = (await client.get('/api/v3/passkeys')).body;
      if (passkeys.length === 0) await addPasskey(client);
      await client.post('/api/v3/passkeys/send-removal-code');
      return removal(client, { mailed_code: await mailedCode(exchange, client) });
    },
  },
  {
    kind: 'authenticator_removed',
    message: /authenticator was removed/,
    hold: 'authenticator_removed',
    prepare: async (client) => {
      const code = await authenticatorCode(client);
      return () => client.post('/api/v3/totp/remove', { password: PASSWORD, code });
    },
  },
  {
    kind: 'passkey_added',
    message: /security settings were changed/,
    prepare: async (client) => {
      const { options, token } = (await client.post('/api/v3/passkeys/options', { password: PASSWORD }, HOST)).body;
      const response = new SoftwarePasskey(ORIGIN).made(options, { verified: true });
      return () => client.post('/api/v3/passkeys/add', { token, name: 'Laptop', response }, HOST);
    },
  },
  {
    kind: 'authenticator_enrolled',
    message: /security settings were changed/,
    prepare: async (client) => {
      const { key } = (await client.post('/api/v3/totp/offer', { password: PASSWORD })).body;
      const code = await totpCode(key);
      return () => client.post('/api/v3/totp/enrol', { code });
    },
  },
  {
    kind: 'recovery_codes_made',
    message: /security settings were changed/,
    prepare: async (client) => {
      const code = await authenticatorCode(client);
      return () => client.post('/api/v3/totp/recovery-codes', { password: PASSWORD, code });
    },
  },
  {
    kind: 'account_password_reset',
    message: /password was reset/,
    hold: 'account_password_reset',
    prepare: async ({ email }) => {
      await exchange.visitor.post('/api/v3/forgot-password/send-code', { email });
      const code = (await exchange.visitor.get(`/sandbox/messages?to=${email}`)).body[0].code;
      const { token } = (await exchange.visitor.post('/api/v3/forget-password-code/verify', { email, code })).body;
      const form = { email, token, password: 'another horse battery 77' };
      return () => exchange.visitor.post('/api/v3/reset-password', form);
    },
  },
  {
    kind: 'transaction_password_changed',
    message: /transaction password was changed/,
    hold: 'transaction_password_changed',
    prepare: async (client) => {
      const password = 'another horse battery 78';
      const form = { oldTransactionPassword: PASSWORD, transactionPassword: password };
      return () => client.post('/api/v3/update-transaction-password', form);
    },
  },
  {
    kind: 'withdrawal_limit_changed',
    message: /security settings were changed/,
    prepare: async (client) => () =>
      client.post('/api/v3/update-withdraw-limit', { withdraw_limit: '1500', password: PASSWORD }),
  },
  {
    kind: 'one_step_on',
    message: /one-step withdrawal/,
    prepare: async (client) => () =>
      client.post('/api/v3/withdrawal-choices/one-step', { is_on: true, transaction_password: PASSWORD }),
  },
  {
    kind: 'only_saved_off',
    message: /address whitelist will be turned off/,
    prepare: async (client) => {
      const choose = (is_on: boolean) =>
        client.post('/api/v3/withdrawal-choices/only-saved', { is_on, transaction_password: PASSWORD });
      await choose(true);
      return () => choose(false);
    },
  },
  {
    kind: 'address_saved',
    message: /address was saved/,
    prepare: async (client) => {
      const address = { network: 'TRC20', address: outside.TRC20 };
      await client.post('/api/v3/saved-addresses/send-code', address);
      const verification = await mailedCode(exchange, client);
      const form = { ...address, label: 'Cold', verification, transaction_password: PASSWORD };
      return () => client.post('/api/v3/saved-addresses/add', form);
    },
  },
];
test.each(changes)(
  '$kind is applied only if an email to the owner can be queued; the email may be sent later',
  async (change) => {
    const client = await exchange.client();
    const silent = await change.prepare(client);
    expect((await without('mail_queue', silent)).status).toBe(500);
    expect(await kinds(client)).not.toContain(change.kind);
    expect(await hold(client)).toBe('');
    const notified = await change.prepare(client);
    expect((await without('outbox', notified)).status).toBe(200);
    expect(await kinds(client)).toContain(change.kind);
    expect(await hold(client)).toBe(change.hold ?? '');
    await exchange.query(`update mail_queue set next_at = '-infinity'`);
    await exchange.sendQueuedMail();
    expect((await subjects(client))[0]).toMatch(change.message);
  },
);

test('switching off the address whitelist creates one notification, and one email that states when it takes effect', async () => {
  const client = await exchange.client();
  const choose = async (is_on: boolean) =>
    (await client.post('/api/v3/withdrawal-choices/only-saved', { is_on, transaction_password: PASSWORD })).body;
  await choose(false);
  await choose(true);
  await choose(true);
  const { until } = await choose(false);
  expect(await choose(false)).toEqual({ message: 'saved', until });
  expect((await kinds(client)).filter((kind) => kind.startsWith('only_saved'))).toEqual([
    'only_saved_off',
    'only_saved_on',
  ]);
  const { notifications } = (await client.get('/api/v3/notifications')).body;
  expect(notifications[0]).toMatchObject({ kind: 'security_changed', parameters: { kind: 'only_saved_off' } });
  const mails = (await exchange.visitor.get(`/sandbox/messages?to=${client.email}`)).body;
  expect(mails).toHaveLength(1);
  expect(mails[0].text).toContain(
    `From ${utcTime(until)}, withdrawals can also be sent to addresses that are not saved`,
  );
});

test('a change in progress is refused if a password reset ends its session', async () => {
  const client = await exchange.client();
  const named = (kind: string) => changes.find((change) => change.kind === kind);
  const reset = await named('account_password_reset')?.prepare(client);
  const change = await named('passkey_added')?.prepare(client);
  if (reset === undefined || change === undefined)
    throw new Error('the list has no account_password_reset or no passkey_added');
  const lock = `select from client where owner = ${client.owner} for no key update`;
  const [done, changed] = await inTurn<[TestResponse, TestResponse]>(exchange, lock, [reset, change]);
  expect([done.status, changed.body.code]).toEqual([200, 'session_expired']);
  expect(await kinds(client)).not.toContain('passkey_added');
});

test('recovery codes are not stored if the session ends while they are hashed', async () => {
  const client = await exchange.client();
  const change = await changes.find(({ kind }) => kind === 'recovery_codes_made')?.prepare(client);
  if (change === undefined) throw new Error('the list has no recovery_codes_made');
  const { authenticators } = exchange.services.access;
  const draw = authenticators.drawRecoveryCodes.bind(authenticators);
  vi.spyOn(authenticators, 'drawRecoveryCodes').mockImplementationOnce(async () => {
    await exchange.query('delete from session using client where session.person_id = client.person_id and owner = $1', [
      client.owner,
    ]);
    return draw();
  });
  expect((await change()).body.code).toBe('session_expired');
  expect(await kinds(client)).not.toContain('recovery_codes_made');
});
