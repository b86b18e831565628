import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, type TestClient, TestExchange } from '../../../testing/test-exchange.ts';

const QUOTE = '/api/v3/convert/quote';
const ORDER = '/api/v3/convert/order';
const LIMIT = '/api/v3/convert/limit-order';
const CANCEL = '/api/v3/convert/cancel';
const DAY_SECONDS = 86_400;

let exchange: TestExchange;
let maker: TestClient;
/** A client who only requests quotes, and whose conversions are all refused, so that they always have 500 USDT. */
let looker: TestClient;
/** The BTC price from which all tests here start. */
let btc: number;
let eth: number;

beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_ORDERS_PER_SESSION: '100000' });
  maker = await exchange.client({ USDT: '1000000', BTC: '100', ETH: '1000' });
  looker = await exchange.client({ USDT: '500' });
  btc = await priceOf('BTC');
  eth = await priceOf('ETH');
  // Later orders need no password, because `remember` unlocks the session.
  await offer('BTC', 'SELL', '2', btc * 1.01, { transaction_password: PASSWORD, remember: true });
});
afterAll(() => exchange.close());

/** Rebuilds both books: one ask 1% above the mid price, and one bid 1% below. */
beforeEach(async () => {
  await maker.post('/api/v3/orders/cancel-all', {});
  await offer('BTC', 'SELL', '2', btc * 1.01);
  await offer('BTC', 'BUY', '2', btc * 0.99);
  await offer('ETH', 'SELL', '20', eth * 1.01);
  await offer('ETH', 'BUY', '20', eth * 0.99);
});

async function priceOf(coin: string): Promise<number> {
  return Number((await maker.get(`/api/v3/getOrder?symbol=${coin}`)).body.price.unit_price);
}

async function offer(coin: string, side: 'BUY' | 'SELL', size: string, price: number, password = {}): Promise<void> {
  const { price_decimals } = (await maker.get(`/api/v3/getOrder?symbol=${coin}`)).body.price;
  const order = { delegate_type: side, trade_type: 'limit', number_of_order: size };
  const answer = await maker.order({
    ...order,
    name: `${coin}USDT`,
    order_per_unit: price.toFixed(price_decimals),
    transaction_password: undefined,
    ...password,
  });
  expect(answer.body).toMatchObject({ message: 'success' });
}

const quote = (who: TestClient, from: string, to: string, amount: string) => who.post(QUOTE, { from, to, amount });
const take = (who: TestClient, quote_id: string, fields: object = {}) =>
  who.post(ORDER, { quote_id, transaction_password: PASSWORD, ...fields });
const setLimit = (who: TestClient, terms: object) => who.post(LIMIT, { transaction_password: PASSWORD, ...terms });

const inUnits = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(12, '0'));
};
const balances = (who: TestClient, ...coins: string[]) => Promise.all(coins.map((coin) => who.available(coin)));

/** A list of conversions, read once the tables have caught up with the log. */
async function listed(who: TestClient, path: 'history' | 'orders', query = '') {
  const headers = { 'x-min-position': String(exchange.services.core.position) };
  const { body } = await who.get(`/api/v3/convert/${path}${query}`, headers);
  return path === 'history' ? body.converts : body.orders;
}

describe('a quote', () => {
  test('gives exactly the quoted amount while the books do not change, and appears in the history', async () => {
    const who = await exchange.client({ USDT: '1000' });
    const quoted = (await quote(who, 'USDT', 'BTC', '500')).body;
    expect(quoted).toMatchObject({
      from: 'USDT',
      to: 'BTC',
      amount: '500.000000',
      fee_coin: 'USDT',
      lifetime_ms: 8000,
    });
    expect(inUnits(quoted.spent)).toBeLessThanOrEqual(inUnits('500'));
    expect(inUnits(quoted.least)).toBeLessThan(inUnits(quoted.receives));
    const answer = await take(who, quoted.quote_id);
    const { spent, receives, rate, fee, fee_coin } = quoted;
    expect(answer.body).toEqual({
      message: 'success',
      position: expect.any(Number),
      result: { from: 'USDT', to: 'BTC', amount: spent, receives, rate, fee, fee_coin },
    });
    const [usdt = '', coins] = await balances(who, 'USDT', 'BTC');
    expect(coins).toBe(quoted.receives);
    expect(inUnits(usdt) + inUnits(quoted.spent)).toBe(inUnits('1000'));
    const [done] = await listed(who, 'history');
    expect(done).toMatchObject({
      kind: 'market',
      from: 'USDT',
      to: 'BTC',
      amount: quoted.spent,
      receives: quoted.receives,
      rate: quoted.rate,
      fee: quoted.fee,
      position: answer.body.position,
    });
    expect(done.order_ids).toHaveLength(1);
  });

  test('of one coin for another goes through USDT in one step, and leftover USDT stays with the client', async () => {
    const who = await exchange.client({ BTC: '0.5' });
    const quoted = (await quote(who, 'BTC', 'ETH', '0.1')).body;
    const { position } = (await take(who, quoted.quote_id)).body;
    const [coins, ether, usdt = ''] = await balances(who, 'BTC', 'ETH', 'USDT');
    expect([coins, ether]).toEqual(['0.40000000', quoted.receives]);
    // The leftover USDT is less than the cost of one lot of ETH.
    expect(Number(usdt)).toBeLessThan(eth * 0.01);
    const [done] = await listed(who, 'history');
    expect(done).toMatchObject({ from: 'BTC', to: 'ETH', position });
    expect(done.order_ids).toHaveLength(2);
  });

  test('expires after eight seconds, works only for its client, and cannot be forged', async () => {
    const who = await exchange.client({ USDT: '1000' });
    const { quotes } = exchange.services.converts;
    const quoted = (await quote(who, 'USDT', 'BTC', '100')).body;
    const terms = quotes.read(quoted.quote_id);
    if (terms === undefined) throw new Error('the quote was not found');
    const ended = await take(who, quotes.sign({ ...terms, expiresMs: Date.now() - 1 }));
    expect(ended).toMatchObject({ status: 409, body: { code: 'quote_expired', retryable: true } });
    const stranger = await exchange.client({ USDT: '1000' });
    expect((await take(stranger, quoted.quote_id)).body.code).toBe('quote_unknown');
    expect((await take(who, `${quoted.quote_id}x`)).body.code).toBe('quote_unknown');
    expect(await balances(who, 'USDT')).toEqual(['1000.000000']);
  });

  test('converts nothing once its market has moved too far', async () => {
    const who = await exchange.client({ USDT: '1000' });
    const quoted = (await quote(who, 'USDT', 'BTC', '500')).body;
    await maker.post('/api/v3/orders/cancel-all', {});
    await offer('BTC', 'SELL', '2', btc * 1.02);
    expect(await take(who, quoted.quote_id)).toMatchObject({ status: 409, body: { code: 'below_rate' } });
    expect(await balances(who, 'USDT', 'BTC')).toEqual(['1000.000000', '0.00000000']);
  });

  test('is executed once, with or without a key, however often it is sent', async () => {
    const who = await exchange.client({ USDT: '1000' });
    const quoted = (await quote(who, 'USDT', 'BTC', '100')).body;
    const first = await take(who, quoted.quote_id);
    const after = await who.available('USDT');
    expect((await take(who, quoted.quote_id)).body).toEqual(first.body);
    expect(await who.available('USDT')).toBe(after);
  });

  test('of 64 concurrent conversions of the whole balance, exactly one succeeds', async () => {
    const who = await exchange.client({ BTC: '0.1', USDT: '100' });
    await take(who, (await quote(who, 'USDT', 'BTC', '20')).body.quote_id, { remember: true });
    const all = await who.available('BTC');
    // 64 quotes with the same terms that differ only in their expiry.
    const { quotes } = exchange.services.converts;
    const terms = quotes.read((await quote(who, 'BTC', 'USDT', all)).body.quote_id);
    if (terms === undefined) throw new Error('the quote was not found');
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        who.post(ORDER, { quote_id: quotes.sign({ ...terms, expiresMs: terms.expiresMs + 60_000 + n }) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'exceeds_balance')).toHaveLength(63);
    expect(await who.available('BTC')).toBe('0.00000000');
    expect(await listed(who, 'history')).toHaveLength(2);
  });

  test('a wrong transaction password converts nothing; a remembered one serves the next conversion', async () => {
    const who = await exchange.client({ USDT: '1000' });
    const quoteId = async () => (await quote(who, 'USDT', 'BTC', '100')).body.quote_id;
    const wrong = await take(who, await quoteId(), { transaction_password: 'Wrong-lantern-77' });
    expect(wrong.body).toEqual({ message: 'wrong_transaction_password' });
    expect((await who.post(ORDER, { quote_id: await quoteId() })).body.code).toBe('transaction_password_required');
    expect(await balances(who, 'USDT')).toEqual(['1000.000000']);
    await take(who, await quoteId(), { remember: true });
    expect((await who.post(ORDER, { quote_id: await quoteId() })).body.message).toBe('success');
  });

  test('a client restricted from trading cannot accept a quote', async () => {
    const who = await exchange.client({ USDT: '1000' });
    // Prepared in advance: on a slow machine, signing an officer in takes longer than a quote is valid.
    const restrict = await restricting(who);
    const { quote_id } = (await quote(who, 'USDT', 'BTC', '100')).body;
    await restrict();
    expect((await take(who, quote_id)).body.code).toBe('account_restricted');
    expect((await setLimit(who, { from: 'USDT', to: 'BTC', amount: '100', receives: '1' })).body.code).toBe(
      'account_restricted',
    );
    expect(await balances(who, 'USDT')).toEqual(['1000.000000']);
  });

  test.each<[string, object, number, string]>([
    ['an unknown coin', { to: 'NOPE' }, 404, 'unknown_coin'],
    ['a conversion from a coin to itself', { to: 'USDT' }, 422, 'same_coin'],
    ['an amount of zero', { amount: '0' }, 422, 'amount_required'],
    ['an amount with too many decimals', { amount: '0.0000001' }, 400, 'excess_decimals'],
    ['an amount with an exponent', { amount: '1e3' }, 400, 'malformed_amount'],
    ['an amount below the minimum', { amount: '0.5' }, 422, 'below_minimum'],
    ['an amount above the market’s maximum', { amount: '9000000000' }, 422, 'above_maximum'],
    ['an amount above what the order books offer', { amount: '900000' }, 422, 'no_liquidity'],
  ])('%s is not quoted', async (_, fields, status, code) => {
    const answer = await maker.post(QUOTE, { from: 'USDT', to: 'ETH', amount: '100', ...fields });
    // The books contain only the maker's orders, with which the maker cannot trade: hence cannot_fill.
    expect(answer).toMatchObject({ status, body: { code: code === 'no_liquidity' ? 'cannot_fill' : code } });
    expect(await looker.post(QUOTE, { from: 'USDT', to: 'ETH', amount: '100', ...fields })).toMatchObject({
      status,
      body: { code },
    });
  });

  test('the minimum is reported in the specification’s terms, in the coin to be converted', async () => {
    expect((await quote(looker, 'USDT', 'BTC', '1')).body.message).toMatch(
      /^Amount must be greater than minimum buy amount \(\d+\.\d{6}\)$/,
    );
    expect((await quote(looker, 'BTC', 'ETH', '0.00001')).body.message).toMatch(
      /^Amount must be greater than minimum sell amount \(0\.\d{5}\)$/,
    );
  });
});

describe('POST /api/v2/my-order with trade_type convert', () => {
  const order = (who: TestClient, fields: object) => who.order({ trade_type: 'convert', ...fields });

  test('BUY spends the total, SELL sells the coin, at about the price the client saw', async () => {
    const who = await exchange.client({ USDT: '1000' });
    const bought = await order(who, { delegate_type: 'BUY', total: '500', order_per_unit: (btc * 1.01).toFixed(1) });
    expect(bought.body).toMatchObject({ message: 'success', order_id: expect.any(String) });
    const coins = await who.available('BTC');
    const price = (btc * 0.99).toFixed(1);
    const sold = await order(who, { delegate_type: 'SELL', number_of_order: coins, order_per_unit: price });
    expect(sold.body.message).toBe('success');
    expect(await who.available('BTC')).toBe('0.00000000');
    expect((await listed(who, 'history')).map(({ from }: { from: string }) => from)).toEqual(['BTC', 'USDT']);
  });

  test.each<[string, object, string]>([
    ['without the price the client saw', { total: '500' }, 'price_required'],
    ['without an amount', { order_per_unit: '60000.0' }, 'amount_required'],
    ['at a price no longer available', { total: '500', order_per_unit: '50000.0' }, 'below_rate'],
    [
      'with two amounts',
      { total: '500', number_of_order: '0.001', order_per_unit: '60000.0' },
      'unsupported_combination',
    ],
    [
      'with a time in force',
      { total: '500', order_per_unit: '60000.0', time_in_force: 'GTC' },
      'unsupported_combination',
    ],
    [
      'with a rule for self-trades',
      { total: '500', order_per_unit: '60000.0', self_trade: 'cancel_newest' },
      'unsupported_combination',
    ],
    ['for more coins than the safe range', { total: '9007199254.740991', order_per_unit: '0.1' }, 'exceeds_range'],
    [
      'for more USDT than the safe range',
      { delegate_type: 'SELL', number_of_order: '90071992.54740991', order_per_unit: '900719925474099.1' },
      'exceeds_range',
    ],
    ['with a trigger', { total: '500', order_per_unit: '60000.0', trigger_price: '1.0' }, 'unsupported_combination'],
  ])('a conversion %s is refused and nothing moves', async (_, fields, code) => {
    expect((await order(looker, { delegate_type: 'BUY', ...fields })).body.code).toBe(code);
    expect(await balances(looker, 'USDT')).toEqual(['500.000000']);
  });
});

/** Prepares a function that restricts a client. */
async function restricting(who: TestClient): Promise<() => Promise<void>> {
  const { id: uid } = (await who.get('/api/v3/account-client')).body.client;
  const officer = await exchange.staff('compliance');
  const terms = { uid, kind: 'trade', reason: 'terms_breach', rule: 'AML', days: 7 };
  return async () => {
    expect((await officer.post('/api/v3/console/restrictions/set', terms)).status).toBe(200);
  };
}

describe('a limit conversion', () => {
  const look = async () => {
    const { histories, core, converts } = exchange.services;
    await histories.reached(core.position, 30_000);
    await converts.executor.run();
  };
  const terms = (percent: number) => ({
    from: 'USDT',
    to: 'BTC',
    amount: '500',
    receives: (500 / (btc * (1 + percent / 100))).toFixed(8),
  });

  test('stays open with its amount on hold, and is executed once the books offer its price', async () => {
    const who = await exchange.client({ USDT: '600' });
    const { body } = await setLimit(who, terms(0.5));
    expect(body).toMatchObject({
      message: 'success',
      order_id: expect.any(String),
      position: expect.any(Number),
      result: { from: 'USDT', to: 'BTC', amount: '500.000000', expires_at: expect.any(Number) },
    });
    expect(await balances(who, 'USDT')).toEqual(['100.000000']);
    await look();
    expect(await listed(who, 'orders')).toMatchObject([
      { id: body.order_id, state: 'open', amount: '500.000000', receives: terms(0.5).receives },
    ]);
    await offer('BTC', 'SELL', '1', btc * 1.002);
    await look();
    const [done] = await listed(who, 'history');
    expect(done).toMatchObject({ kind: 'limit', from: 'USDT', to: 'BTC' });
    expect(inUnits(done.receives)).toBeGreaterThanOrEqual(inUnits(terms(0.5).receives));
    const [usdt = '', coins] = await balances(who, 'USDT', 'BTC');
    expect(coins).toBe(done.receives);
    // The rest of the amount, which is too small for one lot of BTC, is available again.
    expect(inUnits(usdt) + inUnits(done.amount)).toBe(inUnits('600'));
    expect(await listed(who, 'orders', '?state=open')).toEqual([]);
    expect(await listed(who, 'orders', '?state=ended')).toMatchObject([
      { id: body.order_id, state: 'converted', receives: done.receives, ended_at: expect.any(Number) },
    ]);
    await look();
    expect(await listed(who, 'history')).toHaveLength(1);
    const notified = (await who.get('/api/v3/notifications')).body.notifications;
    expect(notified.filter(({ kind }: { kind: string }) => kind === 'limit_converted')).toMatchObject([
      { parameters: { amount: done.amount, from: 'USDT', receives: done.receives, to: 'BTC' } },
    ]);
  });

  test('returns its amount once when cancelled', async () => {
    const who = await exchange.client({ USDT: '500' });
    const { order_id } = (await setLimit(who, terms(-5))).body;
    expect(await balances(who, 'USDT')).toEqual(['0.000000']);
    expect((await who.post(CANCEL, { order_id })).body.message).toBe('success');
    expect(await balances(who, 'USDT')).toEqual(['500.000000']);
    expect((await who.post(CANCEL, { order_id })).body.code).toBe('unknown_order');
    expect(await listed(who, 'orders')).toMatchObject([{ state: 'cancelled' }]);
  });

  test('of 64 concurrent limit conversions of the whole balance, exactly one is accepted', async () => {
    const who = await exchange.client({ USDT: '1000' });
    const first = await setLimit(who, { ...terms(-5), remember: true });
    await who.post(CANCEL, { order_id: first.body.order_id });
    const answers = await Promise.all(
      // Twice the amount for twice the proceeds: with lower proceeds, the conversions would be executed immediately.
      Array.from({ length: 64 }, () =>
        who.post(LIMIT, { ...terms(-5), amount: '1000', receives: (2 * Number(terms(-5).receives)).toFixed(8) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // If more conversions than the limit are in progress, the excess ones get too_many_limit_conversions.
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { body } of refused) expect(body.code).toMatch(/^(exceeds_balance|too_many_limit_conversions)$/);
    expect(await listed(who, 'orders', '?state=open')).toHaveLength(1);
  });

  test('of a client restricted from trading stays open; it can still be cancelled', async () => {
    const who = await exchange.client({ USDT: '500' });
    const { order_id } = (await setLimit(who, terms(0.5))).body;
    await (await restricting(who))();
    await offer('BTC', 'SELL', '1', btc * 1.002);
    await look();
    expect(await listed(who, 'orders')).toMatchObject([{ state: 'open' }]);
    expect((await who.post(CANCEL, { order_id })).body.message).toBe('success');
    expect(await balances(who, 'USDT')).toEqual(['500.000000']);
  });

  test('is listed page by page, newest first', async () => {
    const who = await exchange.client({ USDT: '500' });
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1)
      ids.unshift((await setLimit(who, { ...terms(-5), amount: String(20 + n) })).body.order_id);
    const headers = { 'x-min-position': String(exchange.services.core.position) };
    const first = (await who.get('/api/v3/convert/orders?limit=2', headers)).body;
    const second = (await who.get(`/api/v3/convert/orders?limit=2&cursor=${first.next_cursor}`)).body;
    const idOf = ({ id }: { id: string }) => id;
    expect([...first.orders.map(idOf), ...second.orders.map(idOf)]).toEqual(ids);
    expect(second.next_cursor).toBeUndefined();
  });

  test.each<[string, object, string]>([
    ['an amount below the minimum', { amount: '0.5' }, 'below_minimum'],
    ['a received amount of zero', { receives: '0' }, 'amount_required'],
    ['a conversion from a coin to itself', { to: 'USDT', receives: '1' }, 'same_coin'],
    ['an amount above the balance', { amount: '501' }, 'exceeds_balance'],
  ])('%s is refused and puts nothing on hold', async (_, fields, code) => {
    expect((await setLimit(looker, { ...terms(-5), ...fields })).body.code).toBe(code);
    expect(await balances(looker, 'USDT')).toEqual(['500.000000']);
    expect(await listed(looker, 'orders')).toEqual([]);
  });

  test('leaves no row if the transaction password is wrong or missing', async () => {
    const who = await exchange.client({ USDT: '500' });
    const rows = () => exchange.query('select record from limit_convert where owner = $1', [who.owner]);
    const wrong = await who.post(LIMIT, { ...terms(-5), transaction_password: 'not mine at all' });
    expect(wrong.body.message).toBe('wrong_transaction_password');
    expect((await who.post(LIMIT, terms(-5))).body.code).toBe('transaction_password_required');
    expect(await rows()).toEqual([]);
    expect((await setLimit(who, terms(-5))).body.message).toBe('success');
    expect(await rows()).toHaveLength(1);
  });

  // This test is the last one because it moves the clock.
  test('expires after thirty days', async () => {
    const who = await exchange.client({ USDT: '500' });
    await setLimit(who, terms(-5));
    await exchange.visitor.post('/sandbox/clock', { advanceSeconds: 31 * DAY_SECONDS });
    await expect.poll(() => balances(who, 'USDT')).toEqual(['500.000000']);
    expect(await listed(who, 'orders')).toMatchObject([{ state: 'expired' }]);
    // Drafts that were refused, and so never reached the log, are removed.
    const drafts = async () =>
      (
        await exchange.query(
          `select record from limit_convert where not exists (select from money_records held
             where held.purpose = 'convert' and held.record = limit_convert.record)`,
        )
      ).length;
    expect(await drafts()).toBeGreaterThan(0);
    await exchange.services.converts.limits.forgetDrafts();
    expect(await drafts()).toBe(0);
    expect(await listed(who, 'orders')).toHaveLength(1);
  });
});
