import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type TestClient, TestExchange } from '../../testing/test-exchange.ts';

const PATH = '/api/v3/futures/transfer';

let exchange: TestExchange;
let client: TestClient;

beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_ORDERS_PER_SESSION: '100000' });
  client = await exchange.client({ USDT: '1000', BTC: '1' });
});
afterAll(() => exchange.close());

const send = (who: TestClient, fields: object) =>
  who.post(PATH, { coin_name: 'USDT', transfer_amount: '100', transaction_password: PASSWORD, ...fields });

type Wallet = 'spot' | 'future' | 'funding';
async function available(who: TestClient, wallet: Wallet, coin: string): Promise<string> {
  const entries: { name: string; available: string }[] = (await who.get(`/api/v3/wallets/${wallet}`)).body.wallet;
  return entries.find(({ name }) => name === coin)?.available ?? '';
}
const everywhere = async (who: TestClient, coin = 'USDT') =>
  Promise.all((['spot', 'future', 'funding'] as const).map((wallet) => available(who, wallet, coin)));

describe('POST /api/v3/futures/transfer', () => {
  test('moves a coin between any two wallets to the last unit, and the totals follow', async () => {
    const who = await exchange.client({ USDT: '1000' });
    expect((await send(who, { from: 'SPOT', to: 'FUNDING', transfer_amount: '100.000001' })).body).toEqual({
      message: 'success',
      position: expect.any(Number),
      result: { coin: 'USDT', amount: '100.000001', from: 'SPOT', to: 'FUNDING' },
    });
    expect(await everywhere(who)).toEqual(['899.999999', '0.000000', '100.000001']);
    await send(who, { from: 'FUNDING', to: 'FUTURE', transfer_amount: '0.000001' });
    expect(await everywhere(who)).toEqual(['899.999999', '0.000001', '100.000000']);
    await send(who, { from: 'FUTURE', to: 'SPOT', transfer_amount: '0.000001' });
    expect(await everywhere(who)).toEqual(['900.000000', '0.000000', '100.000000']);
    expect((await who.get('/api/v3/overview')).body).toMatchObject({
      spotTotal: '900.000000',
      futureTotal: '0.000000',
      fundingTotal: '100.000000',
      overviewTotal: '1000.000000',
    });
  });

  test('without from and to, DRAW_IN is spot to future and DRAW_OUT the reverse', async () => {
    const who = await exchange.client({ USDT: '1000' });
    await send(who, { draw_type: 'DRAW_IN', state: 'PENDING' });
    expect(await everywhere(who)).toEqual(['900.000000', '100.000000', '0.000000']);
    await send(who, { draw_type: 'DRAW_OUT', transfer_amount: '40' });
    expect(await everywhere(who)).toEqual(['940.000000', '60.000000', '0.000000']);
    const { wallet, walletTotal } = (await who.get('/api/v3/future-wallet')).body;
    expect(walletTotal).toBe('60.000000');
    expect(wallet.find(({ name }: { name: string }) => name === 'USDT')).toMatchObject({
      coin_value: '60.000000',
      margin_balance: '60.000000',
      upnl: '0.000000',
    });
  });

  test('a transfer appears on the statement as one movement between wallets', async () => {
    const who = await exchange.client({ BTC: '1' });
    const { position } = (await send(who, { coin_name: 'BTC', from: 'SPOT', to: 'FUTURE', transfer_amount: '0.25' }))
      .body;
    const { lines } = (await who.get('/api/v3/wallet/statement', { 'x-min-position': String(position) })).body;
    const moved = lines.filter((line: { position: number }) => line.position === position);
    expect(moved.map(({ wallet, cause, amount }: Record<string, string>) => [wallet, cause, amount]).sort()).toEqual([
      ['future', 'between_wallets', '0.25000000'],
      ['spot', 'between_wallets', '-0.25000000'],
    ]);
  });

  test.each([
    ['SPOT', 'Insufficient balance in spot wallet'],
    ['FUTURE', 'Insufficient balance in future wallet'],
    ['FUNDING', 'Insufficient balance in funding wallet'],
  ])('more than the balance of the %s wallet is refused with the specification’s message', async (from, message) => {
    const to = from === 'SPOT' ? 'FUNDING' : 'SPOT';
    const before = await everywhere(client);
    const answer = await send(client, { from, to, transfer_amount: '1000.000001' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'exceeds_balance', message } });
    expect(await everywhere(client)).toEqual(before);
  });

  test('an amount on hold for an open order cannot be moved', async () => {
    const who = await exchange.client({ BTC: '1' });
    const order = { delegate_type: 'SELL', trade_type: 'limit', number_of_order: '0.6', order_per_unit: '65000.0' };
    expect((await who.order(order)).status).toBe(200);
    const move = { coin_name: 'BTC', from: 'SPOT', to: 'FUNDING' };
    expect((await send(who, { ...move, transfer_amount: '0.5' })).body.code).toBe('exceeds_balance');
    expect((await send(who, { ...move, transfer_amount: '0.4' })).body.message).toBe('success');
    expect(await everywhere(who, 'BTC')).toEqual(['0.00000000', '0.00000000', '0.40000000']);
  });

  test('a wrong transaction password moves nothing; a remembered one also serves orders', async () => {
    const who = await exchange.client({ USDT: '1000' });
    const wrong = await send(who, { from: 'SPOT', to: 'FUNDING', transaction_password: 'Wrong-lantern-77' });
    expect(wrong).toMatchObject({ status: 200, body: { message: 'wrong_transaction_password' } });
    expect(await everywhere(who)).toEqual(['1000.000000', '0.000000', '0.000000']);
    const silent = { coin_name: 'USDT', from: 'SPOT', to: 'FUNDING', transfer_amount: '1' };
    expect((await who.post(PATH, silent)).body.code).toBe('transaction_password_required');
    expect((await send(who, { from: 'SPOT', to: 'FUNDING', remember: true })).body.message).toBe('success');
    expect((await who.post(PATH, silent)).body.message).toBe('success');
    const order = { name: 'BTCUSDT', delegate_type: 'BUY', trade_type: 'limit' };
    const bid = { ...order, number_of_order: '0.001', order_per_unit: '60000.0' };
    expect((await who.post('/api/v2/my-order', bid)).body.message).toBe('success');
  });

  test('of 64 concurrent transfers of the whole balance, exactly one succeeds', async () => {
    const who = await exchange.client({ USDT: '100' });
    await send(who, { from: 'SPOT', to: 'FUNDING', remember: true });
    await send(who, { from: 'FUNDING', to: 'SPOT' });
    const body = { coin_name: 'USDT', from: 'SPOT', transfer_amount: '100' };
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => who.post(PATH, { ...body, to: n % 2 === 0 ? 'FUNDING' : 'FUTURE' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body: { code } }) => code === 'exceeds_balance')).toHaveLength(63);
    const [spot, ...others] = await everywhere(who);
    expect(spot).toBe('0.000000');
    expect(others.sort()).toEqual(['0.000000', '100.000000']);
  });

  test.each<[string, object, number, string]>([
    ['an unknown coin', { coin_name: 'NOPE' }, 404, 'unknown_coin'],
    ['a zero amount', { transfer_amount: '0' }, 422, 'amount_required'],
    ['an amount with an exponent', { transfer_amount: '1e3' }, 400, 'malformed_amount'],
    ['a negative amount', { transfer_amount: '-1' }, 400, 'malformed_amount'],
    ['an amount with too many decimals', { transfer_amount: '0.0000001' }, 400, 'excess_decimals'],
    ['a transfer from a wallet to itself', { to: 'SPOT' }, 422, 'same_wallet'],
    ['the earn wallet', { to: 'EARN' }, 400, 'invalid_request'],
    ['a request without the receiving wallet', { to: undefined }, 422, 'unsupported_combination'],
    ['a request with two contradictory directions', { draw_type: 'DRAW_OUT' }, 422, 'unsupported_combination'],
    ['a request with the same direction given twice', { draw_type: 'DRAW_IN' }, 422, 'unsupported_combination'],
    ['a request without a direction', { from: undefined, to: undefined }, 422, 'unsupported_combination'],
  ])('%s is refused and moves nothing', async (_, fields, status, code) => {
    const before = await everywhere(client);
    const answer = await send(client, { from: 'SPOT', to: 'FUNDING', ...fields });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await everywhere(client)).toEqual(before);
  });

  test('a direction given twice is refused as options of a transfer, not of an order', async () => {
    const { body } = await send(client, { from: 'SPOT', to: 'FUNDING', draw_type: 'DRAW_IN' });
    expect(body.message).toBe('These transfer options cannot be combined: specify from and to, or only draw_type');
  });

  test('a frozen client cannot transfer funds; a client restricted from trading can still transfer their own coins', async () => {
    const who = await exchange.client({ USDT: '100' });
    const { id: uid } = (await who.get('/api/v3/account-client')).body.client;
    const officer = await exchange.staff('compliance');
    const terms = { uid, kind: 'trade', reason: 'terms_breach', rule: 'AML', days: 7 };
    expect((await officer.post('/api/v3/console/restrictions/set', terms)).status).toBe(200);
    expect((await send(who, { from: 'SPOT', to: 'FUNDING', remember: true })).body.message).toBe('success');
    await exchange.submit({ kind: 'FreezeOwner', owner: who.owner });
    const { position } = exchange.services.core;
    const answer = await send(who, { from: 'FUNDING', to: 'SPOT' });
    expect(['account_frozen', 'session_expired']).toContain(answer.body.code);
    expect(exchange.services.core.position).toBe(position);
  });
});

test('GET /api/v3/nodes counts this single node, and confirms only positions it has applied', async () => {
  const { position } = (await send(client, { from: 'SPOT', to: 'FUNDING', transfer_amount: '1' })).body;
  expect((await exchange.visitor.get(`/api/v3/nodes?at=${position}`)).body).toEqual({
    nodes: 1,
    confirmed: 1,
    at: position,
  });
  expect((await exchange.visitor.get(`/api/v3/nodes?at=${position + 1000}`)).body).toMatchObject({ confirmed: 0 });
});
