import { type StaffRole, staffRoles } from '@vitrine/contract';
import { eventually } from '@vitrine/tools/eventually';
import { expect } from 'vitest';
import { SESSION_COOKIE } from '../auth/session/session-cookie.ts';
import { STAFF_COOKIE } from '../http/staff-session.ts';
import { Caller, type TestClient, type TestExchange, type TestStaff } from './test-exchange.ts';

const HOST = 'exchange.localhost';

/** One caller of every kind, for tests that make a call as each of them. */
export interface Cast extends Record<StaffRole, TestStaff> {
  readonly visitor: Caller;
  readonly client: TestClient;
  readonly otherClient: TestClient;
  /** Frozen while they were signed in. */
  readonly frozenClient: TestClient;
  /** Frozen, with a session that the freeze failed to end. */
  readonly frozenWithSession: TestClient;
  readonly endedSession: TestClient;
  readonly endedStaff: TestStaff;
  /** Was signed in to the console when an administrator disabled them. */
  readonly disabledStaff: TestStaff;
  /** The exchange's own page, in the browser of someone who is signed in both as a client and as an administrator. */
  readonly ownPage: Caller;
  /** Another site's page in the same browser as `ownPage`, as if the browser sent the exchange's cookies along. */
  readonly foreignPage: Caller;
}

/** Opens the sessions of all callers in the cast. */
export async function assembleCast(exchange: TestExchange): Promise<Cast> {
  const deposits = { USDT: '1000', BTC: '1' };
  const client = await exchange.client(deposits);
  const roles = new Map<StaffRole, TestStaff>();
  for (const role of staffRoles) roles.set(role, await exchange.staff(role));
  return {
    ...(Object.fromEntries(roles) as Record<StaffRole, TestStaff>),
    visitor: exchange.visitor,
    client,
    otherClient: await exchange.client(deposits),
    frozenClient: await frozen(exchange),
    frozenWithSession: await frozenWithSession(exchange),
    endedSession: await ended(exchange, client),
    endedStaff: await endedStaff(exchange),
    disabledStaff: await disabledStaff(exchange),
    ownPage: new Caller(exchange.exchange, { ...(await browserCookies(exchange)), origin: `http://${HOST}` }),
    foreignPage: new Caller(exchange.exchange, {
      ...(await browserCookies(exchange)),
      origin: 'https://elsewhere.test',
    }),
  };
}

/** The headers of a browser that is signed in to both apps, as a client with BTC and as an administrator. */
async function browserCookies(exchange: TestExchange) {
  const client = await exchange.client({ BTC: '1' });
  const staff = await exchange.staff('administrator');
  const cookies = { [SESSION_COOKIE]: client.token, [STAFF_COOKIE]: staff.token };
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return { host: HOST, cookie: cookie.join('; ') };
}

async function frozen(exchange: TestExchange): Promise<TestClient> {
  const client = await exchange.client({ BTC: '1' });
  await exchange.submit({ kind: 'FreezeOwner', owner: client.owner });
  await exchange.services.sessions.endAll(client.owner, 'frozen');
  return client;
}

async function frozenWithSession(exchange: TestExchange): Promise<TestClient> {
  const client = await exchange.client({ BTC: '1' });
  const sessions = () =>
    exchange.query(`select to_jsonb(session) as session from session join client using (person_id) where owner = $1`, [
      client.owner,
    ]);
  const [row] = await sessions();
  await exchange.submit({ kind: 'FreezeOwner', owner: client.owner });
  // The freeze ends sessions asynchronously. Until it is done, it would also end a session inserted here.
  await eventually(async () => expect(await sessions()).toEqual([]));
  await exchange.query('insert into session select * from jsonb_populate_record(null::session, $1)', [
    { ...(row?.session as object), id: `missed ${client.owner}` },
  ]);
  return client;
}

async function ended(exchange: TestExchange, { email, owner }: TestClient): Promise<TestClient> {
  const session = await exchange.signIn(email, owner);
  await session.post('/api/v3/logout');
  return session;
}

async function endedStaff(exchange: TestExchange): Promise<TestStaff> {
  const member = await exchange.staff('administrator');
  await member.post('/api/v3/console/logout');
  return member;
}

async function disabledStaff(exchange: TestExchange): Promise<TestStaff> {
  const [member, administrator] = [await exchange.staff('administrator'), await exchange.staff('administrator')];
  await administrator.post('/api/v3/console/staff/disable', { id: member.id, reason: 'a test' });
  return member;
}
