import { systemOwners } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../../testing/test-exchange.ts';
import { withdraw } from '../../testing/withdraw.ts';
import { alarmDetail } from '../alarms.ts';
import { custodyOwner } from '../custody-accounts.ts';
import { differenceOn, mine, simulatedChain } from '../testing/books.ts';

let exchange: TestExchange;
let client: TestClient;
beforeAll(async () => {
  exchange = await TestExchange.open();
  client = await exchange.client({ USDT: '100' });
});
afterAll(() => exchange.close());

const alarms = () =>
  exchange.query(`select subject, detail from custody_alarms where kind = 'difference' and ended_at is null`);

/** Makes the books of USDC on Ethereum exceed the holdings by this much. */
const book = (units: number) => {
  const asset = exchange.services.instruments.assetByCode('USDC')?.asset ?? 0;
  return exchange.submit({
    kind: 'Transfer',
    by: systemOwners.treasury,
    purpose: 'correction',
    legs: [
      { owner: custodyOwner.ERC20, wallet: 'spot', asset, units: -units as AssetUnits },
      { owner: systemOwners.treasury, wallet: 'spot', asset, units: units as AssetUnits },
    ],
  });
};

test('a new exchange has no difference on any network, for any coin', async () => {
  for (const network of exchange.services.custody.chains.keys()) {
    const results = await exchange.services.custody.reconcile(network);
    expect(results.length).toBeGreaterThan(0);
    expect(results.filter(({ difference }) => difference !== 0n)).toEqual([]);
    expect(results.some(({ hot }) => hot > 0n)).toBe(true);
  }
});

test('deposits and payments in progress are accounted for at every block', async () => {
  await exchange.query('update client set verified_at = now() where owner = $1', [client.owner]);
  await exchange.services.kyc.refresh();
  await withdraw(exchange, client, { withdraw_amount: '40' });
  const chain = simulatedChain(exchange, 'TRC20');
  const { body } = await client.post('/api/v3/generate-wallet', { wallet_type: 'TRC20' });
  chain.pay([{ coin: 'USDT', to: body.wallet.wallet_address, amount: '77000000' }]);
  for (let block = 0; block < 25; block++) {
    await mine(exchange, 'TRC20', 1);
    for (const coin of ['USDT', 'TRX'])
      expect(await differenceOn(exchange, 'TRC20', coin), `${coin} ${block}`).toBe(0n);
  }
});

test('balances of addresses are queried again from time to time, even if no movement is known', async () => {
  await mine(exchange, 'TRC20', 25);
  expect(await differenceOn(exchange, 'TRC20', 'USDT')).toBe(0n);
  // Make it look as if the balances had been queried two hours ago, after the last deposit, and as if 5 units had left
  // each address since that query.
  await exchange.query(`update chain_deposits set seen_at = now() - interval '3 hours'`);
  await exchange.query(
    `update address_holdings set amount = amount + 5, asked_at = now() - interval '2 hours'
     where network = 'TRC20' and coin = 'USDT' and amount > 0`,
  );
  expect(await differenceOn(exchange, 'TRC20', 'USDT')).toBe(0n);
});

test('a persistent difference raises an alarm that states the amount and ends with the difference', async () => {
  await book(5);
  expect(await differenceOn(exchange, 'ERC20', 'USDC')).toBe(-5n);
  expect(await alarms()).toEqual([]);
  await differenceOn(exchange, 'ERC20', 'USDC');
  await differenceOn(exchange, 'ERC20', 'USDC');
  expect(await alarms()).toEqual([
    { subject: 'USDC', detail: 'Our holdings are 0.000005 USDC less than the ledger says.' },
  ]);
  await book(-5);
  expect(await differenceOn(exchange, 'ERC20', 'USDC')).toBe(0n);
  expect(await alarms()).toEqual([]);
});

test('a persistent difference raises an alarm even if its amount varies', async () => {
  for (let look = 1; look <= 10; look++) {
    if (look <= 5) expect(await alarms()).toEqual([]);
    await book(1);
    expect(await differenceOn(exchange, 'ERC20', 'USDC')).toBe(BigInt(-look));
  }
  expect(await alarms()).toEqual([
    { subject: 'USDC', detail: 'Our holdings are 0.00001 USDC less than the ledger says.' },
  ]);
  await book(-10);
  expect(await differenceOn(exchange, 'ERC20', 'USDC')).toBe(0n);
  expect(await alarms()).toEqual([]);
});

test('the alarm about a network that was not reconciled ends with the network’s next reconciliation', async () => {
  const { custody } = exchange.services;
  const detail = alarmDetail('not_reconciled', { minutes: '10' });
  const open = `select network from custody_alarms where kind = 'reconciliation' and ended_at is null`;
  for (const network of ['TRC20', 'BTC'] as const)
    await custody.alarms.raise({ network, kind: 'reconciliation', subject: 'reconciliation', detail });
  await custody.reconcile('BTC');
  expect(await exchange.query(open)).toEqual([{ network: 'TRC20' }]);
  await custody.reconcile('TRC20');
  expect(await exchange.query(open)).toEqual([]);
});
