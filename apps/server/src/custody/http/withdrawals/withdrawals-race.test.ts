import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type TestClient, TestExchange } from '../../../testing/test-exchange.ts';
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
const confirmed = (answers: readonly { readonly body: { readonly message: string } }[]) =>
  answers.filter(({ body }) => body.message === 'success');

test('64 concurrent identical confirmations of one draft: one succeeds', async () => {
  const client = await exchange.client({ USDT: '1000' });
  await draft(client);
  const verification = await mailedCode(exchange, client);
  const body = withdrawal({ verification, transaction_password: PASSWORD });
  const answers = await many(() => client.post('/api/v3/withdrawals', body));
  expect(confirmed(answers)).toHaveLength(1);
  expect(await spot(client)).toEqual([950, 50]);
});

test('64 concurrent confirmations with one Idempotency-Key: all get the answer of the one that succeeded', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const body = await oneStepDraft(exchange, client);
  const answers = await many(() => client.post('/api/v3/withdrawals', body, { 'idempotency-key': 'once' }));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body)))).toEqual(
    new Set([JSON.stringify(answers[0]?.body)]),
  );
  expect(answers[0]?.body.message).toBe('success');
  expect(await spot(client)).toEqual([990, 10]);
});

test('64 concurrent, different withdrawals of one balance spend it once', async () => {
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

test('a draft confirmed concurrently in two sessions is held once, and released once by 64 cancellations', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const second = await exchange.signIn(client.email, client.owner);
  const body = await oneStepDraft(exchange, client);
  const answers = await many((index) => (index % 2 === 0 ? client : second).post('/api/v3/withdrawals', body));
  expect(confirmed(answers)).toHaveLength(1);
  const withdrawal_id = answers.find((answer) => answer.body.message === 'success')?.body.withdrawal_id;
  const ends = await many(() => client.post('/api/v3/withdrawals/cancel', { withdrawal_id }));
  expect(confirmed(ends)).toHaveLength(TIMES);
  expect(await spot(client)).toEqual([1000, 0]);
});

test('a withdrawal cancelled before its money was held gets no hold from a repeated call', async () => {
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
    const { withdrawal_id } = (await client.post('/api/v3/withdrawals', await oneStepDraft(exchange, client))).body;
    const [cancelled, ...approved] = await Promise.all([
      client.post('/api/v3/withdrawals/cancel', { withdrawal_id }),
      ...officers.map(({ id, email }) =>
        review.approve(withdrawal_id, 'looks right', { staffId: id, email }).then(
          () => true,
          () => false,
        ),
      ),
    ]);
    expect(approved.filter(Boolean).length).toBeLessThanOrEqual(1);
    const { state } = (await client.get(`/api/v3/withdrawals/one?withdrawal_id=${withdrawal_id}`)).body.withdrawal;
    const isCancelled = cancelled.body.message === 'success';
    expect(state).toBe(isCancelled ? 'CANCELLED' : 'ONHOLD');
    expect(await spot(client)).toEqual(isCancelled ? [100, 0] : [90, 10]);
  }
});
