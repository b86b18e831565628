import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  PASSWORD,
  stopDuty,
  type TestClient,
  TestExchange,
  type TestResponse,
  type TestStaff,
} from '../../testing/test-exchange.ts';

const NAME = 'BTC-USDT-PERP';

let exchange: TestExchange;
let asker: TestStaff;
let second: TestStaff;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await stopDuty(exchange.exchange, 'mark prices');
  asker = await exchange.staff('compliance');
  second = await exchange.staff('compliance');
});
afterAll(() => exchange.close());

async function funded(): Promise<TestClient> {
  const someone = await exchange.client({ USDT: '10000' });
  const transfer = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '10000' };
  await someone.post('/api/v3/futures/transfer', { ...transfer, transaction_password: PASSWORD, remember: true });
  return someone;
}
const markTicks = () => exchange.services.core.perpetual(market())?.markTicks as number;
const market = () => exchange.services.instruments.byName('web', NAME)?.market as number;
const at = (factor: number) => (Math.round(markTicks() * factor) / 10).toFixed(1);
const order = (who: TestClient, side: string, number_of_order: string, factor: number, more: object = {}) =>
  who.post('/api/v3/futures/orders', {
    name: NAME,
    effect: 'open',
    trade_type: 'limit',
    side,
    number_of_order,
    order_per_unit: at(factor),
    ...more,
  });
/** Two clients with opposite positions. */
async function pair(size: string): Promise<{ long: TestClient; short: TestClient }> {
  const [long, short] = await Promise.all([funded(), funded()]);
  expect((await order(short, 'short', size, 1)).status).toBe(200);
  expect((await order(long, 'long', size, 1)).body.result.state).toBe('APPROVED');
  return { long, short };
}
const uidOf = async ({ owner }: TestClient) =>
  String((await exchange.query('select unique_id from client where owner = $1', [owner]))[0]?.unique_id);
async function restrict(client: TestClient, kind: string): Promise<string> {
  const uid = await uidOf(client);
  const terms = { uid, kind, reason: 'authority_order', rule: 'A rule', days: 7 };
  const { status, body } = await asker.post('/api/v3/console/restrictions/set', terms);
  expect(status, JSON.stringify(body)).toBe(200);
  return uid;
}
const ask = (uid: string, side: string, more: object = {}) =>
  asker.post('/api/v3/console/client/ask-to-close-position', {
    uid,
    name: NAME,
    side,
    reason: 'By court order',
    ...more,
  });
const approve = async ({ status, body }: TestResponse, who = second) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return who.post('/api/v3/console/approvals/approve', { id: body.approval });
};
const lotsOf = ({ owner }: TestClient) =>
  exchange.services.core.positions(owner).reduce((sum, { sizeLots }) => sum + sizeLots, 0);

test('two people close the position of a frozen client at market, within the slippage, and the client stays frozen', async () => {
  const { long, short } = await pair('0.1');
  const uid = await uidOf(long);
  expect((await ask(uid, 'long')).body.code).toBe('client_may_trade');
  await restrict(long, 'freeze');
  expect((await ask(uid, 'short')).body.code).toBe('no_such_position');
  const { client } = (await asker.get(`/api/v3/console/client?uid=${uid}`)).body;
  expect(client.positions).toMatchObject([{ name: NAME, side: 'long', size: '0.10000' }]);

  // The only bid is 3% below the mark price, further than the default slippage allows.
  const buyer = await funded();
  expect((await order(buyer, 'long', '0.06', 0.97)).status).toBe(200);
  const far = await ask(uid, 'long');
  expect((await approve(far, asker)).body.code).toBe('own_approval');
  expect((await approve(far)).body.approval).toMatchObject({
    state: 'failed',
    failure: expect.stringMatching(/no_liquidity|beyond/),
  });
  expect(exchange.services.core.isFrozen(long.owner)).toBe(true);
  expect(lotsOf(long)).toBeGreaterThan(0);

  // One order closes as much of the position as the book can fill; another request is needed for the rest.
  const asked = await ask(uid, 'long', { max_slippage_bps: 400 });
  const twice = await Promise.all([approve(asked), approve(asked)]);
  expect(twice.map(({ body }) => body.code ?? body.approval.state).sort()).toEqual(['approval_decided', 'done']);
  expect(exchange.services.core.isFrozen(long.owner)).toBe(true);
  expect(exchange.services.core.positions(long.owner)).toMatchObject([{ sizeLots: 4_000 }]);
  const [notice] = await exchange.query(`select parameters from notice where owner = $1 and kind = 'position_closed'`, [
    long.owner,
  ]);
  expect(notice?.parameters).toMatchObject({ name: NAME, side: 'long', size: '0.06000 BTC' });
  const mails = await exchange.visitor.get(`/sandbox/messages?to=${long.email}`);
  expect(JSON.stringify(mails.body)).toContain('By court order');
  expect((await order(short, 'short', '0.04', 0.99, { effect: 'close' })).status).toBe(200);
  expect((await approve(await ask(uid, 'long'))).body.approval).toMatchObject({ state: 'done' });
  expect(lotsOf(long)).toBe(0);
  expect(exchange.services.core.isFrozen(long.owner)).toBe(true);
});

test('the position of a client who is restricted from trading is closed too, and the restriction stays', async () => {
  const { long, short } = await pair('0.05');
  const uid = await restrict(short, 'trade');
  const before = exchange.services.core.restrictionsOf(short.owner);
  expect(before.tradeUntil).toBeGreaterThan(0);
  expect((await order(long, 'long', '0.05', 1, { effect: 'close' })).status).toBe(200);
  expect((await approve(await ask(uid, 'short'))).body.approval).toMatchObject({ state: 'done' });
  expect(lotsOf(short)).toBe(0);
  expect(exchange.services.core.restrictionsOf(short.owner)).toEqual(before);
});

test('an approval whose commit failed closes nothing more when it is repeated, and a lost freeze is set again', async () => {
  const { long, short } = await pair('0.05');
  const uid = await restrict(long, 'freeze');
  expect((await order(short, 'short', '0.02', 1, { effect: 'close' })).status).toBe(200);
  const asked = await ask(uid, 'long');
  const { services } = exchange;
  const { add } = services.notices;
  services.notices.add = () => Promise.reject(new Error('the connection broke'));
  expect((await approve(asked)).status).toBe(500);
  services.notices.add = add;
  const left = lotsOf(long);
  expect(left).toBe(3_000);
  expect((await order(short, 'short', '0.03', 1, { effect: 'close' })).status).toBe(200);
  expect((await approve(asked)).body.approval).toMatchObject({ state: 'done' });
  expect(lotsOf(long)).toBe(left);
  const [notice] = await exchange.query(`select parameters from notice where owner = $1 and kind = 'position_closed'`, [
    long.owner,
  ]);
  expect(notice?.parameters).toMatchObject({ size: '0.02000 BTC' });
  expect(services.core.isFrozen(long.owner)).toBe(true);

  await short.post('/api/v3/futures/orders/cancel-all', { name: NAME });
  // Simulates a server that stopped after placing the closing order and before freezing the account again.
  const notices = async () =>
    (await exchange.query(`select 1 from notice where owner = $1 and kind = 'restriction_set'`, [long.owner])).length;
  const told = await notices();
  await services.sequencer.submit({ kind: 'UnfreezeOwner', owner: long.owner });
  await services.restrictions.run();
  expect(services.core.isFrozen(long.owner)).toBe(true);
  expect(await notices()).toBe(told);
});

test('the closing is refused if the mark price has moved since the approver saw it, and to people without the role', async () => {
  const { long } = await pair('0.02');
  const uid = await restrict(long, 'freeze');
  const support = await exchange.staff('support');
  const body = { uid, name: NAME, side: 'long', reason: 'By court order' };
  expect((await support.post('/api/v3/console/client/ask-to-close-position', body)).body.code).toBe('not_permitted');
  const asked = await ask(uid, 'long');
  const moved = Math.round(markTicks() * 1.025);
  await exchange.services.sequencer.submit({ kind: 'SetMarkPrice', market: market(), markTicks: moved as never });
  expect((await approve(asked)).body.code).toBe('values_moved');
  expect(lotsOf(long)).toBeGreaterThan(0);
});
