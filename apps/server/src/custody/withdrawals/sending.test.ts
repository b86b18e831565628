import { WouldFail } from '@vitrine/chains';
import { systemOwners } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type TestClient, TestExchange } from '../../testing/test-exchange.ts';
import { outside, withdraw } from '../../testing/withdraw.ts';
import { feeUnitsOf } from '../network/network-fees.ts';
import { differenceOn, mine, simulatedChain } from '../testing/books.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

const newest = async (client: TestClient) => (await client.get('/api/v3/withdraw-history')).body.withdraw[0];

/** Waits until the withdrawal is broadcast; returns the transaction's id. */
async function sent(client: TestClient): Promise<string> {
  await expect.poll(async () => (await newest(client)).txid).not.toBe('');
  const { txid } = await newest(client);
  const { network } = await newest(client);
  await expect.poll(async () => (await simulatedChain(exchange, network).transaction(txid)).kind).toBe('waiting');
  return txid;
}

async function verified(deposits: Readonly<Record<string, string>>): Promise<TestClient> {
  const client = await exchange.client(deposits);
  await exchange.query('update client set verified_at = now() where owner = $1', [client.owner]);
  await exchange.services.kyc.refresh();
  return client;
}

const balanceOf = (owner: number, coin: string) =>
  exchange.services.core.balance(owner, 'spot', exchange.services.instruments.assetByCode(coin)?.asset ?? 0);

describe('a withdrawal', () => {
  test('is sent, confirmed and booked: the amount received, the fee, and the network fee', async () => {
    const client = await verified({ USDT: '1000' });
    const chain = simulatedChain(exchange, 'TRC20');
    const before = await chain.balance('USDT', outside.TRC20);
    const fees = balanceOf(systemOwners.fees, 'USDT').availableUnits;
    await withdraw(exchange, client, { withdraw_amount: '250.5' });
    const txid = await sent(client);
    expect(chain.waiting().map((one) => one.txid)).toEqual([txid]);
    expect(await newest(client)).toMatchObject({ state: 'ONHOLD', stage: 'sending' });
    await mine(exchange, 'TRC20', 19);
    expect(await newest(client)).toMatchObject({ state: 'ONHOLD', confirmations: 19 });
    expect(await client.available('USDT')).toBe('749.500000');
    await mine(exchange, 'TRC20', 1);
    await expect.poll(async () => (await newest(client)).state).toBe('PROCEED');
    expect((await chain.balance('USDT', outside.TRC20)) - before).toBe(249_500_000n);
    expect(balanceOf(systemOwners.fees, 'USDT').availableUnits - fees).toBe(1_000_000);
    expect(balanceOf(client.owner, 'USDT')).toMatchObject({ availableUnits: 749_500_000, heldUnits: 0 });
    await mine(exchange, 'TRC20', 25);
    for (const coin of ['USDT', 'TRX']) expect(await differenceOn(exchange, 'TRC20', coin), coin).toBe(0n);
  });

  test('of a coin with more decimals on its network than in the ledger arrives with the exact amount', async () => {
    const client = await verified({ USDT: '1000' });
    await withdraw(exchange, client, {
      bchain_name: 'BEP20',
      withdraw_address: outside.BEP20,
      withdraw_amount: '12.345678',
    });
    const chain = simulatedChain(exchange, 'BEP20');
    await sent(client);
    await mine(exchange, 'BEP20', 15);
    await expect.poll(async () => (await newest(client)).state).toBe('PROCEED');
    expect(await chain.balance('USDT', outside.BEP20)).toBe(12_045_678n * 10n ** 12n);
  });

  test('whose block is replaced is sent again with the same bytes, and arrives once', async () => {
    const client = await verified({ USDT: '1000' });
    const chain = simulatedChain(exchange, 'TRC20');
    const before = await chain.balance('USDT', outside.TRC20);
    await withdraw(exchange, client, { withdraw_amount: '100' });
    const txid = await sent(client);
    await mine(exchange, 'TRC20', 5);
    chain.forkBack(5, () => false);
    await mine(exchange, 'TRC20', 6);
    expect(await newest(client)).toMatchObject({ state: 'ONHOLD' });
    await expect
      .poll(async () => {
        await mine(exchange, 'TRC20', 1);
        return (await chain.transaction(txid)).kind;
      })
      .toBe('included');
    await mine(exchange, 'TRC20', 20);
    await expect.poll(async () => (await newest(client)).state).toBe('PROCEED');
    expect((await chain.balance('USDT', outside.TRC20)) - before).toBe(99_000_000n);
  });

  test('is followed to completion, however many other withdrawals are pending on another network', async () => {
    const client = await verified({ USDT: '1000' });
    const { owner } = await exchange.client();
    await exchange.query(
      `insert into withdrawals (owner, state, asset_id, coin, network, address, units, fee_units, value_units, limit_units,
         is_one_step, drafted_at, expires_at, state_at)
       select $1, 'sending', 1, 'BTC', 'BTC', '', 2, 1, 1, 1, false, now(), now(), now() from generate_series(1, 500)`,
      [owner],
    );
    await withdraw(exchange, client, { withdraw_amount: '100' });
    await sent(client);
    await mine(exchange, 'TRC20', 20);
    await expect.poll(async () => (await newest(client)).state).toBe('PROCEED');
    await exchange.query(`delete from withdrawals where owner = $1 and network = 'BTC'`, [owner]);
  });

  test('whose payment would fail in a dry run is given up after ten attempts, and its amount returned', async () => {
    const client = await verified({ USDT: '1000' });
    const chain = simulatedChain(exchange, 'TRC20');
    const before = await chain.balance('USDT', outside.TRC20);
    const { id, build, attempts } = await refusedWhenTriedOut(client);
    const tryAgain = async (before: number) => {
      const left = 'update outgoing_payments set would_fail_attempts = $2, next_at = now() where id = $1';
      await exchange.query(left, [id, before]);
      await mine(exchange, 'TRC20', 1);
    };
    await tryAgain(8);
    expect(await attempts()).toBe(9);
    expect(await newest(client)).toMatchObject({ state: 'ONHOLD', stage: 'sending' });
    await tryAgain(9);
    await expect.poll(() => client.available('USDT')).toBe('1000.000000');
    expect(await newest(client)).toMatchObject({ state: 'REFUSED', refusal_reason: 'network_failed' });
    const [mail] = (await exchange.visitor.get(`/sandbox/messages?to=${client.email}`)).body;
    expect(mail.text).toContain('The network could not carry out the payment');
    build.mockRestore();
    await mine(exchange, 'TRC20', 20);
    expect(await chain.balance('USDT', outside.TRC20)).toBe(before);
  });

  test('that was delayed for another reason gets as many attempts as others before it is given up', async () => {
    const client = await verified({ USDT: '1000' });
    const { id, build, attempts } = await refusedWhenTriedOut(client);
    const tryAgain = async () => {
      await exchange.query('update outgoing_payments set next_at = now() where id = $1', [id]);
      await mine(exchange, 'TRC20', 1);
    };
    await exchange.query('update outgoing_payments set attempts = 20 where id = $1', [id]);
    build.mockRejectedValueOnce(new Error('the node is busy'));
    await tryAgain();
    expect(await attempts()).toBe(1);
    await tryAgain();
    expect(await attempts()).toBe(2);
    expect(await newest(client)).toMatchObject({ state: 'ONHOLD', stage: 'sending' });
    build.mockRestore();
    await tryAgain();
    await sent(client);
    await mine(exchange, 'TRC20', 20);
    await expect.poll(async () => (await newest(client)).state).toBe('PROCEED');
  });

  test('is delayed before signing if another payment of the same coin to the same address has moved nothing', async () => {
    const client = await verified({ USDT: '1000' });
    const { id, build } = await refusedWhenTriedOut(client);
    await exchange.query(
      `insert into outgoing_payments (id, network, purpose, source, coin, to_address, amount, state, succeeded, ended_at)
       values ('withdrawal:0', 'TRC20', 'withdrawal', 'hot', 'USDT', $1, 1, 'failed', false, now())`,
      [outside.TRC20],
    );
    onTestFinished(async () => {
      await exchange.query(`delete from outgoing_payments where id = 'withdrawal:0'`);
    });
    build.mockRestore();
    await exchange.query(`update outgoing_payments set next_at = now() + interval '4 minutes' where id = $1`, [id]);
    await mine(exchange, 'TRC20', 2);
    expect(await newest(client)).toMatchObject({ state: 'ONHOLD', stage: 'approved', txid: '' });
    await exchange.query(
      `update outgoing_payments set ended_at = now() - interval '25 hours' where id = 'withdrawal:0'`,
    );
    await mine(exchange, 'TRC20', 1);
    await sent(client);
    await mine(exchange, 'TRC20', 20);
    await expect.poll(async () => (await newest(client)).state).toBe('PROCEED');
  });

  test('for which a transaction has been built, and may have been signed, is not given up', async () => {
    const client = await verified({ USDT: '1000' });
    const { id } = await refusedWhenTriedOut(client);
    await exchange.query(
      `insert into outgoing_transactions (payment_id, version, network, unsigned, claims, max_fee, built_at)
       values ($1, 1, 'TRC20', '', '{}', 1, now())`,
      [id],
    );
    const later = `update outgoing_payments set would_fail_attempts = 10, next_at = now() + interval '4 minutes' where id = $1`;
    await exchange.query(later, [id]);
    await mine(exchange, 'TRC20', 1);
    expect(await newest(client)).toMatchObject({ state: 'ONHOLD', stage: 'sending' });
    await exchange.query('delete from outgoing_transactions where payment_id = $1', [id]);
    await mine(exchange, 'TRC20', 1);
    expect(await newest(client)).toMatchObject({ state: 'REFUSED' });
  });

  test('is delayed while its coin is stopped, can be cancelled meanwhile, and continues afterwards', async () => {
    const client = await verified({ USDC: '1000' });
    await switchWithdrawals(false);
    const fields = { coin: 'USDC', withdraw_amount: '100' };
    expect((await withdraw(exchange, client, fields).catch((error: Error) => error)) instanceof Error).toBe(true);
    await switchWithdrawals(true);
    await withdraw(exchange, client, fields);
    await sent(client);
    await mine(exchange, 'TRC20', 20);
    await expect.poll(async () => (await newest(client)).state).toBe('PROCEED');
  });
});

/** Requests a withdrawal of 100 USDT whose payment fails in every dry run, and waits until one dry run has failed. */
async function refusedWhenTriedOut(client: TestClient) {
  const build = vi
    .spyOn(simulatedChain(exchange, 'TRC20'), 'build')
    .mockRejectedValue(new WouldFail('execution reverted'));
  onTestFinished(() => build.mockRestore());
  const { withdrawal_id } = (await withdraw(exchange, client, { withdraw_amount: '100' })).body;
  const id = `withdrawal:${withdrawal_id}`;
  const attempts = async () =>
    (await exchange.query('select would_fail_attempts as n from outgoing_payments where id = $1', [id]))[0]?.n;
  await expect.poll(attempts).toBe(1);
  return { id, build, attempts };
}

async function switchWithdrawals(isOpen: boolean): Promise<void> {
  const { exchangeSettings } = exchange.services;
  const coinNetworks = exchangeSettings
    .current()
    .coinNetworks.map((row) =>
      row.coin === 'USDC' && row.network === 'TRC20' ? { ...row, withdrawalsOpen: isOpen } : row,
    );
  const baseVersion = exchangeSettings.version();
  await exchangeSettings.change({ baseVersion, changes: { coinNetworks }, changedBy: 'a test', reason: 'a test' });
}

test('a deposit address is swept to the hot wallet, after it has received gas if its token needs gas', async () => {
  const client = await exchange.client();
  await exchange.visitor.post('/sandbox/deposits', {
    username: client.email,
    coin: 'USDT',
    network: 'TRC20',
    amount: '500',
  });
  const chain = simulatedChain(exchange, 'TRC20');
  const { address } = (
    await exchange.query('select address from deposit_addresses where owner_id = $1', [client.owner])
  )[0] as {
    address: string;
  };
  await exchange.services.custody.sweep('TRC20');
  await expect
    .poll(async () => {
      await mine(exchange, 'TRC20', 20);
      return chain.balance('USDT', address);
    })
    .toBe(0n);
  await mine(exchange, 'TRC20', 25);
  for (const coin of ['USDT', 'TRX']) expect(await differenceOn(exchange, 'TRC20', coin), coin).toBe(0n);
  // Our own transactions are not deposits.
  expect(await exchange.query(`select count(*)::int as own from chain_deposits where owner_id < 1000`)).toEqual([
    { own: 0 },
  ]);
});

test.each([
  [21_000_000_000_000n, 18, 8, 2_100],
  [21_000_000_000_001n, 18, 8, 2_101],
  [1n, 18, 8, 1],
  [0n, 18, 8, 0],
  [5n, 6, 6, 5],
])('a fee of %s at %i decimals is %i units at scale %i, rounded up', (fee, decimals, scale, units) => {
  expect(feeUnitsOf(fee, decimals, scale)).toBe(units);
});
