import type { Network } from '@vitrine/chains';
import { systemOwners } from '@vitrine/core';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { type TestClient, TestExchange } from '../../testing/test-exchange.ts';
import { CustodyAlarms } from '../alarms.ts';
import { differenceOn, mine, simulatedChain } from '../testing/books.ts';
import { Deposits } from './deposits.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await mine(exchange, 'BEP20', 20);
});
afterAll(() => exchange.close());

async function addressOf(client: TestClient, network: Network): Promise<string> {
  const { body } = await client.post('/api/v3/generate-wallet', { wallet_type: network });
  return body.wallet.wallet_address;
}

/**
 * Inserts `count` USDT deposits of `units` each (1 wei each if `units` is 0) to a client on BNB Smart Chain, in an old
 * block.
 */
async function dust({ owner }: TestClient, address: string, { count, units }: { count: number; units: number }) {
  const amount = units === 0 ? '1' : `${units}000000000000`;
  await exchange.query(
    `insert into chain_deposits (network, txid, output, coin, owner_id, address, chain_amount, units, remainder, height)
     select 'BEP20', $1, number, 'USDT', $2, $1, $3, $4, $5, 1 from generate_series(1, $6) number`,
    [address, owner, amount, units, units === 0 ? 1 : 0, count],
  );
  await exchange.query('analyze chain_deposits');
}

/** A `Deposits` for this network, set up as by the server, and counters of its database queries and core lookups. */
function counted(network: Network, isListed: (coin: string) => boolean = () => true) {
  const { custody, core, exchangeSettings, instruments } = exchange.services;
  const pool = new pg.Pool({ connectionString: exchange.databaseUrl, max: 1 });
  onTestFinished(() => pool.end());
  const counts = { queries: 0, commands: 0 };
  const counting = <T extends object>(target: T, name: keyof T, key: keyof typeof counts): T =>
    new Proxy(target, {
      get(of, property) {
        if (property === name) counts[key] += 1;
        const member: unknown = Reflect.get(of, property);
        return typeof member === 'function' ? member.bind(of) : member;
      },
    });
  const watchedCore = counting(core, 'acceptanceOf', 'commands');
  const { coins, hotAddress } = simulatedChain(exchange, network);
  const deposits = new Deposits({
    pool: counting(pool, 'query', 'queries'),
    network,
    coins,
    hotAddress,
    ownerOf: (address) => custody.addresses.ownerOf(network, address),
    assetByCode: (code) => (isListed(code) ? instruments.assetByCode(code) : undefined),
    row: (coin) => exchangeSettings.current().coinNetworks.find((row) => row.coin === coin && row.network === network),
    core: () => watchedCore,
    submit: (command) => exchange.submit(command),
    credited: async () => {},
    isOwn: async () => false,
    alarms: new CustodyAlarms(pool),
  });
  return { deposits, counts, pool };
}

/** How many rows of deposits, or entries of their indexes, the database has read. */
async function rowsRead(pool: pg.Pool): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ sum: string }>(
    `select sum(idx_tup_read) + (select seq_tup_read from pg_stat_user_tables where relname = 'chain_deposits') as sum
     from pg_stat_user_indexes where relname = 'chain_deposits'`,
  );
  return Number(rows[0]?.sum);
}

/** Lets `deposits` record USDC deposits of these amounts, in one transaction of an old block. */
async function keep(
  { deposits, pool }: Pick<ReturnType<typeof counted>, 'deposits' | 'pool'>,
  to: string,
  amounts: readonly string[],
) {
  const transfers = amounts.map((amount, output) => ({
    txid: `unlisted ${to} ${amounts.join()}`,
    output: String(output),
    coin: 'USDC',
    to,
    from: undefined,
    amount: BigInt(amount),
  }));
  const block = { height: 1, hash: '', parentHash: '', timeMs: 0, transfers };
  await inTransaction(pool, (connection) => deposits.keep(connection, block));
}

const alarms = () =>
  exchange.query(`select code, parameters from custody_alarms where kind = 'deposit_stuck' and ended_at is null`);

async function setMinimum(coin: string, network: Network, minimumDeposit: string): Promise<void> {
  const { exchangeSettings } = exchange.services;
  const coinNetworks = exchangeSettings
    .current()
    .coinNetworks.map((row) => (row.coin === coin && row.network === network ? { ...row, minimumDeposit } : row));
  await exchangeSettings.change({
    baseVersion: exchangeSettings.version(),
    changes: { coinNetworks },
    changedBy: 'a test',
    reason: 'a test',
  });
}

test.each([
  ['one unit', 1_000, 1],
  ['less than a unit', 20_000, 0],
])('deposits of %s that never reach the minimum cause no additional queries or lookups', async (_, count, units) => {
  const client = await exchange.client();
  const to = await addressOf(client, 'BEP20');
  const tip = simulatedChain(exchange, 'BEP20').tip.height;
  const before = counted('BEP20');
  await before.deposits.settle(tip);
  await dust(client, to, { count, units });
  const after = counted('BEP20');
  await after.deposits.settle(tip);
  expect(after.counts).toEqual(before.counts);
});

test('a new block is announced only for deposits that will be credited', async () => {
  const client = await exchange.client();
  const to = await addressOf(client, 'BEP20');
  await dust(client, to, { count: 100, units: 1 });
  simulatedChain(exchange, 'BEP20').pay([{ coin: 'USDT', to, amount: '3000000000000000000' }]);
  await mine(exchange, 'BEP20', 1);
  const [row] = await exchange.query('select max(deposit_id) as id from chain_deposits where owner_id = $1', [
    client.owner,
  ]);
  const reader = new pg.Client(exchange.databaseUrl);
  onTestFinished(() => reader.end());
  const heard: string[] = [];
  reader.on('notification', ({ payload = '' }) => heard.push(payload));
  await reader.connect();
  await reader.query('listen client_money');
  await mine(exchange, 'BEP20', 1);
  await reader.query('notify client_money');
  expect(heard.filter((one) => one.startsWith(`${client.owner} `))).toEqual([`${client.owner} deposit ${row?.id}`]);
});

test('at most 50 small deposits reach the minimum together, the largest first', async () => {
  const client = await exchange.client();
  const to = await addressOf(client, 'BEP20');
  await dust(client, to, { count: 60, units: 19_000 });
  await mine(exchange, 'BEP20', 1);
  expect(await client.available('USDT')).toBe('0.000000');
  await dust(client, to, { count: 1, units: 69_000 });
  await mine(exchange, 'BEP20', 1);
  expect(await client.available('USDT')).toBe('1.000000');
  // The 11 small deposits that were not credited, 0.209 USDT in total, count toward the minimum again.
  await dust(client, to, { count: 1, units: 800_000 });
  await mine(exchange, 'BEP20', 1);
  expect(await client.available('USDT')).toBe('2.009000');
});

test('small deposits that reach the minimum in several groups of 50 are credited in consecutive cycles', async () => {
  const client = await exchange.client();
  const to = await addressOf(client, 'BEP20');
  await dust(client, to, { count: 100, units: 20_000 });
  for (const [blocks, available] of [
    [1, '1.000000'],
    [1, '2.000000'],
    [20, '2.000000'],
  ] as const) {
    await mine(exchange, 'BEP20', blocks);
    expect(await client.available('USDT')).toBe(available);
  }
});

test('a small deposit whose block is replaced is counted again once its new block has enough confirmations', async () => {
  const client = await exchange.client();
  const to = await addressOf(client, 'TRC20');
  const chain = simulatedChain(exchange, 'TRC20');
  chain.pay([{ coin: 'USDT', to, amount: '600000' }]);
  await mine(exchange, 'TRC20', 1);
  const { height } = chain.tip;
  await exchange.query('update chain_deposits set height = null where owner_id = $1', [client.owner]);
  chain.pay([{ coin: 'USDT', to, amount: '400000' }]);
  await mine(exchange, 'TRC20', 20);
  expect(await client.available('USDT')).toBe('0.000000');
  // Make it look as if the block that contains the first deposit had been read.
  await exchange.query(
    'update chain_deposits set height = $2, is_summed = false where owner_id = $1 and height is null',
    [client.owner, height],
  );
  await mine(exchange, 'TRC20', 1);
  expect(await client.available('USDT')).toBe('1.000000');
});

test.each([
  ['a coin that clients deposit', 'USDC', '1', '999999', 1_000_000],
  ['a coin that clients do not deposit', 'TRX', '9999', '1', 10_000],
])('deposits of %s to the hot wallet have a minimum too', async (_, coin, first, second, units) => {
  const asset = exchange.services.instruments.assetByCode(coin)?.asset ?? 0;
  const treasury = () => exchange.services.core.balance(systemOwners.treasury, 'spot', asset).availableUnits;
  const before = treasury();
  const chain = simulatedChain(exchange, 'TRC20');
  const send = (amount: string) => chain.pay([{ coin, to: chain.hotAddress, amount }]);
  send(first);
  await mine(exchange, 'TRC20', 20);
  expect(treasury()).toBe(before);
  expect(await differenceOn(exchange, 'TRC20', coin)).toBe(0n);
  send(second);
  await mine(exchange, 'TRC20', 20);
  expect(treasury() - before).toBe(units);
});

test('deposits that were too small are credited once the minimum is lowered, a few hundred per cycle', async () => {
  const client = await exchange.client();
  const to = await addressOf(client, 'BEP20');
  await dust(client, to, { count: 450, units: 19_500 });
  // Stop the server’s own cycles, which would otherwise credit the deposits.
  await exchange.services.custody.stop();
  await setMinimum('USDT', 'BEP20', '0.0195');
  const { deposits } = counted('BEP20');
  const { height } = simulatedChain(exchange, 'BEP20').tip;
  const cycle = async () => ({ isMore: await deposits.settle(height), available: await client.available('USDT') });
  expect(await cycle()).toEqual({ isMore: true, available: '3.900000' });
  expect(await cycle()).toEqual({ isMore: true, available: '7.800000' });
  expect(await cycle()).toEqual({ isMore: false, available: '8.775000' });
  expect(await cycle()).toEqual({ isMore: false, available: '8.775000' });
});

test('deposits that do not reach the minimum are read once, not in every cycle', async () => {
  const client = await exchange.client();
  const to = await addressOf(client, 'BEP20');
  await dust(client, to, { count: 5_000, units: 1 });
  // Stop the server’s own cycles, so that nothing else reads the table meanwhile.
  await exchange.services.custody.stop();
  const { deposits, pool } = counted('BEP20');
  const { height } = simulatedChain(exchange, 'BEP20').tip;
  // After a start, all deposits are read, some in each cycle.
  for (let cycle = 0; cycle < 30; cycle++) await deposits.settle(height);
  // Remove dead row versions, as autovacuum does; otherwise they would be counted too.
  await pool.query('vacuum analyze chain_deposits');
  const before = await rowsRead(pool);
  await deposits.settle(height);
  expect((await rowsRead(pool)) - before).toBeLessThan(1_000);
});

test('deposits that were credited are not read when the server starts', async () => {
  const client = await exchange.client();
  const to = await addressOf(client, 'BEP20');
  await dust(client, to, { count: 5_000, units: 1_000_000 });
  await exchange.services.custody.stop();
  await exchange.query(
    `update chain_deposits set network = 'ERC20', reaches_minimum = true, available_at = now() where owner_id = $1`,
    [client.owner],
  );
  const { height } = simulatedChain(exchange, 'ERC20').tip;
  const { deposits, pool } = counted('ERC20');
  await pool.query('vacuum analyze chain_deposits');
  const before = await rowsRead(pool);
  await deposits.settle(height);
  expect((await rowsRead(pool)) - before).toBeLessThan(1_000);
});

test('deposits of a coin that is not listed are recorded, with one alarm, and credited once it is listed', async () => {
  const client = await exchange.client();
  const to = await addressOf(client, 'BEP20');
  // The server itself would credit the deposits.
  await exchange.services.custody.stop();
  let isListed = false;
  const here = counted('BEP20', (coin) => coin !== 'USDC' || isListed);
  const { deposits } = here;
  const { tip } = simulatedChain(exchange, 'BEP20');
  await keep(here, to, ['4000000000000000000', '6000000000000000000']);
  await deposits.settle(tip.height);
  expect(await alarms()).toEqual([{ code: 'deposit_unlisted', parameters: { coin: 'USDC' } }]);
  expect(await client.available('USDC')).toBe('0.000000');
  expect((await client.get('/api/v3/deposit-history')).body.deposit).toEqual([]);
  isListed = true;
  await deposits.settle(tip.height);
  expect(await client.available('USDC')).toBe('10.000000');
  expect(await alarms()).toEqual([]);
  expect((await client.get('/api/v3/deposit-history')).body.deposit).toMatchObject([
    { recharge_amount: '6.000000', recharge_status: 'APPROVED' },
    { recharge_amount: '4.000000', recharge_status: 'APPROVED' },
  ]);
});

test('a deposit that another server records as not listed is credited in the next cycle if its coin is listed', async () => {
  const client = await exchange.client();
  const to = await addressOf(client, 'BEP20');
  // The server itself would credit the deposits.
  await exchange.services.custody.stop();
  const { height } = simulatedChain(exchange, 'BEP20').tip;
  const { deposits } = counted('BEP20');
  await deposits.settle(height);
  const former = counted('BEP20', (coin) => coin !== 'USDC');
  for (const [amount, available] of [
    ['4000000000000000000', '4.000000'],
    ['6000000000000000000', '10.000000'],
  ] as const) {
    await keep(former, to, [amount]);
    expect(await alarms()).toHaveLength(1);
    await deposits.settle(height);
    expect(await client.available('USDC')).toBe(available);
    expect(await alarms()).toEqual([]);
  }
});

test('a deposit of a coin that is not listed and is returned by hand is neither credited, shown nor counted later', async () => {
  const client = await exchange.client();
  const to = await addressOf(client, 'BEP20');
  // The server itself would credit the deposit.
  await exchange.services.custody.stop();
  const before = await differenceOn(exchange, 'BEP20', 'USDC');
  const { deposits } = counted('BEP20');
  await keep(
    counted('BEP20', (coin) => coin !== 'USDC'),
    to,
    ['4000000000000000000'],
  );
  // The coins have left the address: they never arrived on the simulated chain.
  expect(await differenceOn(exchange, 'BEP20', 'USDC')).toBe(before - 4_000_000_000_000_000_000n);
  await exchange.query(`update chain_deposits set stuck = 'returned' where owner_id = $1 and stuck = 'not listed'`, [
    client.owner,
  ]);
  await deposits.settle(simulatedChain(exchange, 'BEP20').tip.height);
  expect(await client.available('USDC')).toBe('0.000000');
  expect((await client.get('/api/v3/deposit-history')).body.deposit).toEqual([]);
  expect(await differenceOn(exchange, 'BEP20', 'USDC')).toBe(before);
});
