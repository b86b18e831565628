import type { Network, SimulatedChain } from '@vitrine/chains';
import { systemOwners } from '@vitrine/core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { CoinNetwork } from '../../settings/coin-networks.ts';
import { type TestClient, TestExchange } from '../../testing/test-exchange.ts';
import { toLedgerUnits } from '../custody-accounts.ts';
import { differenceOn as bookDifferenceOn, mine as mineOn, simulatedChain } from '../testing/books.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

const chainOf = (network: Network) => simulatedChain(exchange, network);
const mine = (network: Network, count: number) => mineOn(exchange, network, count);

async function addressOf(client: TestClient, network: Network): Promise<string> {
  const { body } = await client.post('/api/v3/generate-wallet', { wallet_type: network });
  return body.wallet.wallet_address;
}

async function newest(client: TestClient) {
  return (await client.get('/api/v3/deposit-history?limit=1')).body.deposit[0];
}

async function linesOf(client: TestClient) {
  const headers = { 'x-min-position': String(exchange.services.core.position) };
  return (await client.get('/api/v3/wallet/statement', headers)).body.lines;
}

const differenceOn = (network: Network, coin: string) => bookDifferenceOn(exchange, network, coin);

describe('a deposit', () => {
  test('is seen in its block, frozen after the credit confirmations and available after the unlock confirmations', async () => {
    const client = await exchange.client();
    const to = await addressOf(client, 'TRC20');
    const txid = chainOf('TRC20').pay([{ coin: 'USDT', to, amount: '25000000' }]);
    await mine('TRC20', 1);
    expect(await newest(client)).toMatchObject({ recharge_status: 'FROZEN', confirmations: 1, txid, network: 'TRC20' });
    expect(await client.available('USDT')).toBe('0.000000');
    await mine('TRC20', 18);
    expect(await newest(client)).toMatchObject({ recharge_status: 'FROZEN', confirmations: 19 });
    expect(await client.available('USDT')).toBe('0.000000');
    await mine('TRC20', 1);
    expect(await newest(client)).toMatchObject({ recharge_status: 'APPROVED', recharge_amount: '25.000000' });
    expect(await client.available('USDT')).toBe('25.000000');
    expect((await linesOf(client))[0]).toMatchObject({
      cause: 'deposit',
      amount: '25.000000',
      position: (await newest(client)).position,
    });
    expect(await differenceOn('TRC20', 'USDT')).toBe(0n);
  });

  test('is seen before it is credited, if the network requires several confirmations for the credit', async () => {
    const client = await exchange.client();
    const to = await addressOf(client, 'ERC20');
    chainOf('ERC20').pay([{ coin: 'ETH', to, amount: '2000000000000000000' }]);
    await mine('ERC20', 5);
    expect(await newest(client)).toMatchObject({ recharge_status: 'SEEN', confirmations: 5, position: 0 });
    await mine('ERC20', 1);
    expect(await newest(client)).toMatchObject({ recharge_status: 'FROZEN', recharge_amount: '2.00000000' });
  });

  test('is counted once per output if its transaction has several outputs', async () => {
    const [one, other] = [await exchange.client(), await exchange.client()];
    const [first, second] = [await addressOf(one, 'BEP20'), await addressOf(other, 'BEP20')];
    chainOf('BEP20').pay([
      { coin: 'USDT', to: first, amount: '3000000000000000000' },
      { coin: 'USDT', to: second, amount: '4000000000000000000' },
      { coin: 'USDT', to: first, amount: '5000000000000000000' },
    ]);
    await mine('BEP20', 15);
    expect(await one.available('USDT')).toBe('8.000000');
    expect(await other.available('USDT')).toBe('4.000000');
  });

  test('whose block is replaced early is reversed, and credited once another block contains it', async () => {
    const client = await exchange.client();
    const to = await addressOf(client, 'TRC20');
    const chain = chainOf('TRC20');
    chain.pay([{ coin: 'USDT', to, amount: '40000000' }]);
    await mine('TRC20', 3);
    expect(await newest(client)).toMatchObject({ recharge_status: 'FROZEN' });
    // After the reorg the deposit is pending again, and the new branch does not contain it.
    const before = chain.tip;
    chain.forkBack(3);
    for (let count = 0; count < 5; count++) chain.mine(() => false);
    expect(chain.tip.height).toBe(before.height + 2);
    await exchange.services.custody.readOn('TRC20');
    expect(await newest(client)).toMatchObject({ recharge_status: 'WAITING', confirmations: 0, position: 0 });
    await mine('TRC20', 20);
    expect(await newest(client)).toMatchObject({ recharge_status: 'APPROVED', confirmations: 20 });
    expect(await client.available('USDT')).toBe('40.000000');
    expect(await linesOf(client)).toHaveLength(1);
    expect(await differenceOn('TRC20', 'USDT')).toBe(0n);
  });

  test('by a contract that does something different in each block has the amount and recipient of its final block', async () => {
    const [one, other] = [await exchange.client(), await exchange.client()];
    const [first, second] = [await addressOf(one, 'TRC20'), await addressOf(other, 'TRC20')];
    const chain = chainOf('TRC20');
    const send = (to: string, amount: string, txid?: string) =>
      chain.pay([{ coin: 'USDT', to, amount }], txid === undefined ? {} : { txid });
    const [less, back, away] = ['40000000', '45000000', '50000000'].map((amount) => send(first, amount));
    await mine('TRC20', 2);
    expect(await newest(one)).toMatchObject({ recharge_status: 'FROZEN' });
    chain.forkBack(2, () => false);
    send(first, '1000000', less);
    send(first, '1500000', back);
    send(second, '2000000', away);
    await mine('TRC20', 3);
    chain.forkBack(3, ({ txid }) => txid !== back);
    send(first, '45000000', back);
    await mine('TRC20', 25);
    expect(await one.available('USDT')).toBe('46.000000');
    expect(await other.available('USDT')).toBe('2.000000');
    expect(await linesOf(one)).toHaveLength(2);
    expect(await differenceOn('TRC20', 'USDT')).toBe(0n);
  });

  test('that the new branch never includes loses its credit permanently', async () => {
    const client = await exchange.client();
    const to = await addressOf(client, 'TRC20');
    const chain = chainOf('TRC20');
    const held = () => [...exchange.services.core.pendingHolds()].length;
    const before = held();
    chain.pay([{ coin: 'USDT', to, amount: '40000000' }]);
    await mine('TRC20', 3);
    expect(held()).toBe(before + 1);
    chain.forkBack(3, () => false);
    await mine('TRC20', 30);
    expect(await newest(client)).toMatchObject({ recharge_status: 'WAITING' });
    expect(await client.available('USDT')).toBe('0.000000');
    expect(held()).toBe(before);
    expect(await differenceOn('TRC20', 'USDT')).toBe(0n);
  });

  test('that reappears is reversed again when its new block is replaced, with a new hold each time', async () => {
    const client = await exchange.client();
    const to = await addressOf(client, 'TRC20');
    const chain = chainOf('TRC20');
    chain.pay([{ coin: 'USDT', to, amount: '40000000' }]);
    for (let times = 0; times < 3; times++) {
      await mine('TRC20', 3);
      expect(await newest(client)).toMatchObject({ recharge_status: 'FROZEN' });
      chain.forkBack(3);
      for (let count = 0; count < 5; count++) chain.mine(() => false);
      await exchange.services.custody.readOn('TRC20');
      expect(exchange.services.core.pendingHoldsOf(client.owner)).toEqual([]);
    }
    await mine('TRC20', 20);
    expect(await client.available('USDT')).toBe('40.000000');
    expect(await linesOf(client)).toHaveLength(1);
    expect(await differenceOn('TRC20', 'USDT')).toBe(0n);
  });

  test('whose block is replaced after it was available raises an alarm, and is never credited twice', async () => {
    const client = await exchange.client();
    const to = await addressOf(client, 'TRC20');
    const chain = chainOf('TRC20');
    chain.pay([{ coin: 'USDT', to, amount: '40000000' }]);
    await mine('TRC20', 25);
    chain.forkBack(26);
    for (let count = 0; count < 27; count++) chain.mine(() => false);
    await exchange.services.custody.readOn('TRC20');
    const open = `select subject from custody_alarms where kind = 'deep_reorganisation' and ended_at is null`;
    expect(await exchange.query(open)).toEqual([{ subject: `deposit ${(await newest(client)).id}` }]);
    // Run reconciliation while no block contains the deposit.
    await differenceOn('TRC20', 'USDT');
    await mine('TRC20', 25);
    expect(await client.available('USDT')).toBe('40.000000');
    expect(await exchange.query(open)).toEqual([]);
    expect(await differenceOn('TRC20', 'USDT')).toBe(0n);
  });

  test('below the minimum stays visible, and is credited once it and later deposits add up to the minimum', async () => {
    const client = await exchange.client();
    const to = await addressOf(client, 'TRC20');
    const send = async (amount: string) => {
      chainOf('TRC20').pay([{ coin: 'USDC', to, amount }]);
      await mine('TRC20', 20);
    };
    await send('400000');
    await send('500000');
    expect(await newest(client)).toMatchObject({ recharge_status: 'BELOW_MINIMUM', recharge_amount: '0.500000' });
    expect(await client.available('USDC')).toBe('0.000000');
    await send('100000');
    await mine('TRC20', 1);
    expect(await client.available('USDC')).toBe('1.000000');
    await send('999999');
    expect(await newest(client)).toMatchObject({ recharge_status: 'BELOW_MINIMUM' });
    expect(await client.available('USDC')).toBe('1.000000');
  });

  test('that was credited at a lower minimum does not count toward another deposit’s minimum', async () => {
    const client = await exchange.client();
    const to = await addressOf(client, 'TRC20');
    const send = async (amount: string) => {
      chainOf('TRC20').pay([{ coin: 'USDC', to, amount }]);
      await mine('TRC20', 2);
    };
    await send('4000000');
    expect(await newest(client)).toMatchObject({ recharge_status: 'FROZEN' });
    await changeRow({ minimumDeposit: '5' });
    await send('2000000');
    await mine('TRC20', 20);
    expect(await newest(client)).toMatchObject({ recharge_status: 'BELOW_MINIMUM' });
    expect(await client.available('USDC')).toBe('4.000000');
    await changeRow({ minimumDeposit: '1' });
  });

  test('with more decimals than the ledger is rounded down, and the remainder is recorded', async () => {
    const client = await exchange.client();
    const to = await addressOf(client, 'BEP20');
    chainOf('BEP20').pay([{ coin: 'USDT', to, amount: '7000000999999999999' }]);
    await mine('BEP20', 15);
    expect(await client.available('USDT')).toBe('7.000000');
    expect(await exchange.query('select remainder::text from chain_deposits order by deposit_id desc limit 1')).toEqual(
      [{ remainder: '999999999999' }],
    );
    expect(await differenceOn('BEP20', 'USDT')).toBe(0n);
  });

  test.each<[string, Parameters<SimulatedChain['pay']>[1], object]>([
    ['a failed transaction', { succeeded: false }, {}],
    ['a transfer of zero', {}, { amount: '0' }],
    ['a coin that is not accepted on this network', {}, { coin: 'TRX' }],
    ['an unknown coin', {}, { coin: 'SCAM' }],
  ])('is not created by %s', async (_, options, fields) => {
    const client = await exchange.client();
    const to = await addressOf(client, 'TRC20');
    chainOf('TRC20').pay([{ coin: 'USDT', amount: '50000000', to, ...fields }], options);
    await mine('TRC20', 25);
    const { wallet } = (await client.get('/api/v3/wallets/spot')).body;
    expect(wallet.filter(({ coin_value }: { coin_value: string }) => Number(coin_value) > 0)).toEqual([]);
  });

  test('to a frozen client is still credited', async () => {
    const client = await exchange.client();
    const to = await addressOf(client, 'TRC20');
    await exchange.submit({ kind: 'FreezeOwner', owner: client.owner });
    chainOf('TRC20').pay([{ coin: 'USDT', to, amount: '9000000' }]);
    await mine('TRC20', 20);
    const asset = exchange.services.instruments.assetByCode('USDT')?.asset ?? 0;
    expect(exchange.services.core.balance(client.owner, 'spot', asset).availableUnits).toBe(9_000_000);
  });

  test('is delayed while deposits of its coin are stopped, and continues afterwards', async () => {
    const client = await exchange.client();
    const to = await addressOf(client, 'TRC20');
    await changeRow({ depositsOpen: false });
    chainOf('TRC20').pay([{ coin: 'USDC', to, amount: '9000000' }]);
    await mine('TRC20', 25);
    expect(await newest(client)).toMatchObject({ recharge_status: 'STOPPED' });
    await changeRow({ depositsOpen: true });
    await mine('TRC20', 1);
    expect(await newest(client)).toMatchObject({ recharge_status: 'APPROVED' });
    expect(await client.available('USDC')).toBe('9.000000');
  });

  test('notifies the client’s pages when credited and when reversed, although no row changes', async () => {
    const client = await exchange.client();
    const to = await addressOf(client, 'TRC20');
    const chain = chainOf('TRC20');
    await changeRow({ depositsOpen: false });
    chain.pay([{ coin: 'USDC', to, amount: '9000000' }]);
    await mine('TRC20', 2);
    await changeRow({ depositsOpen: true });
    const told = `${client.owner} deposit ${(await newest(client)).id}`;
    const heard = await listening(client);
    await exchange.services.custody.readOn('TRC20');
    expect(await newest(client)).toMatchObject({ recharge_status: 'FROZEN' });
    expect(await heard()).toEqual([told]);
    chain.forkBack(2, () => false);
    for (let count = 0; count < 5; count++) chain.mine(() => false);
    await exchange.services.custody.readOn('TRC20');
    expect(await newest(client)).toMatchObject({ recharge_status: 'WAITING' });
    expect(await heard()).toEqual([told, told]);
  });

  test('becomes available once, even if the server was killed before recording it', async () => {
    const client = await exchange.client();
    const to = await addressOf(client, 'TRC20');
    chainOf('TRC20').pay([{ coin: 'USDT', to, amount: '11000000' }]);
    await mine('TRC20', 20);
    expect(await client.available('USDT')).toBe('11.000000');
    const { id, position } = await newest(client);
    await exchange.query(
      'update chain_deposits set available_at = null, available_position = null where deposit_id = $1',
      [id],
    );
    expect(await newest(client)).toMatchObject({ recharge_status: 'FROZEN' });
    await mine('TRC20', 1);
    expect(await newest(client)).toMatchObject({ recharge_status: 'APPROVED', position });
    expect(await client.available('USDT')).toBe('11.000000');
    expect(await differenceOn('TRC20', 'USDT')).toBe(0n);
  });

  test('notifies the client once, even if the server is killed before it can do so', async () => {
    const client = await exchange.client();
    const to = await addressOf(client, 'TRC20');
    chainOf('TRC20').pay([{ coin: 'USDT', to, amount: '13000000' }]);
    await exchange.query(`create function no_notice() returns trigger language plpgsql as
      $$ begin raise exception 'killed'; end $$`);
    await exchange.query('create trigger killed before insert on notice for each row execute function no_notice()');
    await mine('TRC20', 20);
    const told = async () =>
      (await exchange.query('select kind from notice where owner = $1', [client.owner])).map(({ kind }) => kind);
    expect(await told()).not.toContain('deposit_credited');
    await exchange.query('drop trigger killed on notice');
    for (let block = 0; block < 3; block++) await mine('TRC20', 1);
    expect((await told()).filter((kind) => kind === 'deposit_credited')).toHaveLength(1);
    expect(await newest(client)).toMatchObject({ recharge_status: 'APPROVED' });
    expect(await client.available('USDT')).toBe('13.000000');
  });

  test('of more than the ledger can represent is not credited, and raises an alarm', async () => {
    const client = await exchange.client();
    const to = await addressOf(client, 'TRC20');
    chainOf('TRC20').pay([{ coin: 'USDT', to, amount: String(2n ** 53n) }]);
    await mine('TRC20', 25);
    expect(await client.available('USDT')).toBe('0.000000');
    const alarms = `select subject from custody_alarms where kind = 'deposit_stuck' and ended_at is null`;
    expect(await exchange.query(alarms)).toEqual([{ subject: String((await newest(client)).id) }]);
    expect(await differenceOn('TRC20', 'USDT')).toBe(0n);
  });

  test('to the hot wallet is credited to the treasury', async () => {
    const asset = exchange.services.instruments.assetByCode('TRX')?.asset ?? 0;
    const treasury = () => exchange.services.core.balance(systemOwners.treasury, 'spot', asset).availableUnits;
    const before = treasury();
    chainOf('TRC20').pay([{ coin: 'TRX', to: chainOf('TRC20').hotAddress, amount: '123000000' }]);
    await mine('TRC20', 20);
    expect(treasury() - before).toBe(123_000_000);
    expect(await differenceOn('TRC20', 'TRX')).toBe(0n);
  });
});

/** The client's notifications from now on: each call returns those since the previous one. */
async function listening({ owner }: TestClient): Promise<() => Promise<readonly string[]>> {
  const reader = new pg.Client(exchange.databaseUrl);
  onTestFinished(() => reader.end());
  const heard: string[] = [];
  reader.on('notification', ({ payload = '' }) => heard.push(payload));
  await reader.connect();
  await reader.query('listen client_money');
  return async () => {
    // Notifications arrive in order, so all earlier ones have arrived once this statement has completed.
    await reader.query('notify client_money');
    return heard.splice(0).filter((told) => told.startsWith(`${owner} `));
  };
}

/** Changes the row of USDC on TRON. */
async function changeRow(changes: Partial<CoinNetwork>): Promise<void> {
  const { exchangeSettings } = exchange.services;
  const coinNetworks = exchangeSettings
    .current()
    .coinNetworks.map((row) => (row.coin === 'USDC' && row.network === 'TRC20' ? { ...row, ...changes } : row));
  await exchangeSettings.change({
    baseVersion: exchangeSettings.version(),
    changes: { coinNetworks },
    changedBy: 'a test',
    reason: 'a test',
  });
}

describe('a deposit address', () => {
  test('counts available amounts toward its next sweep, and starts at zero after each sweep', async () => {
    const client = await exchange.client();
    const to = await addressOf(client, 'TRC20');
    const unswept = () =>
      exchange.query(
        `select amount from unswept_deposits join deposit_addresses using (address_index)
         where family = 'tron' and address = $1`,
        [to],
      );
    const sweeps = async () => {
      await exchange.services.custody.sweep('TRC20');
      const rows = await exchange.query(
        `select from sweeps join deposit_addresses using (address_index) where family = 'tron' and address = $1`,
        [to],
      );
      return rows.length;
    };
    chainOf('TRC20').pay([{ coin: 'USDT', to, amount: '25000000' }]);
    await mine('TRC20', 19);
    expect(await unswept()).toEqual([]);
    await mine('TRC20', 1);
    expect(await unswept()).toEqual([{ amount: '25000000' }]);
    expect(await sweeps()).toBe(0);
    chainOf('TRC20').pay([{ coin: 'USDT', to, amount: '25000000' }]);
    await mine('TRC20', 20);
    expect(await sweeps()).toBe(1);
    expect(await unswept()).toEqual([]);
    chainOf('TRC20').pay([{ coin: 'USDT', to, amount: '49000000' }]);
    await mine('TRC20', 40);
    expect(await unswept()).toEqual([{ amount: '49000000' }]);
    expect(await sweeps()).toBe(1);
  });

  test('is the same for concurrent requests, and never another client’s', async () => {
    const [one, other] = [await exchange.client(), await exchange.client()];
    const asked = await Promise.all(Array.from({ length: 64 }, () => addressOf(one, 'BTC')));
    expect(new Set(asked).size).toBe(1);
    expect(await addressOf(other, 'BTC')).not.toBe(asked[0]);
    expect(await addressOf(one, 'ERC20')).toBe(await addressOf(one, 'BEP20'));
  });
});

describe('chain amounts in ledger units', () => {
  test.each<[bigint, number, number, number, bigint]>([
    [1_999_999_999_999n, 18, 6, 1, 999_999_999_999n],
    [5n, 6, 6, 5, 0n],
    [5n, 2, 6, 50_000, 0n],
  ])('%s of %i decimals at scale %i is %i, with remainder %s', (amount, decimals, scale, units, remainder) => {
    expect(toLedgerUnits(amount, decimals, scale)).toEqual({ units, remainder });
  });

  test('an amount of more than 2^53 − 1 units is undefined', () => {
    expect(toLedgerUnits(2n ** 53n, 0, 0)).toBeUndefined();
    expect(toLedgerUnits(2n ** 53n - 1n, 0, 0)?.units).toBe(Number.MAX_SAFE_INTEGER);
  });
});
