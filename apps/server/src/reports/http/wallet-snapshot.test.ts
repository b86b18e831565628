import { parseDecimal } from '@vitrine/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine, simulatedChain } from '../../custody/testing/books.ts';
import { PASSWORD, type TestClient, TestExchange } from '../../testing/test-exchange.ts';

let exchange: TestExchange;
let client: TestClient;
let maker: TestClient;

const limit = (who: TestClient, delegate_type: 'BUY' | 'SELL', number_of_order: string, order_per_unit: string) =>
  who.order({ delegate_type, trade_type: 'limit', number_of_order, order_per_unit });

const snapshot = async (who = client) => {
  const { status, body } = await who.get('/api/v3/wallet-snapshot');
  expect(status).toBe(200);
  return body;
};
const units = (text: string) => parseDecimal(text, 6) as number;
const sum = (amounts: readonly string[]) => amounts.reduce((all, amount) => all + units(amount), 0);

/**
 * Returns the snapshot, after checking that the total equals, to the last unit, the sum of available and frozen, the
 * sum of all wallets, the sum of all coins, and the final value of each period.
 */
async function checked(who = client) {
  const body = await snapshot(who);
  const total = units(body.total);
  expect(units(body.available) + units(body.frozen)).toBe(total);
  expect(sum(body.wallets.map((wallet: { total: string }) => wallet.total))).toBe(total);
  expect(sum(body.coins.map((coin: { usdt_value: string }) => coin.usdt_value))).toBe(total);
  for (const { now } of body.periods) expect(units(now)).toBe(total);
  expect(body.periods[0].profit).toBe(body.profit_today);
  return body;
}

beforeAll(async () => {
  exchange = await TestExchange.open();
  maker = await exchange.client({ BTC: '3', USDT: '100000' });
  client = await exchange.client({ USDT: '10000' });
  await limit(maker, 'SELL', '0.03', '65000.1');
  await limit(maker, 'BUY', '0.03', '65000.0');
  await limit(client, 'BUY', '0.00123', '65000.1');
});
afterAll(() => exchange.close());

test('GET /api/v3/wallet-snapshot: wallets, coins and periods sum to one total, also right after a trade', async () => {
  // Right after a trade, the histories lag slightly behind the core.
  await limit(client, 'BUY', '0.00077', '65000.1');
  const body = await checked();
  expect(body.coins.map(({ name, balance }: { name: string; balance: string }) => [name, balance])).toEqual([
    ['USDT', expect.any(String)],
    ['BTC', '0.00200000'],
  ]);
  expect(body.rates.BTC).toBe('65000.05');
});

test('amounts on hold for orders are frozen, and a transfer changes only the wallets', async () => {
  const before = await checked();
  await limit(client, 'BUY', '0.01', '60000.0');
  const transfer = { coin_name: 'USDT', transfer_amount: '250.5', transaction_password: PASSWORD };
  const { status } = await client.post('/api/v3/futures/transfer', { ...transfer, from: 'SPOT', to: 'FUNDING' });
  expect(status).toBe(200);
  const after = await checked();
  expect(after.total).toBe(before.total);
  const fundingOf = ({ wallets }: typeof before) =>
    wallets.find(({ wallet }: { wallet: string }) => wallet === 'funding')?.total;
  expect(units(fundingOf(after)) - units(fundingOf(before))).toBe(250_500_000);
  expect(units(after.frozen)).toBeGreaterThan(600_000_000);
});

test('a deposit awaiting confirmations is included in every figure, but is not profit', async () => {
  const before = await checked();
  const { body } = await client.post('/api/v3/generate-wallet', { wallet_type: 'TRC20' });
  simulatedChain(exchange, 'TRC20').pay([{ coin: 'USDT', to: body.wallet.wallet_address, amount: '3000000007' }]);
  await mine(exchange, 'TRC20', 1);
  const arriving = await checked();
  expect(units(arriving.total) - units(before.total)).toBe(3_000_000_007);
  expect(units(arriving.frozen) - units(before.frozen)).toBe(3_000_000_007);
  expect(arriving.profit_today).toBe(before.profit_today);
  await mine(exchange, 'TRC20', 19);
  const arrived = await checked();
  expect([arrived.total, arrived.frozen, arrived.profit_today]).toEqual([
    arriving.total,
    before.frozen,
    before.profit_today,
  ]);
});

test('a client with only a pending deposit sees it, and a client without anything sees zeros', async () => {
  const newcomer = await exchange.client();
  expect(await checked(newcomer)).toMatchObject({ total: '0.000000', coins: [], left_out: [] });
  const { body } = await newcomer.post('/api/v3/generate-wallet', { wallet_type: 'TRC20' });
  simulatedChain(exchange, 'TRC20').pay([{ coin: 'USDT', to: body.wallet.wallet_address, amount: '12345678' }]);
  await mine(exchange, 'TRC20', 1);
  const { total, frozen, coins } = await checked(newcomer);
  expect([total, frozen, coins[0].share_percent, coins[0].unrealised]).toEqual([
    '12.345678',
    '12.345678',
    '100.00',
    '0.000000',
  ]);
});
