import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange, type TestStaff } from '../../testing/test-exchange.ts';
import { AnswerTimes } from './answer-times.ts';

let exchange: TestExchange;
let operator: TestStaff;

beforeAll(async () => {
  exchange = await TestExchange.open();
  operator = await exchange.staff('support');
});
afterAll(() => exchange.close());

const write = (client: TestClient) =>
  client.post('/api/v3/support/messages', { text: 'Hello', reference: randomUUID() });

/** Recomputes the result with a separate instance, since the exchange caches results for minutes. */
const usualSeconds = (): Promise<number | undefined> => {
  const database = { query: async (text: string) => ({ rows: await exchange.query(text, []) }) };
  return new AnswerTimes(database as unknown as Pool).usualSeconds();
};

/** A client who wrote twice and was answered twice, the first time `seconds` after the client's first message. */
async function answeredAfter(seconds: number): Promise<void> {
  const client = await exchange.client();
  const uid = (await client.get('/api/v3/account-client')).body.client.user.user_unique_id;
  await write(client);
  await write(client);
  for (const text of ['Good morning', 'Anything else?'])
    await operator.post('/api/v3/console/support/reply', { uid, text, reference: randomUUID() });
  await exchange.query(
    `update support_message set at = at - make_interval(secs => $2)
     where id = (select min(id) from support_message where owner = $1)`,
    [client.owner, seconds],
  );
}

test('the typical response time is the median wait of answered clients, and undefined while there are too few', async () => {
  for (const seconds of [60, 120, 600, 7_200]) await answeredAfter(seconds);
  expect(await usualSeconds()).toBeUndefined();
  await answeredAfter(300);
  const seconds = await usualSeconds();
  expect(seconds).toBeGreaterThanOrEqual(300);
  expect(seconds).toBeLessThan(330);
  // Unanswered messages and old ones are ignored, so once all are old, there is no typical response time.
  await write(await exchange.client());
  await exchange.query(`update support_message set at = at - interval '15 days'`, []);
  expect(await usualSeconds()).toBeUndefined();
});
