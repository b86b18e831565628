import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { currentTotpCode, totpKey } from '../../../auth/factors/totp.ts';
import { hashPassword } from '../../../auth/passwords/passwords.ts';
import { SoftwarePasskey } from '../../../auth/testing/software-passkey.ts';
import { asVisitor } from '../../../kit/password-line.ts';
import { withConnection } from '../../../kit/postgres/connect.ts';
import { inTurn } from '../../../testing/in-turn.ts';
import { PASSWORD, TestExchange, type TestResponse, type TestStaff } from '../../../testing/test-exchange.ts';
import { invitationToken, secretOf, together } from '../../../testing/two-persons.ts';
import { STAFF_LOCK } from '../../members/staff-lock.ts';

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open({ DEMO: 'on' });
});
afterAll(() => exchange.close());

const console_ = (path: string) => `/api/v3/console/${path}`;
const post = (path: string, body: object = {}, headers = {}) => exchange.visitor.post(console_(path), body, headers);
const login = (email: string, password = PASSWORD) => post('login', { email, password });
const ticketOf = async ({ email }: TestStaff): Promise<string> => (await login(email)).body.ticket;
const sql = (text: string, values: unknown[] = []) => exchange.query(text, values);

/** Disables a member, as an administrator would. */
const disable = ({ id }: Pick<TestStaff, 'id'>) =>
  exchange.services.staff.access.disable(id, { by: 'a test', reason: 'a test' });

/** Resets the limits, which are counted in the database, as if each test had its own IP address. */
const forgetAttempts = () => sql('delete from attempt_window');

test('a password and an authenticator code sign a member in, with a cookie that scripts cannot read', async () => {
  const member = await exchange.staff('support');
  const step = await login(member.email);
  expect(step.body).toEqual({ next: 'second_factor', ticket: expect.any(String), passkey: false });
  const { status, body, headers } = await post('second-factor', {
    ticket: step.body.ticket,
    code: await currentTotpCode(member.totpSecret),
  });
  expect(status).toBe(200);
  expect(body.staff).toEqual({ id: member.id, name: expect.any(String), email: member.email, roles: ['support'] });
  const [session, browser] = headers['set-cookie'] as unknown as string[];
  expect(session).toMatch(/^__Host-vitrine-console=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  expect(browser).toMatch(/^__Host-vitrine-console-device=[^;]+; .+; HttpOnly; Secure; SameSite=Strict; Max-Age=\d+$/);
  expect(body.expires_at - Date.now()).toBeLessThanOrEqual(8 * 3_600_000);
  const cookie = session?.split(';')[0] ?? '';
  expect((await exchange.visitor.get(console_('session'), { cookie })).body.staff.email).toBe(member.email);
  // A call that changes something and is authenticated by a cookie must come from the exchange's own pages.
  expect(await exchange.visitor.post(console_('logout'), {}, { cookie })).toMatchObject({ status: 403 });
  const own = { cookie, origin: 'http://localhost:80', host: 'localhost:80' };
  expect(await exchange.visitor.post(console_('logout'), {}, own)).toMatchObject({ status: 200 });
  expect(await exchange.visitor.get(console_('session'), { cookie })).toMatchObject({ status: 401 });
});

test('the password alone gives no access: its ticket is not a session', async () => {
  const member = await exchange.staff('support');
  const ticket = await ticketOf(member);
  const answer = await exchange.visitor.get(console_('session'), { authorization: `Bearer ${ticket}` });
  expect(answer).toMatchObject({ status: 401, body: { code: 'session_expired' } });
});

test('no code works twice, and a ticket signs in once, even when sent concurrently', async () => {
  const member = await exchange.staff('support');
  const [first, second] = [await ticketOf(member), await ticketOf(member)];
  const code = await currentTotpCode(member.totpSecret);
  const answers = await Promise.all([
    post('second-factor', { ticket: first, code }),
    post('second-factor', { ticket: first, code }),
    post('second-factor', { ticket: second, code }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('five wrong codes void the ticket, and a correct one is then refused', async () => {
  const member = await exchange.staff('support');
  const ticket = await ticketOf(member);
  for (let n = 0; n < 5; n += 1) {
    expect(await post('second-factor', { ticket, code: '000000' })).toMatchObject({
      status: 422,
      body: { code: 'code_mismatch' },
    });
  }
  const code = await currentTotpCode(member.totpSecret);
  expect(await post('second-factor', { ticket, code })).toMatchObject({
    status: 401,
    body: { code: 'sign_in_expired' },
  });
});

test('codes are counted across all tickets of an account, so that new tickets give no additional attempts', async () => {
  await forgetAttempts();
  const member = await exchange.staff('support');
  const codes: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    if (n % 4 === 0) await forgetPasswordAttempts();
    const { body } = await post('second-factor', { ticket: await ticketOf(member), code: '000000' });
    codes.push(body.code);
  }
  expect(codes.slice(0, 10)).toEqual(Array(10).fill('code_mismatch'));
  expect(codes.slice(10)).toEqual(['too_many_requests', 'too_many_requests']);
  await forgetAttempts();
});
const forgetPasswordAttempts = () => sql(`delete from attempt_window where subject like 'staff_password:%'`);

test('a recovery code that could not be compared uses up no attempt', async () => {
  await forgetAttempts();
  const member = await exchange.staff('support');
  const { recoveryCodes } = exchange.services.staff;
  const drawn = await recoveryCodes.draw();
  await withConnection(exchange.databaseUrl, 'test', (hand) => recoveryCodes.store(member.id, drawn, hand));
  const ticket = await ticketOf(member);
  const enter = () => post('second-factor', { ticket, code: drawn.codes[0] });
  const others = asVisitor(AbortSignal.timeout(60_000), () =>
    Promise.all(Array.from({ length: 120 }, () => hashPassword('somebody else’s'))),
  );
  expect(await enter()).toMatchObject({ status: 503, body: { code: 'busy' } });
  await others;
  expect(await sql('select tries from staff_sign_in where staff_id = $1', [member.id])).toEqual([{ tries: 0 }]);
  const counted = 'select attempts from attempt_window where subject = $1';
  expect(await sql(counted, [`staff_code:${member.id}`])).toEqual([{ attempts: 0 }]);
  expect((await enter()).status).toBe(200);
});

test('an unknown email, a wrong password and a disabled member get the same response', async () => {
  const member = await exchange.staff('support');
  const other = await exchange.staff('support');
  await disable(other);
  const said = [
    await login('nobody@test.example'),
    await login(member.email, 'wrong password'),
    await login(other.email),
  ].map(({ status, body }) => ({ status, ...body }));
  expect(new Set(said.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(said[0]).toMatchObject({ status: 401, code: 'login_failed' });
  await forgetAttempts();
});

test('guessing a password is blocked after five attempts from one address', async () => {
  const member = await exchange.staff('support');
  for (let n = 0; n < 5; n += 1) expect((await login(member.email, 'wrong password')).status).toBe(401);
  expect(await login(member.email)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  await forgetAttempts();
});

test('an invited member chooses a password, must enroll an authenticator, and gets recovery codes', async () => {
  const [administrator, second] = [await exchange.staff('administrator'), await exchange.staff('administrator')];
  const email = 'invited@test.example';
  const form = { email, name: 'Invited Person', roles: ['support'], reason: 'joins support' };
  expect((await together([administrator, second], 'staff/create', form)).body.approval.state).toBe('done');
  expect(await administrator.post(console_('staff/create'), form)).toMatchObject({ body: { code: 'email_taken' } });
  const token = await invitationToken(exchange, email);
  const words = { token, password: PASSWORD, password_confirmation: PASSWORD };
  expect(await post('welcome', { ...words, password: 'short', password_confirmation: 'short' })).toMatchObject({
    body: { code: 'password_too_short' },
  });
  const { body: step } = await post('welcome', words);
  expect(step).toMatchObject({ next: 'enrol', otpauth: expect.stringContaining('otpauth://totp/Vitrine%20console') });
  expect(await post('welcome', words)).toMatchObject({ status: 422, body: { code: 'invitation_invalid' } });
  expect(await post('second-factor', { ticket: step.ticket, code: '123456' })).toMatchObject({ status: 422 });
  const secret = secretOf(step.otpauth);
  expect(totpKey(secret)).toBe(step.key);
  const { body } = await post('enrol', { ticket: step.ticket, code: await currentTotpCode(secret) });
  expect(body.recovery_codes).toHaveLength(10);
  await forgetAttempts();
  const again = await login(email);
  expect(again.body.next).toBe('second_factor');
  const [code] = body.recovery_codes;
  const recovered = await post('second-factor', { ticket: again.body.ticket, code: code.toUpperCase() });
  expect(recovered.status).toBe(200);
  const once = await login(email);
  expect(await post('second-factor', { ticket: once.body.ticket, code })).toMatchObject({ status: 422 });
});

test('a session ends after thirty idle minutes, after eight hours, and when its holder is disabled', async () => {
  const [idle, old, disabled] = await Promise.all([
    exchange.staff('support'),
    exchange.staff('support'),
    exchange.staff('support'),
  ]);
  await sql(`update staff_session set seen_at = now() - interval '31 minutes' where staff_id = $1`, [idle.id]);
  await sql('update staff_session set expires_at = now() where staff_id = $1', [old.id]);
  await disable(disabled);
  for (const gone of [idle, old, disabled])
    expect(await gone.get(console_('session'))).toMatchObject({ status: 401, body: { code: 'session_expired' } });
});

test('automatic requests of a page do not keep an idle session alive', async () => {
  const member = await exchange.staff('support');
  await sql(`update staff_session set seen_at = now() - interval '20 minutes' where staff_id = $1`, [member.id]);
  const seen = async () =>
    (await sql('select seen_at from staff_session where staff_id = $1', [member.id]))[0]?.seen_at;
  const before = await seen();
  expect((await member.get(console_('session'), { 'x-background': '1' })).status).toBe(200);
  expect(await seen()).toEqual(before);
  expect((await member.get(console_('session'))).status).toBe(200);
  expect(await seen()).not.toEqual(before);
});

test('members can see and end only their own sessions', async () => {
  const [member, other] = [await exchange.staff('support'), await exchange.staff('support')];
  const [session] = (await member.get(console_('access'))).body.sessions;
  expect(session).toMatchObject({ current: true, ip: '127.0.0.1' });
  expect(await other.post(console_('access/end-session'), { id: session.id })).toMatchObject({ status: 404 });
  expect((await member.post(console_('access/end-session'), { id: session.id })).status).toBe(200);
  expect((await member.get(console_('session'))).status).toBe(401);
});

/** The newest email to an address. */
const mailTo = async ({ email }: { email: string }) =>
  (await exchange.visitor.get(`/sandbox/messages?to=${email}`)).body[0];

test('changing the password requires the old one and a fresh code, ends other sessions and sends an email', async () => {
  const member = await exchange.staff('support');
  const other = await exchange.services.staff.sessions.open(member.id, { ip: '10.0.0.9', userAgent: 'elsewhere' });
  const change = { new_password: 'another horse 7', new_password_confirmation: 'another horse 7' };
  const change_ = async (password: string) =>
    member.post(console_('access/change-password'), {
      ...change,
      password,
      code: await currentTotpCode(member.totpSecret),
    });
  // The call with the wrong password has not used up the authenticator code, which is still accepted.
  expect((await change_('not mine')).body.code).toBe('login_failed');
  expect((await change_(PASSWORD)).status).toBe(200);
  expect((await mailTo(member)).subject).toMatch(/^Your .+ console password was changed$/);
  expect((await member.get(console_('session'))).status).toBe(200);
  expect(await exchange.visitor.get(console_('session'), { authorization: `Bearer ${other}` })).toMatchObject({
    status: 401,
  });
  expect((await change_('another horse 7')).body.code).toBe('code_mismatch');
});

test('changing the password ends sign-ins in progress that used the old one', async () => {
  await forgetAttempts();
  const member = await exchange.staff('support');
  const ticket = await ticketOf(member);
  const change = {
    password: PASSWORD,
    new_password: 'another horse 7',
    new_password_confirmation: 'another horse 7',
    code: await currentTotpCode(member.totpSecret),
  };
  expect((await member.post(console_('access/change-password'), change)).status).toBe(200);
  await again(member);
  const code = await currentTotpCode(member.totpSecret);
  expect((await post('second-factor', { ticket, code })).body.code).toBe('sign_in_expired');
});

const staffLock = `select pg_advisory_xact_lock(${STAFF_LOCK})`;
const again = ({ id }: Pick<TestStaff, 'id'>) => sql('update staff_member set totp_step = 0 where id = $1', [id]);

test('of two concurrent password changes, one succeeds and ends the other’s session', async () => {
  const member = await exchange.staff('support');
  const ticket = await ticketOf(member);
  const entered = await post('second-factor', { ticket, code: await currentTotpCode(member.totpSecret) });
  const thief = { authorization: `Bearer ${entered.body.token}` };
  const change = async (new_password: string, headers = {}) => {
    await again(member);
    const code = await currentTotpCode(member.totpSecret);
    const words = { password: PASSWORD, new_password, new_password_confirmation: new_password, code };
    return member.post(console_('access/change-password'), words, headers);
  };
  const [owners, thiefs] = await inTurn<[TestResponse, TestResponse]>(exchange, staffLock, [
    () => change('another horse 7'),
    () => change('a horse of the thief', thief),
  ]);
  expect([owners.status, thiefs.body.code]).toEqual([200, 'session_expired']);
});

test('guessing the password within a session is blocked after five attempts, which does not block sign-ins', async () => {
  await forgetAttempts();
  const member = await exchange.staff('support');
  const code = await currentTotpCode(member.totpSecret);
  const words = { new_password: 'another horse 7', new_password_confirmation: 'another horse 7', code };
  const change = async (password: string) =>
    (await member.post(console_('access/change-password'), { ...words, password })).body.code;
  for (let n = 0; n < 5; n += 1) expect(await change('wrong password')).toBe('login_failed');
  expect(await change(PASSWORD)).toBe('too_many_requests');
  const ticket = await ticketOf(member);
  for (let n = 0; n < 4; n += 1)
    expect((await post('second-factor', { ticket, code: '000000' })).body.code).toBe('code_mismatch');
  expect((await post('second-factor', { ticket, code })).status).toBe(200);
});

describe('a sign-in in progress', () => {
  /** Statements that delete what a reset of the member's access deletes while it holds the staff lock. */
  const forgotten = ({ id }: { readonly id: unknown }) =>
    ['staff_session', 'staff_sign_in', 'staff_invitation'].map(
      (name) => `delete from ${name} where staff_id = '${id}'`,
    );
  const sessionsOf = (id: unknown) => sql('select from staff_session where staff_id = $1', [id]);

  test('with a password that is replaced meanwhile gets no ticket', async () => {
    await forgetAttempts();
    const member = await exchange.staff('support');
    const change = `update staff_member set password = 'another' where id = '${member.id}'`;
    const end = `delete from staff_sign_in where staff_id = '${member.id}'`;
    const [answer] = await inTurn<[TestResponse]>(exchange, change, [() => login(member.email)], end);
    expect(answer).toMatchObject({ status: 401, body: { code: 'login_failed' } });
  });

  test('with a code gets no session once the access has been reset', async () => {
    const member = await exchange.staff('support');
    const ticket = await ticketOf(member);
    const code = await currentTotpCode(member.totpSecret);
    const enter = () => post('second-factor', { ticket, code });
    const [answer] = await inTurn<[TestResponse]>(exchange, staffLock, [enter], forgotten(member).join(';'));
    expect(answer).toMatchObject({ status: 401, body: { code: 'sign_in_expired' } });
    expect(await sessionsOf(member.id)).toEqual([]);
    const entries = await exchange.services.audit.read({ staffId: member.id, limit: 10 });
    expect(entries.map(({ phase }) => phase)).not.toContain('done');
  });

  test('with an invitation sets no password and enrolls no authenticator once the access has been reset', async () => {
    const two = [await exchange.staff('administrator'), await exchange.staff('administrator')] as const;
    const email = 'invited-twice@test.example';
    await together(two, 'staff/create', { email, name: 'Invited Twice', roles: ['support'] });
    const [{ id } = { id: '' }] = await sql('select id from staff_member where email = $1', [email]);
    const take = async () => {
      const token = await invitationToken(exchange, email);
      return post('welcome', { token, password: PASSWORD, password_confirmation: PASSWORD });
    };
    const reset = forgotten({ id }).join(';');
    const [taken] = await inTurn<[TestResponse]>(exchange, staffLock, [take], reset);
    expect(taken.body.code).toBe('invitation_invalid');
    const state = () =>
      sql(
        `select password, totp_secret, (select count(*)::int from staff_recovery_code where staff_id = staff_member.id) as codes
         from staff_member where id = $1`,
        [id],
      );
    expect(await state()).toEqual([{ password: null, totp_secret: null, codes: 0 }]);
    await together(two, 'staff/reinvite', { id });
    const { ticket, otpauth } = (await take()).body;
    const code = await currentTotpCode(secretOf(otpauth));
    const enrol = () => post('enrol', { ticket, code });
    const [enrolled] = await inTurn<[TestResponse]>(exchange, staffLock, [enrol], reset);
    expect(enrolled.body.code).toBe('sign_in_expired');
    expect(await state()).toEqual([{ password: expect.any(String), totp_secret: null, codes: 0 }]);
    expect(await sessionsOf(id)).toEqual([]);
  });
});

test('of two administrators who disable each other at the same time, one remains', async () => {
  const left = await sql(`select id from staff_member where 'administrator' = any(roles) and disabled_at is null`);
  const [one, two] = [await exchange.staff('administrator'), await exchange.staff('administrator')];
  for (const { id } of left) await disable({ id: String(id) });
  const reason = 'a quarrel';
  const answers = await Promise.all([
    one.post(console_('staff/disable'), { id: two.id, reason }),
    two.post(console_('staff/disable'), { id: one.id, reason }),
  ]);
  const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code)).sort();
  expect(codes[0]).toBe('done');
  expect(['last_administrator', 'session_expired']).toContain(codes[1]);
  const winner = answers[0]?.status === 200 ? one : two;
  expect(await winner.post(console_('staff/disable'), { id: winner.id, reason })).toMatchObject({
    body: { code: 'own_account' },
  });
});

test('sign-ins are recorded in the audit trail, including wrong codes, without secrets', async () => {
  const member = await exchange.staff('support');
  const ticket = await ticketOf(member);
  await post('second-factor', { ticket, code: '000000' });
  await post('second-factor', { ticket, code: await currentTotpCode(member.totpSecret) });
  const entries = await exchange.services.audit.read({ staffId: member.id, limit: 10 });
  expect(entries.map(({ action, phase }) => [action, phase])).toEqual([
    ['consoleLogin', 'done'],
    ['consoleLogin', 'refused'],
  ]);
  expect(JSON.stringify(entries)).not.toContain(ticket);
});

test('recovery codes are renewed with a fresh code, and an email reports the renewal', async () => {
  const member = await exchange.staff('support');
  const renew = (code: string) => member.post(console_('access/recovery-codes'), { code });
  expect((await renew('000000')).body.code).toBe('code_mismatch');
  expect(await mailTo(member)).toBeUndefined();
  const { body } = await renew(await currentTotpCode(member.totpSecret));
  expect(body.recovery_codes).toHaveLength(10);
  expect((await mailTo(member)).text).toContain('New recovery codes were generated; the old codes no longer work.');
});

test('demo staff of the sandbox sign in with the code shown among the messages', async () => {
  await forgetAttempts();
  const email = 'support@console.example';
  const step = await login(email, 'support-runs-the-show');
  const [message] = (await exchange.visitor.get(`/sandbox/messages?to=${email}`)).body;
  expect((await post('second-factor', { ticket: step.body.ticket, code: message.code })).status).toBe(200);
});

test('a passkey added while the member’s access is being reset is refused', async () => {
  const member = await exchange.staff('support');
  const host = { host: 'localhost:4000' };
  const call = (path: string, body: object) => member.post(console_(`access/${path}`), body, host);
  const code = () => currentTotpCode(member.totpSecret);
  const { options } = (await call('passkey-options', { code: await code() })).body;
  const response = new SoftwarePasskey('http://localhost:4000').made(options, { verified: true });
  const reset = `delete from staff_session where staff_id = '${member.id}'`;
  const add = () => call('add-passkey', { name: 'Laptop', response });
  const [added] = await inTurn<[TestResponse]>(exchange, staffLock, [add], reset);
  expect(added.body.code).toBe('session_expired');
  expect(await sql('select from staff_passkey where staff_id = $1', [member.id])).toEqual([]);
});

test('adding or removing a passkey needs an authenticator code, and its owner is notified by email', async () => {
  const member = await exchange.staff('support');
  const host = { host: 'localhost:4000' };
  const call = (path: string, body: object) => member.post(console_(`access/${path}`), body, host);
  const code = () => currentTotpCode(member.totpSecret);
  const newest = () => mailTo(member);
  const { options } = (await call('passkey-options', { code: await code() })).body;
  const response = new SoftwarePasskey('http://localhost:4000').made(options, { verified: true });
  expect((await call('add-passkey', { name: 'Laptop\nof mine', response })).body.code).toBe('invalid_request');
  expect((await call('add-passkey', { name: ' Laptop ', response })).status).toBe(200);
  expect((await newest()).text).toContain('The passkey “Laptop” was added to your account.');
  const passkeys = async () => (await member.get(console_('access'))).body.passkeys;
  const [{ id }] = await passkeys();
  expect((await call('remove-passkey', { id, code: '000000' })).body.code).toBe('code_mismatch');
  expect(await passkeys()).toHaveLength(1);
  await again(member);
  expect((await call('remove-passkey', { id, code: await code() })).status).toBe(200);
  expect(await passkeys()).toEqual([]);
  expect((await newest()).text).toContain('The passkey “Laptop” was removed from your account.');
});

test('a token without a session counts as ten requests, so that the rate limit keeps most such requests from the database', async () => {
  const limited = await TestExchange.open({ RATE_CONSOLE: '20' });
  onTestFinished(() => limited.close());
  const codes: string[] = [];
  for (let sent = 0; sent < 40; sent += 1) {
    const headers = { authorization: `Bearer ${randomBytes(32).toString('base64url')}` };
    codes.push((await limited.visitor.get(console_('session'), headers)).body.code);
  }
  expect(new Set(codes)).toEqual(new Set(['session_expired', 'too_many_requests']));
});
