import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PASSWORD, TestExchange } from '../../testing/test-exchange.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

const NEXT = 'nine green herons';
const order = { delegate_type: 'BUY', trade_type: 'limit', number_of_order: '0.001', order_per_unit: '60000.0' };

test('an order in progress does not unlock its session once the transaction password has changed', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const elsewhere = await exchange.signIn(client.email, client.owner);
  const { transactionPasswords } = exchange.services;
  const compare = transactionPasswords.verify.bind(transactionPasswords);
  const [compared, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  vi.spyOn(transactionPasswords, 'verify').mockImplementationOnce(async (session, password) => {
    const verdict = await compare(session, password);
    compared.resolve();
    await changed.promise;
    return verdict;
  });
  const underWay = elsewhere.order({ ...order, remember: true });
  await compared.promise;
  const form = { oldTransactionPassword: PASSWORD, transactionPassword: NEXT };
  expect((await client.post('/api/v3/update-transaction-password', form)).body.message).toBe('saved');
  changed.resolve();
  expect((await underWay).status).toBe(200);
  const withoutIt = () => elsewhere.order({ ...order, transaction_password: undefined });
  expect((await withoutIt()).body.code).toBe('transaction_password_required');
  expect((await elsewhere.order({ ...order, transaction_password: NEXT, remember: true })).status).toBe(200);
  expect((await withoutIt()).status).toBe(200);
});
