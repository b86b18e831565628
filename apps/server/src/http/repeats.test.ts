import { type Endpoint, type EndpointKey, type Endpoints, endpoints } from '@vitrine/contract';
import type { TestInstallation } from '@vitrine/tools/test-database';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givePoints, verify } from '../rewards/testing/give-points.ts';
import { dailyPlan, dualSubscription, newPlan, type Scene } from '../testing/scene.ts';
import { PASSWORD, type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { allowOneStep, draft, saveLongAgo, withdrawal } from '../testing/withdraw.ts';

type MoneyRoute = { [K in EndpointKey]: Endpoints[K] extends { readonly money: true } ? K : never }[EndpointKey];

let installation: TestInstallation;
let exchange: TestExchange;
let client: TestClient;
let other: TestClient;
let third: TestClient;
let price: number;

const open = () => TestExchange.openOn(installation.url, installation.folder, { RATE_ORDERS_PER_SESSION: '100000' });

beforeAll(async () => {
  installation = await TestExchange.installation();
  exchange = await open();
  client = await exchange.client({ BTC: '1000', USDT: '1000000' });
  other = await exchange.client({ BTC: '1000', USDT: '1000000' });
  third = await exchange.client({ BTC: '1000' });
  await saveLongAgo(exchange, client);
  await allowOneStep(exchange, client);
  price = Number((await client.get('/api/v3/getOrder?symbol=BTC')).body.price.unit_price);
  await unlock(client, other, third);
  await verify(exchange, client.owner);
  await openPosition();
  await allowManyRentals();
});
afterAll(async () => {
  await exchange.close();
  await installation.drop();
});

const SIZE = '0.01';
/** The price that is this many percent above the first price. */
const at = (percent: number) => (Math.round(price * (10 + percent / 10)) / 10).toFixed(1);
const limit = (side: 'BUY' | 'SELL', percent: number) => ({
  name: 'BTCUSDT',
  delegate_type: side,
  trade_type: 'limit',
  number_of_order: SIZE,
  order_per_unit: at(percent),
});
/**
 * Unlocks these clients' sessions until the server restarts: their orders then need no transaction password, whose
 * verification is rate-limited.
 */
async function unlock(...clients: readonly TestClient[]): Promise<void> {
  for (const who of clients) expect((await who.order({ ...limit('SELL', 5), remember: true })).status).toBe(200);
}
async function place(who: TestClient, fields: object): Promise<void> {
  expect((await who.post('/api/v2/my-order', fields)).status).toBe(200);
}
const PERPETUAL = 'BTC-USDT-PERP';
const futuresLimit = (side: 'long' | 'short', percent: number) => ({
  name: PERPETUAL,
  side,
  effect: 'open',
  trade_type: 'limit',
  number_of_order: SIZE,
  order_per_unit: at(percent),
});
/** Gives the client a long position, and free margin. */
async function openPosition(): Promise<void> {
  for (const who of [client, other]) {
    const form = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '100000' };
    expect((await who.post('/api/v3/futures/transfer', form)).status).toBe(200);
  }
  for (const [who, side] of [[other, 'short'] as const, [client, 'long'] as const])
    expect((await who.post('/api/v3/futures/orders', { ...futuresLimit(side, 0), number_of_order: '1' })).status).toBe(
      200,
    );
}
const restingFutures = async (): Promise<string> =>
  (await client.post('/api/v3/futures/orders', futuresLimit('long', -2))).body.order_id;

const resting = async (): Promise<string> => (await client.post('/api/v2/my-order', limit('SELL', 2))).body.order_id;

/** The version of a miner's terms under which one client can rent many. */
let manyRentals = 0;
async function allowManyRentals(): Promise<void> {
  const [version] = await exchange.query(
    `insert into miner_versions (product_id, number, published_ms, price_units, days, daily_units, quota, most_per_client)
     values (1, 2, 0, 1000000, 90, 810000, 1000, 1000) returning version_id`,
  );
  manyRentals = Number(version?.version_id);
}

const lockedStake = { earn_id: 1, amount: '20', status: 'STAKE_LOCK', days: 30, accepted: true };
const subscribed = async (body: object): Promise<number> =>
  (await client.post(endpoints.earnStore.path, body)).body.stake_id;

/** The body of a limit conversion at a price at which it is not executed. */
const limitConversion = (n: number) => ({ from: 'USDT', to: 'BTC', amount: String(n + 10), receives: '1' });

/** For each call that moves money, a body with which it succeeds, varied by `n`. */
const bodies: Readonly<Record<MoneyRoute, (n: number) => object | Promise<object>>> = {
  placeOrder: (n) => (n % 2 === 0 ? limit('SELL', 1 + n / 10) : { ...limit('BUY', -1 - n / 10), client_order_id: '7' }),
  placeOco: (n) => {
    const { trade_type: _, ...order } = limit('SELL', 1 + n / 10);
    return { ...order, trigger_price: at(-2), ...(n % 2 === 0 ? {} : { stop_price: at(-2.5) }) };
  },
  amendOrder: async (n) => {
    const order_id = await resting();
    return n % 2 === 0 ? { order_id, number_of_order: '0.005' } : { order_id, order_per_unit: at(1 + n / 10) };
  },
  cancelOrder: async () => ({ order_id: await resting() }),
  cancelAllOrders: async (n) => {
    for (let i = 0; i < n % 4; i += 1) await resting();
    return n % 2 === 0 ? {} : { name: 'BTCUSDT' };
  },
  placeFuturesOrder: (n) =>
    n % 2 === 0
      ? { ...futuresLimit('long', -1 - n / 10), take_profit_price: at(5), stop_loss_price: at(-9) }
      : futuresLimit('short', 1 + n / 10),
  cancelFuturesOrder: async () => ({ order_id: await restingFutures() }),
  cancelAllFuturesOrders: async (n) => {
    for (let i = 0; i < n % 4; i += 1) await restingFutures();
    return { name: PERPETUAL };
  },
  closePosition: (n) => ({
    name: PERPETUAL,
    side: 'long',
    trade_type: 'limit',
    number_of_order: '0.001',
    order_per_unit: at(2 + n / 10),
  }),
  buyMore: async (n) => {
    const offer = { ...futuresLimit('short', 0), number_of_order: '0.02', transaction_password: PASSWORD };
    expect((await other.post('/api/v3/futures/orders', offer)).status).toBe(200);
    const order = { name: 'BTCUSDT', delegate_type: 'BUY_MORE', margin: String(20 + n), opening_price: at(0) };
    return { ...order, leverage: 10 };
  },
  closeFuture: async () => {
    const price = { order_per_unit: at(0), number_of_order: SIZE };
    const send = async (who: TestClient, fields: object) => {
      const order = { ...futuresLimit('short', 0), ...price, ...fields, transaction_password: PASSWORD };
      expect((await who.post('/api/v3/futures/orders', order)).status).toBe(200);
    };
    for (const who of [client, other]) await who.post('/api/v3/futures/orders/cancel-all', { name: PERPETUAL });
    await send(other, { side: 'long' });
    await send(client, {});
    // The order against which the client's short position will be closed.
    await send(other, { side: 'short' });
    return { future_id: '1001-short' };
  },
  changeMargin: (n) => ({ name: PERPETUAL, side: 'long', change: 'add', amount: String(n + 1) }),
  convertQuoted: async (n) => {
    await place(other, limit('SELL', 0.1));
    const amount = String(20 + n);
    const { quote_id } = (await client.post(endpoints.quoteConvert.path, { from: 'USDT', to: 'BTC', amount })).body;
    return { quote_id };
  },
  placeLimitConvert: (n) => limitConversion(n),
  cancelLimitConvert: async (n) => {
    const { order_id } = (await client.post(endpoints.placeLimitConvert.path, limitConversion(n))).body;
    return { order_id };
  },
  convertPoints: async (n) => {
    await givePoints(exchange, client.owner, 100 * (n + 1));
    return { points: 100 * (n + 1) };
  },
  transfer: (n) => ({ coin_name: 'USDT', draw_type: 'DRAW_IN', transfer_amount: String(n + 1) }),
  createAutoInvestPlan: async (n) => {
    await newPlan({ exchange, client } as Scene);
    return { ...dailyPlan, amount: String(n + 20) };
  },
  earnStore: (n) =>
    n % 2 === 0
      ? { earn_id: 1, amount: String(n + 10), status: 'FLEXI_LOCK' }
      : { ...lockedStake, amount: String(n + 10), auto_renew: true },
  dualSubscribe: async (n) => ({ ...(await dualSubscription({ exchange })), amount: String(n + 10) }),
  earnRedeem: async (n) => {
    const stake_id = await subscribed({ earn_id: 1, amount: '20', status: 'FLEXI_LOCK' });
    return n % 2 === 0 ? { stake_id } : { stake_id, amount: String(10 + n / 100) };
  },
  rentMiner: () => ({ product_id: 1, version: manyRentals, accepted: true }),
  stakeUnlock: async () => ({ stake_id: await subscribed(lockedStake), accepted: true }),
  createWithdrawal: async (n) => {
    const fields = { withdraw_amount: String(10 + n) };
    const { gasfee } = (await draft(client, { ...fields, one_step: true })).body.draft;
    return { ...withdrawal(fields), gasfee, verification: '', transaction_password: PASSWORD };
  },
  sandboxDeposits: (n) => ({ coin: 'USDT', amount: String(n + 1), username: client.email }),
};

const ends = {
  nothing: async () => {},
  cancelled: () => client.post('/api/v3/orders/cancel-all', {}),
  filled: async () => {
    await place(other, limit('BUY', 4));
    await place(other, limit('SELL', -4));
  },
};

/** Restores the first price and an empty order book, so that the next call succeeds too. */
async function calmDown(): Promise<void> {
  for (const who of [client, other]) await who.post('/api/v3/orders/cancel-all', {});
  await place(third, limit('SELL', 0));
  await place(other, limit('BUY', 0));
}

const MOST_UNFINISHED_WITHDRAWALS = 10;

interface Sent {
  readonly path: string;
  readonly body: object;
  readonly key: string;
  readonly answer: string;
}

/** Sends a call; returns everything that its caller sees of the response, with the fields in their original order. */
async function send({ path, body, key }: Omit<Sent, 'answer'>): Promise<string> {
  const { status, headers, body: answer } = await client.post(path, body, { 'idempotency-key': key });
  return JSON.stringify([status, headers['x-log-position'], answer]);
}

test('a call that moves money gets its first response if repeated at once, after its order has ended, or after a restart', async () => {
  const all: Sent[] = [];
  let keys = 0;
  let withdrawals = 0;
  const routes = Object.keys(bodies) as MoneyRoute[];
  const money = (Object.entries(endpoints) as [EndpointKey, Endpoint][]).filter(([, endpoint]) => endpoint.money);
  expect(routes.sort()).toEqual(money.map(([route]) => route).sort());

  const step = fc.record({
    route: fc.constantFrom(...routes),
    n: fc.nat(9),
    end: fc.constantFrom(...(Object.keys(ends) as (keyof typeof ends)[])),
  });
  const everyRoute = routes.map((route, n) => ({ route, n, end: 'cancelled' as const }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const round: Sent[] = [];
      for (const { route, n, end } of steps) {
        if (route === 'createWithdrawal' && ++withdrawals > MOST_UNFINISHED_WITHDRAWALS) continue;
        const call = {
          path: endpoints[route].path,
          body: await bodies[route](n),
          key: `key-${++keys}`,
        };
        const answer = await send(call);
        expect(answer).toMatch(/^\[200,"\d+",\{"message":"(success|closeRequest)"/);
        round.push({ ...call, answer });
        expect(await send(call)).toBe(answer);
        const before = await client.get('/api/v3/wallets/spot');
        expect(await Promise.all([send(call), send(call)])).toEqual([answer, answer]);
        expect((await client.get('/api/v3/wallets/spot')).body.wallet).toEqual(before.body.wallet);
        await ends[end]();
        for (const earlier of round) expect(await send(earlier)).toBe(earlier.answer);
        await calmDown();
      }
      all.push(...round);
    }),
    { numRuns: 25, includeErrorInReport: true, examples: [[everyRoute.slice(0, 3)], [everyRoute.slice(3)]] },
  );

  await exchange.close();
  exchange = await open();
  [client, other, third] = [exchange.clientFrom(client), exchange.clientFrom(other), exchange.clientFrom(third)];
  expect((await client.post('/api/v2/my-order', limit('SELL', 2))).body.code).toBe('transaction_password_required');
  for (const sent of all) expect(await send(sent)).toBe(sent.answer);
});

test('a repeated amendment that filled its order returns the first response', async () => {
  await unlock(other, third);
  await calmDown();
  await place(other, limit('SELL', 0.5));
  const { body } = await client.order(limit('BUY', -2));
  const amendment = { order_id: body.order_id, order_per_unit: at(0.5), transaction_password: PASSWORD };
  const call = { path: endpoints.amendOrder.path, body: amendment, key: 'amend-and-fill' };
  const first = await send(call);
  expect(first).toMatch(/^\[200/);
  const { orders } = (await client.get('/api/v3/trades/open-orders')).body;
  expect(orders.map(({ id }: { id: string }) => id)).not.toContain(body.order_id);
  expect(await send(call)).toBe(first);
  // A different amendment of the ended order, with a new key, gets the error for an unknown order.
  expect(await send({ ...call, key: 'too-late' })).toMatch(/^\[404,null,\{"code":"unknown_order"/);
});
