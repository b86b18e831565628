import { priceTicks } from '@vitrine/money';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { viewOf } from '../../futures/view-of.ts';
import { utcTime } from '../../kit/utc-time.ts';
import { verifyAuditTrail } from '../../staff/audit/audit-trail.ts';
import { openFuturesOrder } from '../../testing/scene.ts';
import { PASSWORD, type TestClient, TestExchange, type TestStaff } from '../../testing/test-exchange.ts';

let exchange: TestExchange;
let officer: TestStaff;
let second: TestStaff;

beforeAll(async () => {
  exchange = await TestExchange.open();
  officer = await exchange.staff('compliance');
  second = await exchange.staff('compliance');
});
afterAll(() => exchange.close());

const RULE = 'AML 4.2: waits for proof of origin.';
const SET = '/api/v3/console/restrictions/set';
const END = '/api/v3/console/restrictions/end';
const RENEW = '/api/v3/console/restrictions/renew';
const ANSWER = '/api/v3/console/objections/answer';

const uidOf = async (client: TestClient): Promise<string> =>
  (await client.get('/api/v3/account-client')).body.client.id;
const form = (uid: string, kind: string, days = 7) => ({ uid, kind, reason: 'funds_origin', rule: RULE, days });

async function restrict(client: TestClient, kind: string, by = officer) {
  const uid = await uidOf(client);
  const { status, body } = await by.post(SET, form(uid, kind));
  expect(status, JSON.stringify(body)).toBe(200);
  return { uid, id: body.restriction.id as number };
}

const order = { delegate_type: 'SELL', trade_type: 'limit', order_per_unit: '70000.0', number_of_order: '0.01' };

async function mailsTo(email: string): Promise<{ subject: string; text: string }[]> {
  return (await exchange.visitor.get(`/sandbox/messages?to=${email}`)).body;
}

/**
 * Makes `change` (such as `delete on session`) fail for rows that match `when`, until the returned function is called.
 */
async function failing(change: string, when: string): Promise<() => Promise<unknown>> {
  await exchange.query(`create function fails() returns trigger language plpgsql as
    $$ begin raise exception 'fails in this test'; end $$`);
  await exchange.query(`create trigger fails before ${change} for each row when (${when}) execute function fails()`);
  return () => exchange.query('drop function fails cascade');
}

async function noticesOf(client: TestClient): Promise<{ kind: string; parameters: Record<string, string> }[]> {
  return (await client.get('/api/v3/notifications')).body.notifications;
}

describe('freezing', () => {
  test('cancels orders and ends sessions immediately, refuses sign-in and notifies; unfreezing allows sign-in again', async () => {
    const client = await exchange.client({ BTC: '1' });
    expect((await client.order(order)).body.message).toBe('success');
    const { uid, id } = await restrict(client, 'freeze');
    expect(exchange.services.openOrders.of(client.owner)).toEqual([]);
    expect((await client.order(order)).body.code).toMatch(/account_frozen|session_expired/);
    const form = { username: client.email, password: PASSWORD };
    expect((await exchange.visitor.post('/api/v3/login', form)).body.code).toBe('account_frozen');
    expect((await mailsTo(client.email))[0]?.text).toContain(RULE);
    expect((await officer.get(`/api/v3/console/client?uid=${uid}`)).body.client).toMatchObject({
      state: 'frozen',
      sessions: [],
      restrictions: [{ id, kind: 'freeze', ended_at: 0, set_by: officer.email }],
    });

    expect((await officer.post(END, { id, reason: 'Cleared' })).status).toBe(200);
    expect((await officer.post(END, { id, reason: 'Cleared' })).body.code).toBe('restriction_ended');
    const again = await exchange.signIn(client.email, client.owner);
    expect((await again.order(order)).body.message).toBe('success');
    const events = (await again.get('/api/v3/security-events')).body.events;
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['account_frozen', 'account_unfrozen']),
    );
    expect(events.find(({ kind }: { kind: string }) => kind === 'account_frozen')).toMatchObject({ ip: '' });
    expect((await noticesOf(again)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['restriction_set', 'restriction_ended']),
    );
  });

  test('an owner with the right password sees reason, rule and end, and can appeal with a ticket', async () => {
    const client = await exchange.client();
    const { uid } = await restrict(client, 'freeze');
    const { ends_at } = (await officer.get(`/api/v3/console/client?uid=${uid}`)).body.client.restrictions[0];
    const signIn = async (password: string) =>
      (await exchange.visitor.post('/api/v3/login', { username: client.email, password })).body;
    expect(await signIn('not the password')).toEqual(
      (await exchange.visitor.post('/api/v3/login', { username: 'nobody@test.example', password: 'whatever' })).body,
    );
    const { code, parameters } = await signIn(PASSWORD);
    expect(code).toBe('account_frozen');
    expect(parameters).toMatchObject({ reason: 'funds_origin', rule: RULE, ends_at: String(ends_at) });
    const url = '/api/v3/frozen-objection';
    const text = 'This money is from the sale of my flat.';
    const unknown = await exchange.visitor.post(url, { ticket: 'x'.repeat(43), text });
    expect(unknown.body.code).toBe('sign_in_expired');
    expect((await exchange.visitor.post(url, { text })).body.code).toBe('login_failed');
    const sent = await exchange.visitor.post(url, { ticket: parameters.ticket, text });
    expect(sent.body).toMatchObject({ message: 'success', ends_at });
    const open = (await second.get('/api/v3/console/objections')).body.objections;
    expect(open.filter((found: { uid: string }) => found.uid === uid)).toMatchObject([{ text, may_answer: true }]);
    expect((await exchange.visitor.post(url, { ticket: parameters.ticket, text })).body.code).toBe('objection_open');
  });

  test('two concurrent requests set one restriction', async () => {
    const uid = await uidOf(await exchange.client());
    const answers = await Promise.all([officer, second].map((who) => who.post(SET, form(uid, 'freeze'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('restriction_exists');
  });

  test('a freeze that has not reached the core is completed by the next cycle, only once', async () => {
    const client = await exchange.client();
    await exchange.query(
      `insert into restriction (owner, kind, reason, rule, set_by, set_by_team, set_at, ends_at)
       values ($1, 'freeze', 'funds_origin', 'x', 'x', 'compliance', now(), now() + interval '1 day')`,
      [client.owner],
    );
    const { restrictions } = exchange.services;
    await restrictions.run();
    expect(exchange.services.core.isFrozen(client.owner)).toBe(true);
    const { position } = exchange.services.core;
    await restrictions.run();
    expect(exchange.services.core.position).toBe(position);
  });

  test('a client whose freeze was lifted for one command and not set again is frozen again, and not notified again', async () => {
    const client = await exchange.client();
    await restrict(client, 'freeze');
    const { core, restrictions, sequencer } = exchange.services;
    const notices = () => exchange.query('select kind from notice where owner = $1', [client.owner]);
    const told = await notices();
    await sequencer.submit({ kind: 'UnfreezeOwner', owner: client.owner });
    await restrictions.run();
    expect(core.isFrozen(client.owner)).toBe(true);
    expect(await notices()).toEqual(told);
  });

  test('sessions that could not be ended when the account was frozen are ended by the next run', async () => {
    const client = await exchange.client();
    const uid = await uidOf(client);
    const sessions = () =>
      exchange.query('select id from session join client using (person_id) where owner = $1', [client.owner]);
    const [session] = await sessions();
    const mend = await failing('delete on session', `old.id = '${session?.id}'`);
    await officer.post(SET, form(uid, 'freeze'));
    expect(exchange.services.core.isFrozen(client.owner)).toBe(true);
    expect(await sessions()).toHaveLength(1);
    await mend();
    await exchange.services.restrictions.run();
    expect(await sessions()).toEqual([]);
    expect(await exchange.query('select kind from notice where owner = $1', [client.owner])).toEqual([
      { kind: 'restriction_set' },
    ]);
  });

  test('a freeze that failed midway can be ended immediately', async () => {
    const client = await exchange.client();
    const mend = await failing('update of is_applied on restriction', `new.owner = ${client.owner}`);
    await officer.post(SET, form(await uidOf(client), 'freeze'));
    await mend();
    expect(exchange.services.core.isFrozen(client.owner)).toBe(true);
    const [{ id } = {}] = await exchange.query('select id from restriction where owner = $1', [client.owner]);
    expect((await officer.post(END, { id: Number(id), reason: 'Cleared' })).status).toBe(200);
    expect(exchange.services.core.isFrozen(client.owner)).toBe(false);
  });
});

describe('restricting trade and withdrawals', () => {
  test('a trade restriction cancels open orders and refuses new ones on every route, with reason and end', async () => {
    const client = await exchange.client({ BTC: '1', USDT: '1000' });
    await client.order(order);
    const { id } = await restrict(client, 'trade');
    expect(exchange.services.openOrders.of(client.owner)).toEqual([]);
    const { ends_at } = (await client.get('/api/v3/restrictions')).body.restrictions[0];
    expect(await client.order(order)).toMatchObject({
      status: 403,
      body: {
        code: 'account_restricted',
        message: `Trading is restricted until ${utcTime(ends_at)}: Source of funds under review`,
        parameters: { end: String(ends_at), reason: 'funds_origin' },
      },
    });
    const oco = { ...order, trade_type: undefined, trigger_price: '50000.0' };
    expect(
      (await client.post('/api/v3/oco-order', { name: 'BTCUSDT', ...oco, transaction_password: PASSWORD })).body.code,
    ).toBe('account_restricted');
    expect((await client.post('/api/v3/orders/cancel-all')).body.message).toBe('success');
    await officer.post(END, { id, reason: 'Cleared' });
    expect((await client.order(order)).body.message).toBe('success');
  });

  test('a restriction also cancels orders in a halted market, which cannot be amended either', async () => {
    const client = await exchange.client({ ETH: '1' });
    const { price } = (await client.get('/api/v3/getOrder?symbol=ETH')).body;
    const resting = { ...order, name: 'ETHUSDT', number_of_order: '0.1', order_per_unit: price.unit_price };
    const { order_id } = (await client.order(resting)).body;
    const { market } = exchange.services.instruments.byName('web', 'ETHUSDT') as { market: number };
    await exchange.submit({ kind: 'SetMarketStatus', market, status: 'halted' });
    await restrict(client, 'trade');
    const change = { order_id, number_of_order: '0.05', transaction_password: PASSWORD };
    expect((await client.post('/api/v3/orders/amend', change)).body.code).toBe('unknown_order');
    const [lister, approver] = [await exchange.staff('listing'), await exchange.staff('listing')];
    const asked = await lister.post('/api/v3/console/markets/ask-to-open', { name: 'ETHUSDT', reason: 'Mended' });
    await approver.post('/api/v3/console/approvals/approve', { id: asked.body.approval });
    expect(exchange.services.core.market(market)?.status).toBe('open');
    expect(exchange.services.core.openOrders(client.owner)).toEqual([]);
  });

  test('a restriction also cancels orders in a halted perpetual market', async () => {
    const client = await exchange.client({ USDT: '100' });
    await openFuturesOrder({ exchange, client, staff: officer });
    const { core, instruments, restrictions } = exchange.services;
    const { market } = instruments.byName('web', 'BTC-USDT-PERP') as { market: number };
    await exchange.submit({ kind: 'SetMarketStatus', market, status: 'halted' });
    await restrict(client, 'trade');
    await restrictions.run();
    expect((await noticesOf(client)).filter(({ kind }) => kind === 'restriction_set')).toHaveLength(1);
    expect(core.openOrders(client.owner)).toEqual([]);
    expect(core.perpetual(market)?.status).toBe('halted');
    await exchange.submit({ kind: 'SetMarketStatus', market, status: 'open' });
  });

  /**
   * A client with a long position of 0.01 BTC, two other traders, and functions for prices relative to the first mark price.
   */
  async function longPosition() {
    const traders = await Promise.all([0, 1, 2].map(() => exchange.client({ USDT: '1000' })));
    const [client, other, third] = traders as [TestClient, TestClient, TestClient];
    const perpetual = { name: 'BTC-USDT-PERP', number_of_order: '0.01' };
    const futuresOrder = (who: TestClient, fields: object) =>
      who.post('/api/v3/futures/orders', { ...perpetual, trade_type: 'limit', effect: 'open', ...fields });
    for (const who of traders)
      await who.post('/api/v3/futures/transfer', {
        ...{ coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '1000' },
        ...{ transaction_password: PASSWORD, remember: true },
      });
    const { core, instruments } = exchange.services;
    const { market } = instruments.byName('web', perpetual.name) as { market: number };
    const { markTicks } = viewOf(core, market);
    const price = (percent: number) => (Math.round((markTicks * (100 + percent)) / 100) / 10).toFixed(1);
    const setMark = (percent: number) =>
      exchange.submit({ kind: 'SetMarkPrice', market, markTicks: priceTicks(Math.round(Number(price(percent)) * 10)) });
    await futuresOrder(other, { side: 'short', order_per_unit: price(0) });
    await futuresOrder(client, { side: 'long', order_per_unit: price(0) });
    const stop = { side: 'long', effect: 'close', trigger_price: price(-1), trigger_kind: 'stop' };
    return { client, other, third, futuresOrder, price, setMark, market, stop };
  }

  test('a trade restriction keeps the stop that protects a futures position, and that stop still closes the position', async () => {
    const { client, other, futuresOrder, price, setMark, market, stop: trigger } = await longPosition();
    const { core, restrictions } = exchange.services;
    const stop = { ...trigger, trade_type: 'market' };
    await futuresOrder(client, stop);
    await futuresOrder(client, { side: 'long', order_per_unit: price(-2) });
    expect(core.openOrders(client.owner, market)).toHaveLength(2);
    await restrict(client, 'trade');
    await restrictions.run();
    expect(core.openOrders(client.owner, market)).toMatchObject([{ reduceOnly: true, trigger: 'stop' }]);
    expect((await futuresOrder(client, stop)).body.code).toBe('account_restricted');
    await futuresOrder(other, { side: 'long', order_per_unit: price(-1) });
    await setMark(-1);
    await expect.poll(() => core.positions(client.owner)).toEqual([]);
  });

  test('a trade restriction keeps a stop that a fill places while the restriction is being set', async () => {
    const { client, third, futuresOrder, price, market } = await longPosition();
    const { core } = exchange.services;
    await futuresOrder(client, { side: 'long', order_per_unit: price(0), stop_loss_price: price(-3) });
    const seen = [...core.allOpenOrders(client.owner)];
    expect(seen).toHaveLength(1);
    await futuresOrder(third, { side: 'short', order_per_unit: price(0) });
    const spy = vi.spyOn(core, 'allOpenOrders').mockImplementation(function* () {
      yield* seen;
    });
    await restrict(client, 'trade');
    spy.mockRestore();
    expect(core.openOrders(client.owner, market)).toMatchObject([{ reduceOnly: true, trigger: 'stop' }]);
  });

  test('a stop-limit order that a trade restriction keeps is also kept once it rests at its limit price', async () => {
    const { client, other, futuresOrder, price, setMark, market, stop } = await longPosition();
    const { core, restrictions } = exchange.services;
    await futuresOrder(client, { ...stop, order_per_unit: price(0) });
    // The trade restriction cancels this order: it is a closing limit order without a trigger.
    await futuresOrder(client, { side: 'long', effect: 'close', order_per_unit: price(1) });
    await restrict(client, 'trade');
    await setMark(-1);
    const resting = () => core.openOrders(client.owner, market);
    await expect.poll(resting).toMatchObject([{ trigger: 'stop', place: 'resting' }]);
    await restrictions.run();
    expect(resting()).toHaveLength(1);
    await futuresOrder(other, { side: 'long', order_per_unit: price(0) });
    await expect.poll(() => core.positions(client.owner)).toEqual([]);
  });

  test('restrictions that the core already has cost no queries of their own in each run', async () => {
    const queries = async () => {
      const spy = vi.spyOn(pg.Pool.prototype, 'query');
      await exchange.services.restrictions.run();
      const calls = spy.mock.calls.filter(([text]) => String(text).includes('restriction'));
      spy.mockRestore();
      return calls.length;
    };
    const before = await queries();
    expect(before).toBeGreaterThan(0);
    for (let count = 0; count < 3; count += 1) await restrict(await exchange.client(), 'trade');
    expect(await queries()).toBe(before);
  });

  test('of 64 orders sent while a restriction is set, none is accepted after it, and none stays open', async () => {
    const client = await exchange.client({ BTC: '1' });
    const uid = await uidOf(client);
    await client.order({ ...order, remember: true });
    const orders = Array.from({ length: 64 }, () => client.order({ ...order, transaction_password: undefined }));
    const [set, ...answers] = await Promise.all([officer.post(SET, form(uid, 'trade')), ...orders]);
    expect(set?.status).toBe(200);
    for (const { status, body } of answers)
      expect(status === 200 ? body.message : body.code).toMatch(/^(success|account_restricted)$/);
    expect(exchange.services.openOrders.of(client.owner)).toEqual([]);
    expect(exchange.services.core.openOrders(client.owner)).toEqual([]);
  });

  test('the core itself refuses orders that arrive during the restriction', async () => {
    const client = await exchange.client({ BTC: '1' });
    const place = () =>
      exchange.services.sequencer.submit({
        kind: 'PlaceOrder',
        owner: client.owner,
        market: 1,
        side: 'sell',
        type: 'limit',
        timeInForce: 'gtc',
        priceTicks: 700_000,
        sizeLots: 10,
      } as never);
    const { id } = await restrict(client, 'trade');
    const { tradeUntil } = exchange.services.core.restrictionsOf(client.owner);
    const [{ ends_at }] = (await client.get('/api/v3/restrictions')).body.restrictions;
    expect(tradeUntil).toBe(ends_at);
    const outcomes = await Promise.all(Array.from({ length: 64 }, place));
    expect(new Set(outcomes.map(({ refusal }) => refusal))).toEqual(new Set(['account_restricted']));
    await officer.post(END, { id, reason: 'Cleared' });
    expect((await place()).refusal).toBeUndefined();
  });

  test('a restriction or renewal that is missing from the log is logged by the next run, only once', async () => {
    const client = await exchange.client({ USDT: '100' });
    await exchange.query(
      `insert into restriction (owner, kind, reason, rule, set_by, set_by_team, set_at, ends_at, is_applied)
       values ($1, 'withdraw', 'funds_origin', 'x', 'x', 'compliance', now(), now() + interval '1 day', true)`,
      [client.owner],
    );
    const { restrictions } = exchange.services;
    await restrictions.run();
    const { withdrawUntil } = exchange.services.core.restrictionsOf(client.owner);
    expect(withdrawUntil).toBeGreaterThan(exchange.services.clock());
    const { position } = exchange.services.core;
    await restrictions.run();
    expect(exchange.services.core.position).toBe(position);
    await exchange.query(`update restriction set ends_at = ends_at + interval '1 day' where owner = $1`, [
      client.owner,
    ]);
    await restrictions.align();
    expect(exchange.services.core.restrictionsOf(client.owner).withdrawUntil).toBe(withdrawUntil + 86_400_000);
  });

  test('a withdrawal restriction shows in the client’s own view and does not affect trading', async () => {
    const client = await exchange.client({ BTC: '1' });
    const { id } = await restrict(client, 'withdraw');
    const view = (await client.get('/api/v3/account-client')).body.client;
    const { restrictions } = (await client.get('/api/v3/session')).body;
    expect(restrictions).toMatchObject([{ kind: 'withdraw', reason: 'funds_origin' }]);
    expect(view).toMatchObject({ withdraw_transfer_status: 'NOT_ALLOWED', withdraw_restriction: 'funds_origin' });
    expect((await client.order(order)).body.message).toBe('success');
    await second.post(END, { id, reason: 'Cleared' });
    expect((await client.get('/api/v3/account-client')).body.client.withdraw_transfer_status).toBe('ALLOWED');
    expect((await client.get('/api/v3/session')).body.restrictions).toEqual([]);
  });

  test('a restriction ends automatically, and only once, when it expires, and an open appeal lapses', async () => {
    const client = await exchange.client({ BTC: '1' });
    const { id } = await restrict(client, 'trade');
    await client.post('/api/v3/objections', { restriction_id: id, text: 'I have sent you the papers.' });
    await exchange.query(`update restriction set ends_at = set_at where id = $1`, [id]);
    const { restrictions } = exchange.services;
    await Promise.all([restrictions.run(), restrictions.run()]);
    await restrictions.run();
    expect((await client.order(order)).body.message).toBe('success');
    const notified = (await noticesOf(client)).filter(({ kind }) => kind === 'restriction_ended');
    expect(notified).toHaveLength(1);
    const own = (await client.get('/api/v3/restrictions')).body.restrictions[0];
    expect(own.ended_at).toBeGreaterThan(0);
    expect(own.objections[0].outcome).toBe('lapsed');
  });

  test('if ending one client’s restriction fails, it is retried and delays no others; each client is notified once', async () => {
    const clients = [await exchange.client(), await exchange.client()] as const;
    for (const client of clients) await restrict(client, 'trade');
    await exchange.query('update restriction set ends_at = set_at where owner = any ($1)', [
      clients.map(({ owner }) => owner),
    ]);
    const mend = await failing(
      `update of is_applied on restriction`,
      `new.owner = ${clients[0].owner}
      and old.ended_at is not null`,
    );
    const { restrictions } = exchange.services;
    const notified = () =>
      Promise.all(
        clients.map(
          async (client) => (await noticesOf(client)).filter(({ kind }) => kind === 'restriction_ended').length,
        ),
      );
    await restrictions.run();
    expect(await notified()).toEqual([0, 1]);
    await mend();
    await restrictions.run();
    await restrictions.run();
    expect(await notified()).toEqual([1, 1]);
  });

  test('a restriction lasts at most 30 days unless renewed, which requires a second person', async () => {
    const client = await exchange.client();
    const uid = await uidOf(client);
    expect((await officer.post(SET, form(uid, 'trade', 31))).body.code).toBe('invalid_request');
    const { body } = await officer.post(SET, form(uid, 'trade', 30));
    const { id, ends_at } = body.restriction;
    const ask = async (who: TestStaff) => who.post(RENEW, { id, days: 30, reason: 'Still waiting' });
    const { approval } = (await ask(officer)).body;
    const approve = { id: approval, reason: 'Agreed' };
    const url = '/api/v3/console/approvals/approve';
    expect((await officer.post(url, approve)).body.code).toBe('own_approval');
    const twin = (await ask(officer)).body.approval;
    expect((await second.post(url, approve)).body.approval).toMatchObject({
      state: 'done',
      kind: 'renew_restriction',
      after: { current_end: new Date(ends_at).toISOString(), days_from_approval: 30 },
    });
    expect((await second.post(url, { ...approve, id: twin })).body.approval).toMatchObject({
      state: 'failed',
      failure: 'restriction_changed',
    });
    const { restrictions } = (await officer.get(`/api/v3/console/client?uid=${uid}`)).body.client;
    expect(restrictions[0]).toMatchObject({ renewals: 1, renewed_by: second.email });
    expect(restrictions[0].ends_at).toBeGreaterThan(ends_at);
    expect((await noticesOf(client)).filter(({ kind }) => kind === 'restriction_set')).toHaveLength(2);
    await officer.post(END, { id, reason: 'Cleared' });
    expect((await ask(second)).body.code).toBe('restriction_ended');
    expect((await second.post(RENEW, { id: 1_000_000, days: 1, reason: 'x y z' })).body.code).toBe(
      'unknown_restriction',
    );
  });
});

describe('appeals', () => {
  const text = 'This money is from the sale of my flat.';

  test('neither the requester nor the approver of a renewal may answer an appeal', async () => {
    const client = await exchange.client();
    const setter = await exchange.staff('compliance');
    const { id } = (await setter.post(SET, form(await uidOf(client), 'trade', 5))).body.restriction;
    const { approval } = (await officer.post(RENEW, { id, days: 30, reason: 'Still waiting' })).body;
    const approved = await second.post('/api/v3/console/approvals/approve', { id: approval, reason: 'Agreed' });
    expect(approved.body.approval.state).toBe('done');
    const { objection_id } = (await client.post('/api/v3/objections', { restriction_id: id, text })).body;
    const answer = { id: objection_id, keep: true, answer: 'We keep it for now.' };
    for (const author of [setter, officer, second])
      expect((await author.post(ANSWER, answer)).body.code).toBe('second_person_needed');
    expect((await (await exchange.staff('compliance')).post(ANSWER, answer)).status).toBe(200);
  });

  test('a restriction has at most one open appeal; a second person answers it, and can end the restriction', async () => {
    const client = await exchange.client();
    const { id } = await restrict(client, 'withdraw');
    const objection = { restriction_id: id, text };
    const both = await Promise.all([client, client].map((who) => who.post('/api/v3/objections', objection)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { objection_id } = both.find(({ status }) => status === 200)?.body ?? {};
    const listed = async (who: TestStaff) =>
      (await who.get('/api/v3/console/objections')).body.objections.find(
        (found: { id: number }) => found.id === objection_id,
      );
    expect(await listed(officer)).toMatchObject({ may_answer: false, text, outcome: 'open' });
    expect(await listed(second)).toMatchObject({ may_answer: true, assigned_to: '' });
    const assign = { id: objection_id, take: true };
    expect((await officer.post('/api/v3/console/objections/assign', assign)).body.code).toBe('second_person_needed');
    expect((await second.post('/api/v3/console/objections/assign', assign)).status).toBe(200);
    expect(await listed(second)).toMatchObject({ assigned_to: second.email });
    const answer = { id: objection_id, keep: false, answer: 'The papers you sent answer our question.' };
    expect((await officer.post(ANSWER, answer)).body.code).toBe('second_person_needed');
    const answers = await Promise.all([second, second].map((who) => who.post(ANSWER, answer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const own = (await client.get('/api/v3/restrictions')).body.restrictions[0];
    expect(own.ended_at).toBeGreaterThan(0);
    expect(own.objections[0]).toMatchObject({ outcome: 'ended', answer: answer.answer });
    expect((await noticesOf(client)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['objection_answered', 'restriction_ended']),
    );
    expect((await client.post('/api/v3/objections', objection)).body.code).toBe('restriction_ended');
  });

  test('an upheld restriction can be appealed again', async () => {
    const client = await exchange.client();
    const { id } = await restrict(client, 'withdraw');
    const { objection_id } = (await client.post('/api/v3/objections', { restriction_id: id, text })).body;
    await second.post(ANSWER, { id: objection_id, keep: true, answer: 'We need the contract.' });
    expect((await client.get('/api/v3/account-client')).body.client.withdraw_transfer_status).toBe('NOT_ALLOWED');
    expect((await client.post('/api/v3/objections', { restriction_id: id, text })).status).toBe(200);
  });

  test('a client cannot appeal another client’s restriction, or send a blank text', async () => {
    const { id } = await restrict(await exchange.client(), 'withdraw');
    const other = await exchange.client();
    const stranger = await other.post('/api/v3/objections', { restriction_id: id, text });
    expect(stranger.body.code).toBe('unknown_restriction');
    const own = await restrict(other, 'withdraw');
    const blank = await other.post('/api/v3/objections', { restriction_id: own.id, text: ' '.repeat(20) });
    expect(blank.body.code).toBe('objection_empty');
  });

  test('a frozen client can appeal with email and password, with the same limits as signing in', async () => {
    const client = await exchange.client();
    const form = { username: client.email, password: PASSWORD, text };
    const url = '/api/v3/frozen-objection';
    expect((await exchange.visitor.post(url, form)).body.code).toBe('not_frozen');
    await restrict(client, 'freeze');
    const nobody = await exchange.visitor.post(url, { ...form, username: 'nobody@test.example' });
    const wrong = await exchange.visitor.post(url, { ...form, password: 'wrong one here' });
    expect(wrong.body).toEqual(nobody.body);
    expect(wrong.body.code).toBe('login_failed');
    expect((await exchange.visitor.post(url, form)).body).toMatchObject({ reason: 'funds_origin', rule: RULE });
    expect((await exchange.visitor.post(url, form)).body.code).toBe('objection_open');
    const seen = await exchange.services.securityEvents.of(client.owner, { limit: 20 });
    expect(seen.filter(({ details }) => details.method === 'objection')).toHaveLength(3);
    // Four of the ten attempts are used up by now; those with the correct password count too.
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect((await exchange.visitor.post(url, { ...form, password: 'wrong one here' })).body.code).toBe(
        'login_failed',
      );
    }
    expect((await exchange.visitor.post(url, form)).body.code).toBe('too_many_requests');
  });
});

describe('emails about restrictions', () => {
  const SUBJECT = 'Your Vitrine account is restricted';
  const subjectsTo = async ({ email }: TestClient) => (await mailsTo(email)).map(({ subject }) => subject);
  const askToRenew = async (id: number): Promise<number> =>
    (await officer.post(RENEW, { id, days: 30, reason: 'Still waiting' })).body.approval;
  const approve = (id: number) => second.post('/api/v3/console/approvals/approve', { id, reason: 'Agreed' });

  test('are sent later if the mail server is down', async () => {
    const client = await exchange.client();
    await exchange.query('alter table outbox rename to outbox_away');
    const { id } = await restrict(client, 'withdraw');
    expect((await approve(await askToRenew(id))).body.approval.state).toBe('done');
    const text = 'This money is from the sale of my flat.';
    const { objection_id } = (await client.post('/api/v3/objections', { restriction_id: id, text })).body;
    const third = await exchange.staff('compliance');
    const answer = { id: objection_id, keep: false, answer: 'The papers answer our question.' };
    expect((await third.post(ANSWER, answer)).status).toBe(200);
    await exchange.query('alter table outbox_away rename to outbox');
    await exchange.query(`update mail_queue set next_at = '-infinity'`);
    await exchange.sendQueuedMail();
    expect((await subjectsTo(client)).reverse()).toEqual([
      SUBJECT,
      SUBJECT,
      'Vitrine responded to your appeal',
      'A restriction on your Vitrine account has ended',
    ]);
  });

  test('are not sent about a renewal that was rolled back', async () => {
    const client = await exchange.client();
    const { id } = await restrict(client, 'withdraw');
    const approval = await askToRenew(id);
    await exchange.query(`create function fails() returns trigger language plpgsql as
      $$ begin raise exception 'fails in this test'; end $$`);
    await exchange.query(`create constraint trigger fails after update of renewals on restriction
      deferrable initially deferred for each row execute function fails()`);
    expect((await approve(approval)).status).toBe(500);
    await exchange.query('drop function fails cascade');
    await exchange.sendQueuedMail();
    expect(await subjectsTo(client)).toEqual([SUBJECT]);
    expect((await approve(approval)).body.approval.state).toBe('done');
    expect(await subjectsTo(client)).toEqual([SUBJECT, SUBJECT]);
  });

  test('do not delay changes if the mail server does not respond', async () => {
    const client = await exchange.client();
    const hanging = Promise.withResolvers<void>();
    const sending = vi.spyOn(exchange.services.mail, 'send').mockImplementation(() => hanging.promise);
    const { id } = await restrict(client, 'withdraw');
    expect((await approve(await askToRenew(id))).body.approval.state).toBe('done');
    expect((await officer.post(END, { id, reason: 'Cleared' })).status).toBe(200);
    expect(sending).toHaveBeenCalledTimes(3);
    sending.mockRestore();
    hanging.reject(new Error('the mail server did not respond'));
    await exchange.services.mailQueue.settled();
    await exchange.query(`update mail_queue set next_at = '-infinity'`);
    await exchange.sendQueuedMail();
    expect(await subjectsTo(client)).toHaveLength(3);
  });
});

describe('viewing clients', () => {
  test('staff cannot act on the client account that has their own email', async () => {
    const client = await exchange.client();
    const uid = await uidOf(client);
    const { id } = await restrict(client, 'withdraw');
    await client.post('/api/v3/objections', { restriction_id: id, text: 'I appeal against this.' });
    await exchange.query('update staff_member set email = $2 where id = $1', [second.id, client.email]);
    try {
      const objection = (await second.get('/api/v3/console/objections')).body.objections.find(
        (found: { uid: string }) => found.uid === uid,
      );
      expect(objection.may_answer).toBe(false);
      expect((await second.get(`/api/v3/console/client?uid=${uid}`)).body.client.own).toBe(true);
      const acts = [
        second.post(SET, form(uid, 'trade')),
        second.post(END, { id, reason: 'For me' }),
        second.post(RENEW, { id, days: 1, reason: 'For me' }),
        second.post(ANSWER, { id: objection.id, keep: false, answer: 'Yes, of course' }),
        second.post('/api/v3/console/objections/assign', { id: objection.id, take: true }),
        second.post('/api/v3/console/client/end-sessions', { uid, reason: 'For me' }),
        second.get(`/api/v3/console/client-field?uid=${uid}&field=email&reason=For%20me`),
      ];
      for (const { body } of await Promise.all(acts)) expect(body.code).toBe('own_account');
    } finally {
      await exchange.query('update staff_member set email = $2 where id = $1', [second.id, second.email]);
    }
  });

  test('clients are found by UID, email, phone and name; personal data is masked', async () => {
    const support = await exchange.staff('support');
    const client = await exchange.client({ BTC: '1' });
    const uid = await uidOf(client);
    await client.post('/api/v3/my-profile', { name: 'Grace Hopper_%' });
    await exchange.query(`update client set mobile_number = '+14155557788' where owner = $1`, [client.owner]);
    const found = async (search: string) =>
      (await support.get(`/api/v3/console/clients?search=${encodeURIComponent(search)}`)).body.clients;
    for (const search of [uid, client.email, client.email.toUpperCase(), '+1 (415) 555-7788', '5557788', 'hopper_%']) {
      expect(await found(search), search).toMatchObject([{ uid, name: 'G••• H•••', state: 'active' }]);
    }
    expect(await found('%')).toHaveLength(1);
    expect(await found('no such person')).toEqual([]);
    expect(JSON.stringify(await found(uid))).not.toContain(client.email);
    await restrict(client, 'trade');
    const inState = (state: string) => support.get(`/api/v3/console/clients?search=${uid}&state=${state}`);
    expect((await inState('restricted')).body.clients).toHaveLength(1);
    expect((await inState('frozen')).body.clients).toHaveLength(0);
  });

  test('a client’s page masks personal data until it is requested with a reason, and each view is recorded', async () => {
    const support = await exchange.staff('support');
    const client = await exchange.client({ BTC: '1', USDT: '500' });
    const uid = await uidOf(client);
    await client.post('/api/v3/my-profile', {
      name: 'Ada Lovelace',
      date_of_birth: '1990-12-10',
      address: 'Baker St 1',
    });
    await client.order(order);
    const { body } = await support.get(`/api/v3/console/client?uid=${uid}`);
    expect(body.client).toMatchObject({
      state: 'active',
      own: false,
      identity: { name: 'A••• L•••', birthday: '•••', address: '•••', kyc: 'none' },
      open_orders: [{ coin_pair: { pair_name: 'BTCUSDT' } }],
      sign_in: { transaction_password: true, authenticator: false },
    });
    expect(body.client.balances).toEqual(
      expect.arrayContaining([expect.objectContaining({ coin: 'USDT', available: expect.stringMatching(/^500/) })]),
    );
    const text = JSON.stringify(body);
    for (const secret of [client.email, 'Lovelace', '1990-12-10', 'Baker']) expect(text).not.toContain(secret);

    const field = (name: string, reason: string) =>
      support.get(`/api/v3/console/client-field?uid=${uid}&field=${name}&reason=${encodeURIComponent(reason)}`);
    expect((await field('email', '')).body.code).toBe('invalid_request');
    expect((await field('email', 'The client called')).body).toEqual({ values: { email: client.email } });
    expect((await field('birthday', 'The client called')).body).toEqual({ values: { birthday: '1990-12-10' } });
    expect((await field('addresses', 'The client called')).body.values).toEqual(expect.any(Object));
    const looks = await exchange.services.audit.read({
      subject: `client ${uid}`,
      action: 'revealClientField',
      limit: 10,
    });
    expect(looks).toHaveLength(3);
    expect(looks.at(-1)).toMatchObject({
      phase: 'looked',
      staffEmail: support.email,
      details: { request: { field: 'email', reason: 'The client called' } },
    });
  });

  test('an operator can end one session of a client, or all', async () => {
    const client = await exchange.client();
    const uid = await uidOf(client);
    const other = await exchange.signIn(client.email, client.owner);
    const { sessions } = (await officer.get(`/api/v3/console/client?uid=${uid}`)).body.client;
    expect(sessions).toHaveLength(2);
    const url = '/api/v3/console/client/end-sessions';
    const reason = 'The client has lost a phone';
    expect((await officer.post(url, { uid, session_id: sessions[1].id, reason })).body).toMatchObject({ ended: 1 });
    expect((await officer.post(url, { uid, session_id: sessions[1].id, reason })).body.code).toBe('unknown_session');
    expect((await client.get('/api/v3/account-client')).body.code).toBe('session_expired');
    expect((await other.get('/api/v3/account-client')).status).toBe(200);
    const foreign = await exchange.client();
    const foreignSession = (await officer.get(`/api/v3/console/client?uid=${await uidOf(foreign)}`)).body.client
      .sessions[0];
    expect((await officer.post(url, { uid, session_id: foreignSession.id, reason })).body.code).toBe('unknown_session');
    expect((await officer.post(url, { uid, reason })).body).toMatchObject({ ended: 1 });
    expect((await other.get('/api/v3/account-client')).body.code).toBe('session_expired');
  });

  test('after all of these tests, the audit trail is intact', async () => {
    const database = {
      query: async (text: string, values: unknown[]) => ({ rows: await exchange.query(text, values) }),
    };
    expect(await verifyAuditTrail(database as never)).toMatchObject({ holds: true });
  });
});
