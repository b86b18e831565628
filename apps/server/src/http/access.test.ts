import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Endpoint,
  type EndpointKey,
  ErrorBodySchema,
  type ErrorCode,
  endpoints,
  errorTable,
  type StaffRole,
  staffRoles,
} from '@vitrine/contract';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleCalls } from '../testing/calls.ts';
import { assembleCast, type Cast } from '../testing/cast.ts';
import type { Scene } from '../testing/scene.ts';
import { type Caller, PASSWORD, TestExchange, type TestResponse } from '../testing/test-exchange.ts';

let exchange: TestExchange;
let cast: Cast;

beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_ORDERS_PER_SESSION: '100000', DEMO: 'on' });
  cast = await assembleCast(exchange);
});
afterAll(() => exchange.close());

type CallerName = keyof Cast;
/** The outcome of a call: it passed the guards, or one of them refused it. */
type Outcome = 'let in' | ErrorCode;
type Row = [EndpointKey, Endpoint];

const rows = Object.entries(endpoints) as Row[];
const names = Object.keys({
  visitor: 0,
  client: 0,
  otherClient: 0,
  frozenClient: 0,
  frozenWithSession: 0,
  endedSession: 0,
  support: 0,
  compliance: 0,
  treasury: 0,
  listing: 0,
  auditor: 0,
  administrator: 0,
  endedStaff: 0,
  disabledStaff: 0,
  ownPage: 0,
  foreignPage: 0,
} satisfies Record<CallerName, 0>) as CallerName[];

/** The outcome for each caller of an endpoint, by the endpoint's access. */
function expected({ access, method, roles = [] }: Endpoint): Record<CallerName, Outcome> {
  const all = (outcome: Outcome) => Object.fromEntries(names.map((name) => [name, outcome]));
  const everyone = all('let in') as Record<CallerName, Outcome>;
  const foreignPage = method === 'POST' ? 'foreign_origin' : 'let in';
  const strangers = { ...(all('session_expired') as typeof everyone), visitor: 'not_authenticated' } as const;
  switch (access) {
    case 'visitor':
      return { ...everyone, foreignPage };
    case 'client': {
      const clients = { client: 'let in', otherClient: 'let in', frozenWithSession: 'account_frozen' } as const;
      return { ...strangers, ...clients, ownPage: 'let in', foreignPage };
    }
    case 'staff': {
      const mayCall = (role: StaffRole) =>
        role === 'administrator' || roles.includes(role) || (role === 'auditor' && method === 'GET');
      const staff = staffRoles.map((role) => [role, mayCall(role) ? 'let in' : 'not_permitted']);
      return { ...strangers, ...Object.fromEntries(staff), ownPage: 'let in', foreignPage };
    }
  }
}

/** Exceptions to the outcomes that `expected` returns. */
const exceptions: Partial<Record<EndpointKey, Partial<Record<CallerName, Outcome>>>> = {
  // A frozen client may reduce risk; whether a call does so is decided by the core.
  cancelOrder: { frozenWithSession: 'let in' },
  cancelAllOrders: { frozenWithSession: 'let in' },
  cancelFuturesOrder: { frozenWithSession: 'let in' },
  cancelAllFuturesOrders: { frozenWithSession: 'let in' },
  // The order in this call belongs to another client, so the server refuses the call with unknown_order before the core
  // checks the freeze.
  amendOrder: { frozenWithSession: 'let in' },
  // The same applies to the limit conversion and the quote in these calls.
  cancelLimitConvert: { frozenWithSession: 'let in' },
  convertQuoted: { frozenWithSession: 'let in' },
  // And to the stakes in these.
  earnRedeem: { frozenWithSession: 'let in' },
  stakeUnlock: { frozenWithSession: 'let in' },
};

/** Calls that end their own session. After each of them, the test creates all callers again, with new sessions. */
const endsSessions = new Set<EndpointKey>(['logout', 'consoleLogout']);

const guardCodes = new Set<unknown>([
  'not_authenticated',
  'session_expired',
  'account_frozen',
  'not_permitted',
  'foreign_origin',
  'internal',
  'unavailable',
] satisfies ErrorCode[]);

const ajv = new Ajv({ strict: false });
const isErrorBody = ajv.compile(ErrorBodySchema);

/** The sample request for an endpoint, with values from the scene. */
async function requestOf(key: EndpointKey, scene: Scene): Promise<{ query: string; body: object }> {
  const { query, body = {} } = sampleCalls[key];
  return { query: query === undefined ? '' : `?${query}`, body: typeof body === 'function' ? await body(scene) : body };
}

type SampleRequest = Awaited<ReturnType<typeof requestOf>>;

const send = (who: Caller, method: Endpoint['method'], path: string, { query, body }: SampleRequest) =>
  method === 'GET' ? who.get(path + query) : who.post(path + query, body);

/** Sends a request; if the rate limit of the caller's password checks refuses it, waits and sends it again. */
async function sendInPace(...request: Parameters<typeof send>): Promise<TestResponse> {
  const response = await send(...request);
  if (response.body?.code !== 'too_many_requests') return response;
  await sleep(Number(response.body.parameters.seconds) * 1_000);
  return sendInPace(...request);
}

/**
 * The error code if a guard refused the call, otherwise 'let in'. A refusal has the status of its code, and a body with
 * nothing but the error.
 */
function outcomeOf({ status, body }: TestResponse): Outcome {
  if (!guardCodes.has(body?.code)) return 'let in';
  const code = body.code as ErrorCode;
  expect(isErrorBody(body), JSON.stringify(body)).toBe(true);
  expect(status).toBe(errorTable[code].status);
  return code;
}

const isRole = (name: string): name is StaffRole => staffRoles.some((role) => role === name);

/** The scene with this caller's data, from which the caller's own request is built. */
const sceneOf = (name: CallerName): Scene => ({
  exchange,
  client: name === 'otherClient' ? cast.otherClient : cast.client,
  staff: isRole(name) ? cast[name] : cast.administrator,
});

/** Requests made by permitted callers, for the other callers to try too. */
const requests = new Map<EndpointKey, SampleRequest>();

describe('access to each endpoint is as the contract defines', () => {
  test.each(rows)('%s', async (key, { access, method, path, redirects, response }) => {
    const name = access === 'staff' ? 'administrator' : 'client';
    const request = await requestOf(key, sceneOf(name));
    requests.set(key, request);
    const answer = await sendInPace(cast[name], method, path, request);
    if (endsSessions.has(key)) cast = await assembleCast(exchange);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    const { refusedAs } = sampleCalls[key];
    if (refusedAs !== undefined) {
      expect(answer.body).toMatchObject({ code: refusedAs });
      return;
    }
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: redirects ? 302 : 200 });
    const validate = ajv.compile(response);
    expect(validate(answer.body), JSON.stringify(validate.errors)).toBe(true);
    expect(answer.headers).toMatchObject({ 'x-log-position': expect.anything(), 'cache-control': 'no-store' });
  });
});

describe('who may make which call', () => {
  test.each(rows)('%s', async (key, endpoint) => {
    const { method, path, aliases = [], access } = endpoint;
    const request = requests.get(key);
    if (request === undefined) throw new Error(`no permitted caller has made the request ${key}`);
    const table = { ...expected(endpoint), ...exceptions[key] };
    const seen: Record<string, Outcome> = {};
    try {
      for (const name of names) {
        // Callers who are expected to be admitted request something of their own.
        const isOwn = access !== 'visitor' && table[name] === 'let in';
        const asked = isOwn ? await requestOf(key, sceneOf(name)) : request;
        seen[name] = outcomeOf(await send(cast[name], method, path, asked));
      }
      expect(seen).toEqual(table);
      for (const alias of aliases) {
        for (const name of names.filter((name) => table[name] !== 'let in')) {
          expect([alias, name, outcomeOf(await send(cast[name], method, alias, request))]).toEqual([
            alias,
            name,
            table[name],
          ]);
        }
      }
    } finally {
      if (endsSessions.has(key)) cast = await assembleCast(exchange);
    }
  });
});

describe('the GET form of a state-changing call', () => {
  const changing = rows.filter(([, { compatGet }]) => compatGet);

  test.each(changing)('%s is refused with a cookie, regardless of the origin', async (key, { path, access }) => {
    const { body } = requests.get(key) ?? { body: {} };
    const url = `${path}?${new URLSearchParams(body as Record<string, string>)}`;
    for (const name of ['ownPage', 'foreignPage'] as const) {
      const answer = await cast[name].get(url);
      expect([name, outcomeOf(answer)]).toEqual([name, access === 'client' ? 'not_authenticated' : 'let in']);
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
    const byToken = outcomeOf(await cast.client.get(url));
    expect(byToken).toBe('let in');
  });
});

describe('a frozen client', () => {
  test('cannot sign in, and sees why', async () => {
    const form = { username: cast.frozenClient.email, password: PASSWORD };
    expect(await cast.visitor.post('/api/v3/login', form)).toMatchObject({
      status: 403,
      body: {
        code: 'account_frozen',
        message: 'Your account has been freezed. Please contact customer service for more details.',
      },
    });
  });
});

describe('access to own data only', () => {
  test('the session call returns null for a visitor and the client for a session, without an error either way', async () => {
    const ask = async (name: CallerName) => (await cast[name].get('/api/v3/session')).body.client;
    for (const name of ['visitor', 'endedSession', 'frozenClient', 'administrator'] as const)
      expect([name, await ask(name)]).toEqual([name, null]);
    expect(await ask('client')).toEqual((await cast.client.get('/api/v3/account-client')).body.client);
  });
});
