import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestExchange } from '../../testing/test-exchange.ts';
import { mine, simulatedChain } from '../testing/books.ts';

const ADDRESSES = 5_000;
const DEPOSITS = 30_000;
const BUSY = Array.from({ length: 40 }, (_, index) => 100 + index);

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
  // On the chain, pay each of these addresses the sum of the dust deposits that are inserted for it below. The exchange
  // does not know the addresses yet, so it does not record these payments as deposits too.
  const chain = simulatedChain(exchange, 'BEP20');
  chain.pay([7, 9, ...BUSY].map((number) => ({ coin: 'USDT', to: `address ${number}`, amount: '6' })));
  await mine(exchange, 'BEP20', 1);
  await exchange.query(
    `insert into deposit_addresses (family, address_index, owner_id, address)
     select 'evm', number, 1000000 + number, 'address ' || number from generate_series(1, $1) number`,
    [ADDRESSES],
  );
  await exchange.query(
    `insert into chain_deposits (network, txid, output, coin, owner_id, address, chain_amount, units, remainder, height, seen_at)
     select 'BEP20', 'dust', number, 'USDT', 1000001 + number % $1, 'address ' || 1 + number % $1, 1, 0, 1, 1,
       now() - interval '1 hour'
     from generate_series(1, $2) number`,
    [ADDRESSES, DEPOSITS],
  );
  await exchange.query(
    `insert into address_holdings (network, address_index, coin, amount, asked_at)
     select 'BEP20', address_index, 'USDT', 6, now() - interval '30 minutes' from deposit_addresses where family = 'evm'`,
  );
  await exchange.query('analyze chain_deposits, deposit_addresses, address_holdings');
});
afterAll(() => exchange.close());

/** Reconciles the network and returns how many balances of USDT at addresses were queried. */
async function queried(): Promise<number> {
  const chain = simulatedChain(exchange, 'BEP20');
  const balance = vi.spyOn(chain, 'balance');
  await exchange.services.custody.reconcile('BEP20');
  const { calls } = balance.mock;
  balance.mockRestore();
  return calls.filter(([coin, address]) => coin === 'USDT' && address !== chain.hotAddress).length;
}

test('an address whose small deposits are never credited is not queried in every run', async () => {
  expect(await queried()).toBe(0);
  await exchange.query(`update chain_deposits set seen_at = now() - interval '20 minutes' where address = 'address 7'`);
  expect(await queried()).toBe(1);
  expect(await queried()).toBe(0);
});

test('addresses with new small deposits are queried once, several at a time, and not in every run', async () => {
  const addresses = BUSY.map((number) => `address ${number}`);
  const chain = simulatedChain(exchange, 'BEP20');
  await exchange.query(`update chain_deposits set seen_at = now() where address = any($1)`, [addresses]);
  const balance = chain.balance.bind(chain);
  const [open, most] = [{ count: 0 }, { count: 0 }];
  const spy = vi.spyOn(chain, 'balance').mockImplementation(async (...of) => {
    most.count = Math.max(most.count, ++open.count);
    await new Promise(setImmediate);
    open.count--;
    return balance(...of);
  });
  await exchange.services.custody.reconcile('BEP20');
  const { calls } = spy.mock;
  spy.mockRestore();
  expect(calls.length).toBeGreaterThan(40);
  expect(most.count).toBe(8);
  expect(await queried()).toBe(0);
});

test('an address whose pending deposit will be credited is queried in every run', async () => {
  await exchange.query(`update chain_deposits set seen_at = now(), reaches_minimum = true where address = 'address 9'`);
  expect(await queried()).toBe(1);
  expect(await queried()).toBe(1);
});

test('many deposits at many addresses do not make reconciliation exceed the statement timeout', async () => {
  await exchange.query('update chain_deposits set available_at = now()');
  expect(await queried()).toBe(0);
});
