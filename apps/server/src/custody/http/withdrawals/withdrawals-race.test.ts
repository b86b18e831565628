import { eventually } from '@vitrine/tools/eventually';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { PASSWORD, stopDuty, type TestClient, TestExchange } from '../../../testing/test-exchange.ts';
import {
  allowOneStep,
  approveAbove,
  draft,
  mailedCode,
  oneStepDraft,
  saveLongAgo,
  withdrawal,
} from '../../../testing/withdraw.ts';

const TIMES = 64;
let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_ORDERS_PER_SESSION: '100000' });
  await approveAbove(exchange, '1');
});
afterAll(() => exchange.close());

const many = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: TIMES }, (_, index) => work(index)));
const spot = async (client: TestClient) => {
  const { wallet } = (await client.get('/api/v3/wallet-balance?name=USDT')).body;
  return [Number(wallet.available), Number(wallet.freeze_balance)];
};
const cancel = (client: TestClient, withdrawal_id: number) =>
  client.post('/api/v3/withdrawals/cancel', { withdrawal_id });
const stateOf = async (client: TestClient, id: number): Promise<string> =>
  (await client.get(`/api/v3/withdrawals/one?withdrawal_id=${id}`)).body.withdrawal.state;
/** Creates a withdrawal of 10 USDT that is awaiting approval. */
const waiting = async (client: TestClient): Promise<number> =>
  (await client.post('/api/v3/withdrawals', await oneStepDraft(exchange, client))).body.withdrawal_id;
/** Starts an exclusive operation on the client's withdrawals. It ends when the returned function is called. */
const occupy = ({ owner }: TestClient): (() => Promise<void>) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const operation = exchange.services.withdrawals.progress.alone(owner, () => promise);
  onTestFinished(() => resolve());
  return () => {
    resolve();
    return operation;
  };
};
const busy = { status: 503, body: { code: 'busy' } };
const confirmed = (answers: readonly { readonly body: { readonly message: string } }[]) =>
  answers.filter(({ body }) => body.message === 'success');

test('of 64 concurrent identical confirmations of one draft, exactly one succeeds', async () => {
  const client = await exchange.client({ USDT: '1000' });
  await draft(client);
  const verification = await mailedCode(exchange, client);
  const body = withdrawal({ verification, transaction_password: PASSWORD });
  const answers = await many(() => client.post('/api/v3/withdrawals', body));
  expect(confirmed(answers)).toHaveLength(1);
  expect(await spot(client)).toEqual([950, 50]);
});

test('64 concurrent confirmations with one Idempotency-Key all get the response of the one that succeeded', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const body = await oneStepDraft(exchange, client);
  const answers = await many(() => client.post('/api/v3/withdrawals', body, { 'idempotency-key': 'once' }));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body)))).toEqual(
    new Set([JSON.stringify(answers[0]?.body)]),
  );
  expect(answers[0]?.body.message).toBe('success');
  expect(await spot(client)).toEqual([990, 10]);
});

test('64 different concurrent withdrawals from one balance spend it only once', async () => {
  const client = await exchange.client({ USDT: '60' });
  await saveLongAgo(exchange, client);
  await allowOneStep(exchange, client);
  const answers = await many(async (index) => {
    const fields = { withdraw_amount: `50.${String(index).padStart(2, '0')}` };
    const { body } = await draft(client, { ...fields, one_step: true });
    if (body.draft === undefined) return { body };
    const confirmation = { verification: '', transaction_password: PASSWORD };
    return client.post('/api/v3/withdrawals', { ...withdrawal(fields), ...confirmation });
  });
  expect(confirmed(answers)).toHaveLength(1);
  const [available, held] = await spot(client);
  expect((available ?? 0) + (held ?? 0)).toBe(60);
  expect(held).toBeGreaterThanOrEqual(50);
});

test('a draft confirmed concurrently in two sessions holds its amount once, and 64 cancellations release it once', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const second = await exchange.signIn(client.email, client.owner);
  const body = await oneStepDraft(exchange, client);
  const answers = await many((index) => (index % 2 === 0 ? client : second).post('/api/v3/withdrawals', body));
  expect(confirmed(answers)).toHaveLength(1);
  const withdrawal_id = answers.find((answer) => answer.body.message === 'success')?.body.withdrawal_id;
  const ends = await many(() => cancel(client, withdrawal_id));
  expect(confirmed(ends)).toHaveLength(TIMES);
  expect(await spot(client)).toEqual([1000, 0]);
});

test('a withdrawal cancelled before its amount was put on hold gets no hold from a repeated call', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const body = await oneStepDraft(exchange, client);
  // The state after the server was killed between storing the row and holding the money, and the client then cancelled.
  await exchange.query(
    `update withdrawals set state = 'cancelled', requested_at = now(), request_key = 'again'
     where owner = $1`,
    [client.owner],
  );
  const { status } = await client.post('/api/v3/withdrawals', body, { 'idempotency-key': 'again' });
  expect(status).toBe(200);
  expect(await spot(client)).toEqual([1000, 0]);
});

test('a withdrawal approved and cancelled concurrently is either approved or cancelled', async () => {
  const officers = [await exchange.staff('treasury'), await exchange.staff('treasury')];
  const { review } = exchange.services.withdrawals;
  for (let times = 0; times < 8; times += 1) {
    const client = await exchange.client({ USDT: '100' });
    const withdrawal_id = await waiting(client);
    const [cancelled, ...approved] = await Promise.all([
      cancel(client, withdrawal_id),
      ...officers.map(({ id, email }) =>
        review.approve(withdrawal_id, 'looks right', { staffId: id, email }).then(
          () => true,
          () => false,
        ),
      ),
    ]);
    expect(approved.filter(Boolean).length).toBeLessThanOrEqual(1);
    const isCancelled = cancelled.body.message === 'success';
    expect(await stateOf(client, withdrawal_id)).toBe(isCancelled ? 'CANCELLED' : 'ONHOLD');
    expect(await spot(client)).toEqual(isCancelled ? [100, 0] : [90, 10]);
  }
});

test('a withdrawal cancelled while its amount is being put on hold returns the full amount', async () => {
  const client = await exchange.client({ USDT: '100' });
  for (let times = 0; times < 8; times += 1) {
    const body = await oneStepDraft(exchange, client);
    const [row] = await exchange.query(`select id from withdrawals where owner = $1 and state = 'draft'`, [
      client.owner,
    ]);
    const confirmation = client.post('/api/v3/withdrawals', body);
    let cancelled = await cancel(client, Number(row?.id));
    while (cancelled.body.code === 'unknown_withdrawal') cancelled = await cancel(client, Number(row?.id));
    await confirmation;
    expect(cancelled.body.message).toBe('success');
    expect(await stateOf(client, Number(row?.id))).toBe('CANCELLED');
    expect(await spot(client)).toEqual([100, 0]);
  }
});

test('3,000 concurrent drafts delay neither a cancellation nor a refusal; all but one are refused as busy', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const { id: staffId, email } = await exchange.staff('treasury');
  const [cancelled, refused] = [await waiting(client), await waiting(client)];
  const release = occupy(client);
  const drafts = Array.from({ length: 3_000 }, () => draft(client));
  expect((await cancel(client, cancelled)).body.message).toBe('success');
  const { review } = exchange.services.withdrawals;
  const { state } = await review.refuse(refused, 'takeover_suspected', '', { staffId, email });
  expect(state).toBe('refused');
  expect(await stateOf(client, cancelled)).toBe('CANCELLED');
  expect(await spot(client)).toEqual([1000, 0]);
  await release();
  const answers = await Promise.all(drafts);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'busy')).toHaveLength(2_999);
});

test('a client’s second concurrent draft is refused as busy, but another client’s draft and the client’s next one are not', async () => {
  const [client, other] = [await exchange.client({ USDT: '1000' }), await exchange.client({ USDT: '1000' })];
  const second = await exchange.signIn(client.email, client.owner);
  const release = occupy(client);
  const drafts = [draft(client), draft(second)];
  expect(await Promise.race(drafts)).toMatchObject(busy);
  expect((await draft(other)).status).toBe(200);
  await release();
  expect((await Promise.all(drafts)).map(({ status }) => status).sort()).toEqual([200, 503]);
  expect((await draft(second)).status).toBe(200);
});

test('the 101st concurrent confirmation of a client is refused as busy', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const body = await oneStepDraft(exchange, client);
  const release = occupy(client);
  const confirmations = Array.from({ length: 101 }, () =>
    client.post('/api/v3/withdrawals', body, { 'idempotency-key': 'once' }),
  );
  expect(await Promise.race(confirmations)).toMatchObject(busy);
  await release();
  expect(confirmed(await Promise.all(confirmations))).toHaveLength(100);
  expect(await spot(client)).toEqual([990, 10]);
});

test('one client’s operations do not delay another client’s interrupted withdrawals', async () => {
  await stopDuty(exchange.exchange, 'withdrawals');
  const [client, other] = [await exchange.client({ USDT: '100' }), await exchange.client({ USDT: '100' })];
  const ids = [await waiting(client), await waiting(client), await waiting(other)] as const;
  const release = occupy(client);
  const interrupt = (id: number, state: string) =>
    exchange.query('update withdrawals set state = $2 where id = $1', [id, state]);
  await interrupt(ids[0], 'requested');
  await interrupt(ids[1], 'refused');
  await interrupt(ids[2], 'requested');
  // Wait until the read models include the holds.
  await exchange.services.histories.reached(exchange.services.core.position, 10_000);
  const { progress, table } = exchange.services.withdrawals;
  for (const _ of ['once', 'twice']) await progress.run();
  expect((await table.one(ids[0])).state).toBe('requested');
  expect((await table.one(ids[2])).state).toBe('waiting_approval');
  expect(await spot(client)).toEqual([90, 10]);
  await release();
  await eventually(async () => expect((await table.one(ids[0])).state).toBe('waiting_approval'));
});
