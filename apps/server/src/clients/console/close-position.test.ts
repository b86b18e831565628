import { CommandBatch } from '@vitrine/core';
import type { PriceTicks } from '@vitrine/money';
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
let isMarkReliable = true;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await stopDuty(exchange.exchange, 'mark prices');
  // The tests set mark prices that no source confirms.
  exchange.services.indexFeed.isMarkReliable = () => isMarkReliable;
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
/** Opens opposite positions of two clients. */
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
const shown = async ({ body }: TestResponse) =>
  (await second.get('/api/v3/console/approvals?list=waiting')).body.approvals.find(
    ({ id }: { id: number }) => id === body.approval,
  );
const noticesOf = async ({ owner }: TestClient) =>
  (
    await exchange.query(`select parameters from notice where owner = $1 and kind = 'position_closed' order by id`, [
      owner,
    ])
  ).map(({ parameters }) => parameters);
const mailsTo = async ({ email }: TestClient) =>
  JSON.stringify((await exchange.visitor.get(`/sandbox/messages?to=${email}`)).body);
/** The kinds of the commands in the log after this position. */
const commandsSince = async (position: number) => {
  const rows = await exchange.query('select payload from log_batch where first_position > $1 order by n', [position]);
  return rows.flatMap(({ payload }) =>
    CommandBatch.fromBytes(payload as Uint8Array)
      .commands()
      .map(({ kind }) => kind),
  );
};
const setMark = (ticks: number) =>
  exchange.services.sequencer.submit({ kind: 'SetMarkPrice', market: market(), markTicks: ticks as PriceTicks });
const approve = async ({ status, body }: TestResponse, who = second) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return who.post('/api/v3/console/approvals/approve', { id: body.approval });
};
const lotsOf = ({ owner }: TestClient) =>
  exchange.services.core.positions(owner).reduce((sum, { sizeLots }) => sum + sizeLots, 0);

test('two people close the position of a frozen client at market, within the distance, and the client stays frozen', async () => {
  const { long, short } = await pair('0.1');
  const uid = await uidOf(long);
  expect((await ask(uid, 'long')).body.code).toBe('client_may_trade');
  await restrict(long, 'freeze');
  expect((await ask(uid, 'short')).body.code).toBe('no_such_position');
  const { client } = (await asker.get(`/api/v3/console/client?uid=${uid}`)).body;
  expect(client.positions).toMatchObject([{ name: NAME, side: 'long', size: '0.10000' }]);

  // The only bid is 3% below the mark price, further than the default distance allows.
  const buyer = await funded();
  expect((await order(buyer, 'long', '0.06', 0.97)).status).toBe(200);
  const far = await ask(uid, 'long');
  expect((await approve(far, asker)).body.code).toBe('own_approval');
  expect((await approve(far)).body.approval).toMatchObject({
    state: 'failed',
    failure: expect.stringMatching(/no_liquidity|beyond_protection/),
    outcome: null,
  });
  expect(lotsOf(long)).toBe(10_000);
  expect(await noticesOf(long)).toEqual([]);

  // The order closes as much of the position as the book can fill; another request is needed for the rest.
  const asked = await ask(uid, 'long', { max_slippage_bps: 400 });
  expect(await shown(asked)).toMatchObject({
    before: { size: '0.10000' },
    after: { size: '0.00000', mark_price: at(1), distance_percent: '4.0000' },
    current: { mark_price: at(1), position_size: '0.10000', worst_price: at(0.96) },
    outcome: null,
  });
  const { position } = exchange.services.core;
  const twice = await Promise.all([approve(asked), approve(asked)]);
  expect(twice.map(({ body }) => body.code ?? body.approval.state).sort()).toEqual(['approval_decided', 'done']);
  // A single command closes the position: the freeze is not lifted even for a moment.
  const kinds = await commandsSince(position);
  expect(kinds.filter((kind) => kind === 'ClosePosition')).toHaveLength(1);
  expect(kinds.filter((kind) => /Freeze|Unfreeze|Restrictions/.test(kind))).toEqual([]);
  const [done] = twice.flatMap(({ body }) => (body.approval === undefined ? [] : [body.approval]));
  expect(done.outcome).toEqual({ closed: '0.06000', average_price: `${at(0.97)}00`, left: '0.04000' });
  expect(exchange.services.core.isFrozen(long.owner)).toBe(true);
  expect(exchange.services.core.positions(long.owner)).toMatchObject([{ sizeLots: 4_000 }]);
  expect(await noticesOf(long)).toMatchObject([
    { name: NAME, side: 'long', size: '0.06000 BTC', price: `${at(0.97)}00 USDT` },
  ]);
  const mails = await mailsTo(long);
  expect(mails).toContain(
    `closed 0.06000 BTC of your long position in ${NAME} at market, at an average price of ${at(0.97)}`,
  );
  expect(mails).toContain('By court order');
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

test('the worst price is that of the approval: it follows the mark price after the request', async () => {
  const { long, short } = await pair('0.02');
  const uid = await restrict(long, 'freeze');
  const asked = await ask(uid, 'long', { max_slippage_bps: 100 });
  const requested = markTicks();
  // The mark price falls by 1.5%. A bid 0.5% below the new mark price is more than 1% below the old one.
  await setMark(Math.round(requested * 0.985));
  expect((await order(short, 'short', '0.02', 0.995, { effect: 'close' })).status).toBe(200);
  expect((await shown(asked)).current.worst_price).toBe((Math.ceil(markTicks() * 0.99) / 10).toFixed(1));
  expect((await approve(asked)).body.approval).toMatchObject({ state: 'done' });
  expect(lotsOf(long)).toBe(0);
  await setMark(requested);
});

test('a closing that fills nothing fails for the operators, and the client is not notified', async () => {
  const [long, short, buyer] = await Promise.all([funded(), funded(), funded()]);
  expect((await long.post('/api/v3/futures/leverage', { name: NAME, side: 'long', leverage: 20 })).status).toBe(200);
  const first = markTicks();
  expect((await order(short, 'short', '0.02', 1)).status).toBe(200);
  expect((await order(long, 'long', '0.02', 1)).body.result.state).toBe('APPROVED');
  // The only bid is below the bankruptcy price, which is 5% below the entry price.
  expect((await order(buyer, 'long', '0.02', 0.94)).status).toBe(200);
  await setMark(Math.round(first * 0.97));
  const uid = await restrict(long, 'freeze');
  const { approval } = (await approve(await ask(uid, 'long', { max_slippage_bps: 400 }))).body;
  expect(approval).toMatchObject({ state: 'failed', failure: 'nothing_closed', outcome: null });
  expect(lotsOf(long)).toBe(2_000);
  expect(await noticesOf(long)).toEqual([]);
  expect(await mailsTo(long)).not.toContain('closed a position of yours');
  await setMark(first);
  await buyer.post('/api/v3/futures/orders/cancel-all', { name: NAME });
});

test('the client is notified of the total closed size, even if later commands continued the order', async () => {
  const { long, short } = await pair('0.03');
  const uid = await restrict(long, 'freeze');
  for (const [size, factor] of [
    ['0.01', 1],
    ['0.02', 0.995],
  ] as const)
    expect((await order(short, 'short', size, factor, { effect: 'close' })).status).toBe(200);
  const { sequencer } = exchange.services;
  const { submit } = sequencer;
  // As if the command had run out of steps after the first fill.
  sequencer.submit = async (command) => {
    const outcome = await submit.call(sequencer, command);
    if (command.kind !== 'ClosePosition') return outcome;
    const fill = outcome.events.findIndex(({ kind }) => kind === 'OrderFilled');
    return { ...outcome, events: outcome.events.slice(0, fill + 1) };
  };
  const { approval } = (await approve(await ask(uid, 'long'))).body;
  sequencer.submit = submit;
  expect(approval).toMatchObject({ state: 'done', outcome: { closed: '0.03000', left: '0.00000' } });
  expect(await noticesOf(long)).toMatchObject([{ size: '0.03000 BTC' }]);
});

test('an approval whose commit failed closes nothing more when it is repeated', async () => {
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
  expect((await approve(asked)).body.approval).toMatchObject({
    state: 'done',
    outcome: { closed: '0.02000', average_price: `${at(1)}00`, left: '0.03000' },
  });
  expect(lotsOf(long)).toBe(left);
  expect(await noticesOf(long)).toMatchObject([{ size: '0.02000 BTC' }]);
  expect(services.core.isFrozen(long.owner)).toBe(true);
  await short.post('/api/v3/futures/orders/cancel-all', { name: NAME });
});

test('the closing is refused if the mark price is unconfirmed or has moved since the approver saw it, and to people without the role', async () => {
  const { long } = await pair('0.02');
  const uid = await restrict(long, 'freeze');
  const support = await exchange.staff('support');
  const body = { uid, name: NAME, side: 'long', reason: 'By court order' };
  expect((await support.post('/api/v3/console/client/ask-to-close-position', body)).body.code).toBe('not_permitted');
  const asked = await ask(uid, 'long');
  const { current } = await shown(asked);
  const id = asked.body.approval;
  isMarkReliable = false;
  expect((await approve(asked)).body.code).toBe('mark_price_unconfirmed');
  isMarkReliable = true;
  // The position has grown since the approver saw it.
  const smaller = { ...current, position_size: '0.01000' };
  const early = await second.post('/api/v3/console/approvals/approve', { id, seen: smaller });
  expect(early.body.code).toBe('values_moved');
  await setMark(Math.round(markTicks() * 1.025));
  expect((await approve(asked)).body.code).toBe('values_moved');
  expect(lotsOf(long)).toBe(2_000);
});

test('a position whose minimum term has not ended is closed', async () => {
  const name = 'ETH-USDT-PERP';
  const market = exchange.services.instruments.byName('web', name)?.market as number;
  for (const command of [
    { kind: 'SetMarketStatus', market, status: 'halted' },
    { kind: 'SetMinimumTerm', market, days: 30 },
    { kind: 'SetMarketStatus', market, status: 'open' },
  ] as const)
    await exchange.submit(command);
  const ticks = exchange.services.core.perpetual(market)?.markTicks as number;
  const price = (ticks / 100).toFixed(2);
  const [long, short] = await Promise.all([funded(), funded()]);
  for (const who of [long, short]) await who.post('/api/v3/futures/accept-term', { name, minimum_term_days: 30 });
  const open = { name, number_of_order: '1', order_per_unit: price };
  expect((await order(short, 'short', '1', 1, open)).status).toBe(200);
  expect((await order(long, 'long', '1', 1, open)).body.result.state).toBe('APPROVED');
  const uid = await restrict(long, 'freeze');
  const buyer = await funded();
  await buyer.post('/api/v3/futures/accept-term', { name, minimum_term_days: 30 });
  expect((await order(buyer, 'long', '1', 1, open)).status).toBe(200);
  expect(exchange.services.core.positions(long.owner)).toMatchObject([{ isBound: true }]);
  expect((await approve(await ask(uid, 'long', { name }))).body.approval).toMatchObject({
    state: 'done',
    outcome: { left: '0.0000' },
  });
  expect(lotsOf(long)).toBe(0);
});
