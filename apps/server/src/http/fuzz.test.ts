import { type Endpoint, type EndpointKey, endpoints, errorsOf } from '@vitrine/contract';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import type { TObject, TSchema } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestClient, TestExchange, type TestStaff } from '../testing/test-exchange.ts';

let exchange: TestExchange;
let client: TestClient;
let administrator: TestStaff;

beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_ORDERS_PER_SESSION: '100000' });
  client = await exchange.client({ USDT: '1000', BTC: '1' });
  administrator = await exchange.staff('administrator');
  const order = { delegate_type: 'SELL', trade_type: 'limit', order_per_unit: '70000.0', number_of_order: '0.01' };
  await client.order({ ...order, remember: true });
});
afterAll(() => exchange.close());

const rows = Object.entries(endpoints) as [EndpointKey, Endpoint][];

const HASH = 'computes a password hash, which is slow on purpose';
const LIMITED = 'counts against a limit: beyond it every response is the same';
const SIGNS_OUT = 'ends the session: each case signs in again';
/** Endpoints that are tried only a few times, with the reason. */
const fewCasesBecause: Partial<Record<EndpointKey, string>> = {
  login: HASH,
  register: HASH,
  mobileLogin: HASH,
  secondFactor: LIMITED,
  sendForgotPasswordCode: LIMITED,
  verifyForgotPasswordCode: LIMITED,
  resetPassword: HASH,
  passkeyOptions: HASH,
  removePasskey: HASH,
  totpOffer: HASH,
  totpRemove: HASH,
  totpRecoveryCodes: HASH,
  beginGoogleConnection: HASH,
  disconnectGoogle: HASH,
  connectWallet: HASH,
  disconnectWallet: HASH,
  setTransactionPassword: HASH,
  sendCode: LIMITED,
  verifyCode: LIMITED,
  sandboxClock: 'moves the clock, which cannot be undone',
  sendPasswordCode: LIMITED,
  updatePassword: HASH,
  updateTransactionPassword: HASH,
  sendPasskeyRemovalCode: LIMITED,
  sendTransactionPasswordCode: LIMITED,
  resetTransactionPassword: HASH,
  sendMobileCode: HASH,
  connectMobile: LIMITED,
  sendAntiPhishingCode: LIMITED,
  setAntiPhishing: LIMITED,
  draftWithdrawal: LIMITED,
  createWithdrawal: HASH,
  sendAddressCode: LIMITED,
  saveAddress: HASH,
  removeAddress: HASH,
  setOnlySavedAddresses: HASH,
  setOneStepWithdrawal: HASH,
  logout: SIGNS_OUT,
  consoleLogin: HASH,
  consoleWelcome: HASH,
  consoleChangePassword: HASH,
  consoleLogout: SIGNS_OUT,
};
/** Cases per endpoint; `npm run fuzz` runs two thousand. */
const CASES = Number(process.env.FUZZ_CASES ?? 12);
const MONEY_CASES = Math.max(CASES, 30);
const FEW_CASES = Math.max(2, Math.ceil(CASES / 12));
const PATIENCE_MS = 60_000 + CASES * 100;

const junk = [
  '',
  '0',
  '-1',
  '1e9',
  '9'.repeat(16),
  '0.'.padEnd(20, '1'),
  'a'.repeat(300),
  '../x',
  "';--",
  '\u0000',
  '💥',
  null,
  false,
  -1,
  1.5,
  2 ** 53,
  [],
  {},
  ['BTC'],
];

/** Plausible values for a field with this schema. */
function fitting({
  examples,
  enum: words,
  type,
}: {
  examples?: unknown[];
  enum?: unknown[];
  type?: string;
}): unknown[] {
  if (words !== undefined) return words;
  if (type === 'integer') return [1, 5, 100];
  if (type === 'boolean') return [true, false];
  if (examples?.[0] === '0.015') return ['0.001', '0.01', '1', '66000.0', '66461.0', '70000.0', '10'];
  return examples ?? ['BTC', 'BTCUSDT', '60'];
}

/** Objects with the schema's fields. Most of the fields are valid; occasionally there is an additional field. */
function objects(schema: TObject | undefined): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema?.properties ?? {}).map(([name, field]) => {
    const fit = { arbitrary: fc.constantFrom(...fitting(field)), weight: 15 };
    return [name, fc.oneof(fit, fc.constantFrom<unknown>(...junk))] as const;
  });
  const requiredKeys = fc.constantFrom(schema?.required ?? [], schema?.required ?? [], []);
  const known = requiredKeys.chain((keys) =>
    fc.record(Object.fromEntries(fields), { requiredKeys: [...keys] as never[] }),
  );
  const odd = fc.dictionary(fc.constantFrom('x', '__proto__', 'constructor', 'toString'), fc.constant(1), {
    maxKeys: 1,
  });
  return fc
    .tuple(known, fc.oneof({ arbitrary: fc.constant({}), weight: 9 }, odd))
    .map(([fields, other]) => ({ ...fields, ...other }));
}

/** Omits the transaction password: the session is unlocked, and verifying passwords would only slow down the test. */
const withoutPassword = ({ transaction_password: _, ...body }: Record<string, unknown>) => body;

const queryText = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .map(([name, field]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(field))}`)
    .join('&');

const ajv = new Ajv({ strict: false });
/** Validates queries. All their fields are text, which is converted to the types of the schema. */
const queryAjv = new Ajv({ strict: false, coerceTypes: true });

/** Why a request or response does not match its schema; undefined if it does. */
function faultIn(compiler: Ajv, schema: TSchema | undefined, given: object): string | undefined {
  if (schema === undefined) return Object.keys(given).length === 0 ? undefined : 'no fields are allowed';
  const validate = compiler.compile(schema);
  return validate(structuredClone(given)) ? undefined : ajv.errorsText(validate.errors);
}

const asText = (fields: object) => Object.fromEntries(new URLSearchParams(queryText({ ...fields })));

describe('whatever is sent, the response is one that the contract defines, and never an internal error', () => {
  test.each(rows)(
    '%s',
    async (key, endpoint) => {
      const { method, path, access, redirects, money, response } = endpoint;
      const request = fc.tuple(objects(endpoint.query), objects(endpoint.body).map(withoutPassword));
      const check = fc.asyncProperty(request, async ([query, body]) => {
        const url = `${path}?${queryText(query)}`;
        const caller = access === 'staff' ? administrator : client;
        const answer = method === 'GET' ? await caller.get(url) : await caller.post(url, body);
        const seen = JSON.stringify({ url, body, answer: answer.body });
        if (answer.status !== (redirects ? 302 : 200)) {
          expect(errorsOf(endpoint), seen).toContain(answer.body.code);
          expect(answer.body.code, seen).not.toBe('internal');
          return;
        }
        expect(faultIn(queryAjv, endpoint.query, asText(query)), seen).toBeUndefined();
        if (method === 'POST') expect(faultIn(ajv, endpoint.body, body), seen).toBeUndefined();
        if (!redirects) expect(faultIn(ajv, response, answer.body), seen).toBeUndefined();
        if (key === 'logout') client = await exchange.signIn(client.email, client.owner);
        if (key === 'consoleLogout') administrator = await exchange.staff('administrator');
      });
      const numRuns = fewCasesBecause[key] !== undefined ? FEW_CASES : money ? MONEY_CASES : CASES;
      await fc.assert(check, { numRuns, seed: 1, includeErrorInReport: true });
    },
    PATIENCE_MS,
  );

  test('all accounts still sum to zero afterwards', async () => {
    const everything = { 'x-min-position': String(exchange.services.core.position) };
    const { assets } = (await exchange.visitor.get('/api/v3/ledger-sums', everything)).body;
    expect(assets.length).toBeGreaterThan(0);
    for (const { coin, sum } of assets) expect([coin, Number(sum)]).toEqual([coin, 0]);
  });
});
