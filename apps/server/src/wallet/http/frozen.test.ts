import { parseDecimal } from '@vitrine/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine, simulatedChain } from '../../custody/testing/books.ts';
import { PASSWORD, type TestClient, TestExchange } from '../../testing/test-exchange.ts';
import { approveAbove, withdraw } from '../../testing/withdraw.ts';

let exchange: TestExchange;
let client: TestClient;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await approveAbove(exchange, '20');
  client = await exchange.client({ USDT: '5000' });
});
afterAll(() => exchange.close());

const get = async (path: string) => (await client.get(path)).body;
const balance = async () => (await get('/api/v3/wallet-balance?name=USDT')).wallet;
const units = (text: string) => parseDecimal(text, 6) as number;

/**
 * Gets three responses about the same coin, and checks that in each the parts add up to the whole, to the last unit.
 */
async function checked() {
  const wallet = await balance();
  const causes: { cause: string; amount: string; count: number }[] = wallet.causes;
  const frozen = causes.reduce((sum, { amount }) => sum + units(amount), 0);
  expect(units(wallet.freeze_balance)).toBe(frozen);
  expect(units(wallet.wallet_balance)).toBe(units(wallet.available) + frozen);
  const coin = (await get('/api/v3/wallet-single-coin?name=USDT')).balance;
  const entry = (await get('/api/v3/wallets/spot')).wallet.find(({ name }: { name: string }) => name === 'USDT');
  const [fund] = (await get('/api/v3/trades/funds')).funds;
  for (const [all, free, set] of [
    [coin.wallet_balance, coin.available, coin.freeze_balance],
    [entry.coin_value, entry.available, entry.freeze_value],
    [fund.wallet_balance, fund.available, fund.freeze_balance],
  ])
    expect([all, free, set]).toEqual([wallet.wallet_balance, wallet.available, wallet.freeze_balance]);
  expect(coin.causes).toEqual(causes);
  const { spotTotal } = await get('/api/v3/overview');
  expect(spotTotal).toBe(entry.usdt_value);
  return { ...wallet, causes: causes.map(({ cause, amount, count }) => [cause, amount, count]) };
}

test('the frozen amount is the sum of orders, withdrawals, limit conversions and pending deposits, to the last unit', async () => {
  expect(await checked()).toMatchObject({ freeze_balance: '0.000000', causes: [] });
  for (const price of ['59000.1', '58999.9'])
    await client.order({
      delegate_type: 'BUY',
      trade_type: 'limit',
      number_of_order: '0.01001',
      order_per_unit: price,
    });
  const orders = (await checked()).freeze_balance;
  await withdraw(exchange, client, { withdraw_amount: '50.000001' });
  expect(await checked()).toMatchObject({
    causes: [
      ['orders', orders, 2],
      ['withdrawal', '50.000001', 1],
    ],
  });
  const terms = { from: 'USDT', to: 'BTC', amount: '100', receives: '0.00169' };
  const limit = await client.post('/api/v3/convert/limit-order', { transaction_password: PASSWORD, ...terms });
  expect(limit.status, JSON.stringify(limit.body)).toBe(200);

  const { wallet_address: to } = (await client.post('/api/v3/generate-wallet', { wallet_type: 'TRC20' })).body.wallet;
  const before = await balance();
  for (const amount of ['25000007', '3000000']) simulatedChain(exchange, 'TRC20').pay([{ coin: 'USDT', to, amount }]);
  await mine(exchange, 'TRC20', 1);
  const during = await checked();
  expect(during.causes).toEqual([
    ['orders', orders, 2],
    ['withdrawal', '50.000001', 1],
    ['convert', '100.000000', 1],
    ['deposit', '28.000007', 2],
  ]);
  expect(during.available).toBe(before.available);
  expect(units(during.wallet_balance) - units(before.wallet_balance)).toBe(28_000_007);
  expect((await get('/api/v3/overview')).arrivingTotal).toBe('28.000007');

  await mine(exchange, 'TRC20', 19);
  const after = await checked();
  expect(after.wallet_balance).toBe(during.wallet_balance);
  expect(units(after.available) - units(before.available)).toBe(28_000_007);
  expect((await get('/api/v3/overview')).arrivingTotal).toBe('0.000000');
});

test('a coin with only a pending deposit is included in the totals too', async () => {
  const newcomer = await exchange.client();
  const address = () => newcomer.get('/api/v3/fetch/address?wallet_type=TRC20');
  expect((await address()).body.wallet.wallet_address).toBe('');
  const { body } = await newcomer.post('/api/v3/generate-wallet', { wallet_type: 'TRC20' });
  expect((await address()).body).toEqual({ wallet: body.wallet });
  simulatedChain(exchange, 'TRC20').pay([{ coin: 'USDT', to: body.wallet.wallet_address, amount: '12345678' }]);
  await mine(exchange, 'TRC20', 1);
  const { spotTotal, overviewTotal, arrivingTotal } = (await newcomer.get('/api/v3/overview')).body;
  expect([spotTotal, overviewTotal, arrivingTotal]).toEqual(['12.345678', '12.345678', '12.345678']);
  expect(await newcomer.available('USDT')).toBe('0.000000');
});
