import { WouldFail } from '@vitrine/chains';
import { eventually } from '@vitrine/tools/eventually';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { PASSWORD, type TestClient, TestExchange, type TestResponse } from '../../testing/test-exchange.ts';
import { approveAbove, draft, mailedCode, outside, withdraw, withdrawal } from '../../testing/withdraw.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
  // Every withdrawal waits for an approval.
  await approveAbove(exchange, '1');
});
afterAll(() => exchange.close());

interface Inserted {
  readonly count: number;
  readonly state: string;
  readonly agoMs?: number;
  readonly receiver?: number;
}

const INSERT = `insert into withdrawals (owner, state, asset_id, coin, network, address, units, fee_units, value_units,
    limit_units, receiver, is_one_step, drafted_at, expires_at, state_at, requested_at)
  select $1, $2, 1, 'USDT', 'TRC20', 'elsewhere', 2, 1, 1, 1, $3, false, $4, $4, $4, $4 from generate_series(1, $5)
  returning id`;
const valuesOf = ({ owner }: TestClient, { count, state, agoMs = HOUR_MS, receiver }: Inserted) => [
  owner,
  state,
  receiver ?? null,
  new Date(Date.now() - agoMs),
  count,
];
const insert = (client: TestClient, rows: Inserted) => exchange.query(INSERT, valuesOf(client, rows));

/** Inserts a failed payment of an earlier withdrawal of the client: displaced, or included without moving anything. */
async function failTo(
  client: TestClient,
  address: string,
  { agoMs = HOUR_MS, isDisplaced = false, coin = 'USDT' } = {},
) {
  const [row] = await insert(client, { count: 1, state: 'refused', agoMs: 2 * DAY_MS });
  await exchange.query(
    `insert into outgoing_payments (id, network, purpose, source, coin, to_address, amount, state, succeeded, ended_at)
     values ($1, 'TRC20', 'withdrawal', 'hot', $5, $2, 1, 'failed', $3, $4)`,
    [`withdrawal:${row?.id}`, address, isDisplaced ? null : false, new Date(Date.now() - agoMs), coin],
  );
}

/** Confirms the client's draft. */
async function confirm(client: TestClient, gasfee: string): Promise<TestResponse> {
  const verification = await mailedCode(exchange, client);
  return client.post('/api/v3/withdrawals', {
    ...withdrawal(),
    gasfee,
    verification,
    transaction_password: PASSWORD,
  });
}

/** The TRON deposit address of the receiver, who is not the client that withdraws. */
async function addressOf(receiver: TestClient): Promise<string> {
  return (await receiver.post('/api/v3/generate-wallet', { wallet_type: 'TRC20' })).body.wallet.wallet_address;
}

/** Expects the time to be a day after an event that happened `agoMs` ago, give or take a minute. */
function expectDayAfter(time: string, agoMs: number): void {
  const off = Math.abs(Number(time) - (Date.now() - agoMs + DAY_MS));
  expect(off).toBeLessThan(60_000);
}

test('a client may have at most ten unfinished on-chain withdrawals', async () => {
  const client = await exchange.client({ USDT: '1000' });
  await insert(client, { count: 20, state: 'completed' });
  await insert(client, { count: 9, state: 'waiting_approval' });
  const { withdrawal_id } = (await withdraw(exchange, client)).body;
  expect(await draft(client)).toMatchObject({
    status: 422,
    body: { code: 'too_many_unfinished_withdrawals', parameters: { most: '10' } },
  });
  await client.post('/api/v3/withdrawals/cancel', { withdrawal_id });
  expect((await draft(client)).status).toBe(200);
});

test('internal transfers count as unfinished while they wait for an approval', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const receiver = await exchange.client();
  const inside = { withdraw_address: await addressOf(receiver) };
  await insert(client, { count: 20, state: 'completed', receiver: receiver.owner });
  await insert(client, { count: 9, state: 'waiting_approval', receiver: receiver.owner });
  await insert(client, { count: 1, state: 'sending' });
  expect((await draft(client)).body.code).toBe('too_many_unfinished_withdrawals');
  // Only withdrawals that await approval count toward the limit for internal transfers; the one that is being sent does
  // not.
  expect((await withdraw(exchange, client, inside)).body.message).toBe('success');
  expect((await draft(client, inside)).body.code).toBe('too_many_unfinished_withdrawals');
});

test('a confirmation waits for a concurrent one of the same client, and includes it in the count', async () => {
  const client = await exchange.client({ USDT: '1000' });
  await insert(client, { count: 9, state: 'waiting_approval' });
  const { gasfee } = (await draft(client)).body.draft;
  const other = new pg.Client({ connectionString: exchange.databaseUrl });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin');
  await other.query('select from client where owner = $1 for no key update', [client.owner]);
  const confirmation = confirm(client, gasfee);
  await eventually(async () =>
    expect(await exchange.query('select from pg_locks where not granted')).not.toHaveLength(0),
  );
  await other.query(INSERT, valuesOf(client, { count: 1, state: 'waiting_approval' }));
  await other.query('commit');
  expect((await confirmation).body.code).toBe('too_many_unfinished_withdrawals');
  expect(await client.available('USDT')).toBe('1000.000000');
});

test('a client may request 50 on-chain withdrawals in 24 hours, regardless of their outcome', async () => {
  const client = await exchange.client({ USDT: '1000' });
  await insert(client, { count: 5, state: 'completed', agoMs: 25 * HOUR_MS });
  await insert(client, { count: 40, state: 'cancelled', agoMs: 2 * HOUR_MS });
  await insert(client, { count: 9, state: 'completed', agoMs: HOUR_MS });
  expect((await withdraw(exchange, client)).body.message).toBe('success');
  const refused = (await draft(client)).body;
  expect(refused).toMatchObject({ code: 'too_many_withdrawals', parameters: { most: '50' } });
  expectDayAfter(refused.parameters.time, 2 * HOUR_MS);
});

test('a client may request 1,000 internal transfers in 24 hours, in addition to on-chain withdrawals', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const receiver = await exchange.client();
  const inside = { withdraw_address: await addressOf(receiver) };
  await insert(client, { count: 999, state: 'completed', receiver: receiver.owner });
  expect((await withdraw(exchange, client, inside)).body.message).toBe('success');
  expect((await draft(client, inside)).body).toMatchObject({
    code: 'too_many_withdrawals',
    parameters: { most: '1000' },
  });
  expect((await draft(client)).status).toBe(200);
});

test('a recipient to whom a payment of a coin has failed is refused for that coin for a day, for every client', async () => {
  const failing = await exchange.client();
  await failTo(failing, outside.TRC20, { agoMs: 25 * HOUR_MS });
  await failTo(failing, outside.TRC20, { isDisplaced: true });
  await failTo(failing, outside.TRC20, { coin: 'USDC' });
  const client = await exchange.client({ USDT: '1000' });
  const { gasfee } = (await draft(client)).body.draft;
  await failTo(failing, outside.TRC20, { agoMs: 3 * HOUR_MS });
  onTestFinished(async () => {
    await exchange.query(`update outgoing_payments set ended_at = ended_at - interval '1 day' where state = 'failed'`);
  });
  expect((await confirm(client, gasfee)).body.code).toBe('recipient_failed');
  const refused = (await draft(client)).body;
  expect(refused.code).toBe('recipient_failed');
  expectDayAfter(refused.parameters.time, 3 * HOUR_MS);
});

test('a recipient whose contract rejects a payment in a dry run is refused while the payment is attempted ten times', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const [row] = await insert(await exchange.client(), { count: 1, state: 'waiting_approval' });
  const id = `withdrawal:${row?.id}`;
  await exchange.query(
    `insert into outgoing_payments (id, network, purpose, source, coin, to_address, amount, next_at)
     values ($1, 'TRC20', 'withdrawal', 'hot', 'USDT', $2, 1, now() + interval '4 minutes')`,
    [id, outside.TRC20],
  );
  onTestFinished(async () => {
    await exchange.query('delete from outgoing_payments where id = $1', [id]);
  });
  const isProblem = (problem: string) =>
    exchange.query('update outgoing_payments set problem = $2 where id = $1', [id, problem]);
  await isProblem('the network requires a fee of 2, but only 1 is allowed');
  expect((await draft(client)).status).toBe(200);
  await isProblem(new WouldFail('execution reverted').message);
  expect((await draft(client)).body.code).toBe('recipient_failed');
  await exchange.query('update outgoing_payments set attempts = 10 where id = $1', [id]);
  expect((await draft(client)).body.code).toBe('recipient_failed');
  await exchange.query('update outgoing_payments set would_fail_attempts = 10 where id = $1', [id]);
  expect((await draft(client)).status).toBe(200);
});

test('a payment that moved nothing counts as failed before it has its confirmations', async () => {
  const client = await exchange.client({ USDT: '1000' });
  await failTo(await exchange.client(), outside.TRC20);
  onTestFinished(async () => {
    await exchange.query('delete from outgoing_payments where to_address = $1', [outside.TRC20]);
  });
  const is = (succeeded: boolean) =>
    exchange.query(
      `update outgoing_payments set state = 'included', succeeded = $1, ended_at = null where to_address = $2`,
      [succeeded, outside.TRC20],
    );
  await is(true);
  expect((await draft(client)).status).toBe(200);
  await is(false);
  expect((await draft(client)).body.code).toBe('recipient_failed');
});

test('a client with three failed payments in 24 hours cannot withdraw to any network until the first of them is a day old', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const receiver = await exchange.client();
  await failTo(client, 'first', { agoMs: 25 * HOUR_MS });
  await failTo(client, 'second', { agoMs: 3 * HOUR_MS });
  await failTo(client, 'third', { agoMs: 2 * HOUR_MS });
  expect((await draft(client)).status).toBe(200);
  await failTo(client, 'fourth', { agoMs: HOUR_MS });
  const refused = (await draft(client)).body;
  expect(refused.code).toBe('withdrawals_failed');
  expectDayAfter(refused.parameters.time, 3 * HOUR_MS);
  expect((await draft(receiver)).body.code).not.toBe('withdrawals_failed');
  expect((await draft(client, { withdraw_address: await addressOf(receiver) })).status).toBe(200);
});

test('a withdrawal given up before signing counts as a failed payment of its client, but one refunded by an operator does not', async () => {
  const client = await exchange.client({ USDT: '1000' });
  for (const by of ['', '', '', 'an operator'])
    await exchange.query(`update withdrawals set refusal_reason = 'network_failed', refused_by = $2 where id = $1`, [
      (await insert(client, { count: 1, state: 'refused', agoMs: by === '' ? HOUR_MS : 0 }))[0]?.id,
      by,
    ]);
  const refused = (await draft(client)).body;
  expect(refused.code).toBe('withdrawals_failed');
  expectDayAfter(refused.parameters.time, HOUR_MS);
  await exchange.query(`update withdrawals set refused_by = 'an operator' where owner = $1`, [client.owner]);
  expect((await draft(client)).status).toBe(200);
});
