import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentTotpCode } from '../../auth/factors/totp.ts';
import { PASSWORD, TestExchange, type TestResponse, type TestStaff } from '../../testing/test-exchange.ts';
import { useUp } from '../../testing/use-up.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open({ TRUSTED_PROXIES: '1' });
});
afterAll(() => exchange.close());

test('attempts that an IP address’s own limit refuses do not lock the member out', async () => {
  const { email } = await exchange.staff('administrator');
  const login = async (password: string, address: string) =>
    (await exchange.visitor.post('/api/v3/console/login', { email, password }, { 'x-forwarded-for': address })).status;
  const statuses: number[] = [];
  for (let n = 0; n < 50; n += 1) statuses.push(await login('wrong password', n < 30 ? '203.0.113.1' : '203.0.113.2'));
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  expect(await login(PASSWORD, '198.51.100.7')).toBe(200);
});

describe('a browser that a member has signed in with', () => {
  const post = (path: string, body: object, address: string, cookie: string) =>
    exchange.visitor.post(`/api/v3/console/${path}`, body, { 'x-forwarded-for': address, cookie });
  const login = async ({ email }: TestStaff, address: string, cookie: string, password = PASSWORD) =>
    (await post('login', { email, password }, address, cookie)).status;

  /** Signs in completely. Returns the cookie that identifies the browser, if a new one was set. */
  async function signIn({ id, email, totpSecret }: TestStaff, address: string, cookie = '') {
    await exchange.query('update staff_member set totp_step = 0 where id = $1', [id]);
    const { ticket } = (await post('login', { email, password: PASSWORD }, address, cookie)).body;
    const { headers } = await post(
      'second-factor',
      { ticket, code: await currentTotpCode(totpSecret) },
      address,
      cookie,
    );
    return knownBy(headers);
  }

  const knownBy = (headers: TestResponse['headers']) =>
    /__Host-vitrine-console-device=[^;]+/.exec(String(headers['set-cookie']))?.[0];

  test('has its own attempt limit, which nobody else can use up', async () => {
    const [member, other] = [await exchange.staff('administrator'), await exchange.staff('support')];
    const own = (await signIn(member, '203.0.113.3')) ?? '';
    const others = (await signIn(other, '203.0.113.3')) ?? '';
    expect([own, others]).toEqual(Array(2).fill(expect.stringMatching(/^__Host-.+=[\w-]{22}\.[\w-]{43}$/)));
    await useUp(exchange, 'staff_account', member.email, { attempts: 50, windowSeconds: 900 });
    await useUp(exchange, 'staff_address', '203.0.113.3', { attempts: 30, windowSeconds: 900 });
    expect(await login(member, '198.51.100.8', '')).toBe(429);
    // Neither another member's cookie nor one with a made-up signature is accepted.
    expect(await login(member, '198.51.100.8', others)).toBe(429);
    expect(await login(member, '198.51.100.8', `${own.split('.')[0]}.${others.split('.')[1]}`)).toBe(429);
    expect(await login(member, '203.0.113.3', own)).toBe(200);
    expect(await signIn(member, '203.0.113.3', own)).toBeUndefined();
  });

  test('has five attempts', async () => {
    const member = await exchange.staff('administrator');
    const own = await signIn(member, '203.0.113.4');
    await useUp(exchange, 'staff_password', `${member.email} ${own?.split('=')[1]?.split('.')[0]}`, {
      attempts: 4,
      windowSeconds: 900,
    });
    const attempts = ['203.0.113.5', '203.0.113.6'].map((address) =>
      login(member, address, own ?? '', 'wrong password'),
    );
    expect((await Promise.all(attempts)).sort()).toEqual([401, 429]);
    // Without its cookie, the browser is treated like any other.
    expect(await login(member, '203.0.113.5', '')).toBe(200);
  });

  test('is no longer known once the password is changed, unless it was changed in this browser', async () => {
    const member = await exchange.staff('administrator');
    const [own, others] = [await signIn(member, '203.0.113.7'), await signIn(member, '203.0.113.8')];
    await exchange.query('update staff_member set totp_step = 0 where id = $1', [member.id]);
    const password = `${PASSWORD} once more`;
    const { status, headers } = await member.post('/api/v3/console/access/change-password', {
      password: PASSWORD,
      new_password: password,
      new_password_confirmation: password,
      code: await currentTotpCode(member.totpSecret),
    });
    expect(status).toBe(200);
    await useUp(exchange, 'staff_account', member.email, { attempts: 50, windowSeconds: 900 });
    expect(await login(member, '198.51.100.9', own ?? '', password)).toBe(429);
    expect(await login(member, '198.51.100.9', others ?? '', password)).toBe(429);
    expect(await login(member, '198.51.100.9', knownBy(headers) ?? '', password)).toBe(200);
  });

  test('is no longer known once the member is invited again', async () => {
    const member = await exchange.staff('administrator');
    const own = await signIn(member, '203.0.113.9');
    await exchange.query(`update staff_member set password = null where id = $1`, [member.id]);
    await useUp(exchange, 'staff_account', member.email, { attempts: 50, windowSeconds: 900 });
    expect(await login(member, '198.51.100.10', own ?? '')).toBe(429);
  });
});
