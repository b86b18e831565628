import { Core } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Instruments } from '../../kit/instruments.ts';
import { NetworkCoins } from '../../settings/network-coins.ts';
import { TestExchange, type TestStaff } from '../../testing/test-exchange.ts';
import { faultOfTable } from './treasury-view.ts';

let exchange: TestExchange;
let treasurer: TestStaff;
let second: TestStaff;
beforeAll(async () => {
  exchange = await TestExchange.open();
  treasurer = await exchange.staff('treasury');
  second = await exchange.staff('treasury');
});
afterAll(() => exchange.close());

const PATH = '/api/v3/console/treasury';
const treasury = async () => (await treasurer.get(PATH)).body;
type Row = Record<string, unknown>;
const rowOf = (table: readonly Row[], coin: string, network: string) =>
  table.find((row) => row.coin === coin && row.network === network);
const change = async (fields: object, on = 'TRC20') => {
  const { table, settings_version } = await treasury();
  const changed = table.map((row: Row) => (row.coin === 'USDC' && row.network === on ? { ...row, ...fields } : row));
  return treasurer.post(`${PATH}/ask-for-table`, { base_version: settings_version, table: changed, reason: 'a test' });
};

test('a network’s holdings are shown next to the amounts owed according to the ledger, and match them', async () => {
  await exchange.client({ USDT: '100' });
  expect((await treasurer.post(`${PATH}/reconcile`, { network: 'BEP20' })).status).toBe(200);
  const { holdings } = await treasury();
  const usdt = rowOf(holdings, 'USDT', 'BEP20');
  expect(usdt).toMatchObject({ hot: '5000000', difference: '0', uncredited: '0', leaving: '0' });
  expect(Number(usdt?.owed)).toBe(5_000_000 + Number(usdt?.at_addresses));
  expect(Number(usdt?.at_addresses)).toBeGreaterThanOrEqual(100);
});

describe('the coin × network table', () => {
  test('one person can stop a coin immediately; while a whole network is stopped, no address is created on it', async () => {
    const stop = { coin: 'BTC', network: 'BTC', what: 'deposits', reason: 'the node shows two chains' };
    expect((await treasurer.post(`${PATH}/stop`, stop)).status).toBe(200);
    expect((await treasurer.post(`${PATH}/stop`, stop)).body.code).toBe('nothing_to_change');
    expect(rowOf((await treasury()).table, 'BTC', 'BTC')).toMatchObject({
      deposits_open: false,
      withdrawals_open: true,
    });
    const client = await exchange.client();
    expect((await client.post('/api/v3/generate-wallet', { wallet_type: 'BTC' })).body.code).toBe('network_closed');
    const auditor = await exchange.staff('auditor');
    const { entries } = (await auditor.get('/api/v3/console/audit?action=consoleStopNetwork&limit=9')).body;
    expect(entries.filter(({ phase }: { phase: string }) => phase === 'done')).toMatchObject([
      { subject: 'BTC on BTC', details: { reason: 'the node shows two chains' } },
    ]);
  });

  test('every other change needs a second person, and then applies to clients', async () => {
    const { approval } = (await change({ withdrawal_fee: '2.5', minimum_withdrawal: '12' })).body;
    expect((await treasurer.post('/api/v3/console/approvals/approve', { id: approval })).body.code).toBe(
      'own_approval',
    );
    expect((await second.post('/api/v3/console/approvals/approve', { id: approval })).status).toBe(200);
    const { networks } = (await exchange.visitor.get('/api/v3/networks')).body;
    expect(networks.find((row: Row) => row.coin === 'USDC' && row.value === 'TRC20')).toMatchObject({
      gasFee: '2.5',
      minimum: '12',
    });
  });

  test.each([
    ['a fee above the minimum withdrawal', { withdrawal_fee: '13', minimum_withdrawal: '12' }],
    ['deposits available before they are credited', { credit_confirmations: 30, unlock_confirmations: 20 }],
    ['an amount with more decimals than the coin', { minimum_deposit: '0.0000001' }],
    ['a change of the coin in a row', { coin: 'ETH' }],
  ])('%s is refused', async (_, fields) => {
    expect((await change(fields)).body.code).toBe('settings_invalid');
  });

  test('before a coin is listed, its amounts may have any number of decimals, but its limits are checked', () => {
    const { exchangeSettings, networkCoins } = exchange.services;
    const services = { exchangeSettings, networkCoins, instruments: new Instruments(() => new Core()) };
    const { coinNetworks } = exchangeSettings.current();
    expect(faultOfTable(services, coinNetworks)).toBeUndefined();
    const changed = (fields: object) =>
      coinNetworks.map((row) => (row.coin === 'USDC' && row.network === 'BEP20' ? { ...row, ...fields } : row));
    const finer = changed({ withdrawalFee: '0.3', minimumWithdrawal: '0.31' });
    expect(faultOfTable(services, finer)).toBeUndefined();
    expect(faultOfTable(services, changed({ withdrawalFee: '0.3', minimumWithdrawal: '0.3' }))).toEqual({
      reason: 'minimum_below_fee',
      coin: 'USDC',
      network: 'BEP20',
    });
  });

  test('requests for different rows and for fee tiers do not void each other; a request for a row stopped meanwhile is void', async () => {
    const settings = async () => (await treasurer.get('/api/v3/console/settings')).body;
    const { version, fee_tiers } = await settings();
    const tiersWith = (tier: number, maker_ppm: number) =>
      fee_tiers.map(({ level: _, ...one }: Record<string, number>, n: number) =>
        n === tier ? { ...one, maker_ppm } : one,
      );
    const askForFees = (tiers: object[]) =>
      treasurer.post('/api/v3/console/settings/ask-for-fees', {
        base_version: version,
        fee_tiers: tiers,
        reason: 'a test',
      });
    const asked = [
      await change({ minimum_deposit: '2' }),
      await change({ minimum_deposit: '3' }, 'BEP20'),
      await askForFees(tiersWith(1, 1)),
      await askForFees(tiersWith(2, 2)),
      await change({ minimum_deposit: '4' }),
      await askForFees(tiersWith(1, 3)),
      await change({ minimum_deposit: '5' }, 'ERC20'),
    ];
    const stop = { coin: 'USDC', network: 'ERC20', what: 'deposits', reason: 'a test' };
    expect((await treasurer.post(`${PATH}/stop`, stop)).status).toBe(200);
    const outcomes = [];
    for (const { body } of asked) {
      const approved = await second.post('/api/v3/console/approvals/approve', { id: body.approval });
      outcomes.push(approved.body.approval.failure || approved.body.approval.state);
    }
    const refused = 'settings_changed';
    expect(outcomes).toEqual(['done', 'done', 'done', 'done', refused, refused, refused]);
    const { table } = await treasury();
    expect(['TRC20', 'BEP20', 'ERC20'].map((network) => rowOf(table, 'USDC', network))).toMatchObject([
      { minimum_deposit: '2', deposits_open: true },
      { minimum_deposit: '3', deposits_open: true },
      { minimum_deposit: '1', deposits_open: false },
    ]);
    expect((await settings()).fee_tiers).toMatchObject([
      fee_tiers[0],
      { maker_ppm: 1 },
      { maker_ppm: 2 },
      ...fee_tiers.slice(3),
    ]);
  });

  test('a network with fewer decimals than the ledger cannot be opened, but other changes are possible', () => {
    const { exchangeSettings, instruments } = exchange.services;
    const networkCoins = new NetworkCoins();
    networkCoins.open([
      { network: 'TRC20', coin: 'USDC', decimals: 4 },
      { network: 'ERC20', coin: 'USDC', decimals: 18 },
    ]);
    const services = { exchangeSettings, instruments, networkCoins };
    const { coinNetworks } = exchangeSettings.current();
    const changed = (fields: object, on = 'TRC20') =>
      coinNetworks.map((row) => (row.coin === 'USDC' && row.network === on ? { ...row, ...fields } : row));
    const fault = { reason: 'coin_beyond_network', coin: 'USDC', network: 'TRC20' };
    expect(faultOfTable(services, changed({ minimumDeposit: '7' }))).toEqual(fault);
    expect(faultOfTable(services, changed({ withdrawalsOpen: true, depositsOpen: false }))).toEqual(fault);
    expect(faultOfTable(services, changed({ depositsOpen: false, withdrawalsOpen: false }))).toBeUndefined();
    expect(faultOfTable(services, changed({ minimumDeposit: '7' }, 'ERC20'))).toBeUndefined();
  });

  test('a change based on an older version of the table is refused', async () => {
    const { table } = await treasury();
    const answer = await treasurer.post(`${PATH}/ask-for-table`, { base_version: 0, table, reason: 'a test' });
    expect(answer.body.code).toBe('settings_changed');
  });
});
