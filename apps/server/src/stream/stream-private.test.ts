import { systemOwners } from '@vitrine/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SESSION_COOKIE } from '../auth/session/session-cookie.ts';
import { BTC_USDT, deposit, ETH_USDT, limitOrder, USDT } from '../projections/testing/seeded-flow.ts';
import { StreamWorld } from './testing/stream-world.ts';

let world: StreamWorld;
beforeAll(async () => {
  world = await StreamWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.start());
afterEach(() => world.stop());

describe('the private channel', () => {
  test('shows only its own client’s orders, balances and fills, immediately', async () => {
    const [ada, bob] = [await world.signUp('ada@stream.test'), await world.signUp('bob@stream.test')];
    for (const { owner } of [ada, bob])
      world.apply(deposit(owner, USDT, 5_000_000_000), deposit(owner, 2, 500_000_000));
    world.apply(limitOrder(ada.owner, BTC_USDT, 'buy', 9_000, 1));
    const mine = await world.reader({ authorization: `Bearer ${ada.token}` });
    mine.send({ op: 'subscribe', channel: 'private' });
    const snapshot = await mine.next('private_snapshot');
    expect(snapshot.orders).toMatchObject([{ state: 'PENDING', order_per_unit: '90.00' }]);
    expect(snapshot.position).toBe(world.core.position);

    const other = await world.reader();
    other.send({ op: 'auth', token: bob.token });
    await other.next('subscribed');
    other.send({ op: 'subscribe', channel: 'private' });
    await other.next('private_snapshot');

    world.apply(limitOrder(systemOwners.house, BTC_USDT, 'sell', 10_000, 2));
    world.apply(limitOrder(ada.owner, BTC_USDT, 'buy', 10_000, 2));
    const update = await mine.next('private');
    expect(update.position).toBe(world.core.position);
    expect(update.orders).toMatchObject([
      { state: 'APPROVED', filled: '0.002', final_price: '100.0000', fee: '0.000200', position: world.core.position },
    ]);
    expect(update.fills).toMatchObject([{ name: 'BTCUSDT', side: 'BUY', px: '100.00', sz: '0.002' }]);
    const usdt = world.core.balance(ada.owner, 'spot', USDT);
    expect(update.balances).toContainEqual({
      coin: 'USDT',
      wallet: 'spot',
      available: (usdt.availableUnits / 1e6).toFixed(6),
      frozen: (usdt.heldUnits / 1e6).toFixed(6),
    });
    await other.settled();
    expect(other.all('private')).toEqual([]);
    expect(JSON.stringify(other.messages)).not.toContain('0.000200');
  });

  test('has the newest 200 open orders in its snapshot, and a cursor for the older ones', async () => {
    const { token, owner } = await world.signUp('gina@stream.test');
    world.apply(deposit(owner, USDT, 5_000_000_000));
    const orders = Array.from({ length: 201 }, (_, n) =>
      limitOrder(owner, [BTC_USDT, ETH_USDT][n % 2] ?? 0, 'buy', 9_000, 1),
    );
    world.apply(...orders.slice(0, 200));
    const reader = await world.reader({ authorization: `Bearer ${token}` });
    reader.send({ op: 'subscribe', channel: 'private' });
    const whole = await reader.next('private_snapshot');
    expect(whole.orders).toHaveLength(200);
    expect(whole).not.toHaveProperty('next_cursor');

    world.apply(...orders.slice(200));
    reader.send({ op: 'unsubscribe', channel: 'private' });
    reader.send({ op: 'subscribe', channel: 'private' });
    await expect.poll(() => reader.all('private_snapshot')).toHaveLength(2);
    const newest = reader.all('private_snapshot')[1];
    const ids = newest?.orders.map(({ id }) => Number(id)) ?? [];
    expect(ids).toHaveLength(200);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(ids).not.toContain(Number(whole.orders.at(-1)?.id));
    expect(newest?.next_cursor).toBe(String(ids.at(-1)));
  });

  test('follows an order through a partial fill, an amendment and its end', async () => {
    const { token, owner } = await world.signUp('carol@stream.test');
    world.apply(deposit(owner, 2, 500_000_000), limitOrder(owner, BTC_USDT, 'sell', 10_000, 10));
    const mine = await world.reader({ cookie: `${SESSION_COOKIE}=${encodeURIComponent(token)}` });
    mine.send({ op: 'subscribe', channel: 'private' });
    const order = Number((await mine.next('private_snapshot')).orders[0]?.id);
    world.apply(limitOrder(systemOwners.house, BTC_USDT, 'buy', 10_000, 4));
    world.apply({ kind: 'AmendOrder', owner, order, openLots: 2 as never });
    world.apply({ kind: 'CancelOrder', owner, order });
    await mine.settled();
    const states = mine.all('private').map(({ orders }) => orders[0]);
    expect(states).toMatchObject([
      { state: 'PENDING', filled: '0.004', open: '0.006', number_of_order: '0.010' },
      { state: 'PENDING', filled: '0.004', open: '0.002', number_of_order: '0.006' },
      { state: 'DISSAPROVED', ended_because: 'cancelled', filled: '0.004', open: '0.000' },
    ]);
  });

  test('requires a session, which an unknown token does not provide', async () => {
    const visitor = await world.reader();
    visitor.send({ op: 'subscribe', channel: 'private' });
    expect(await visitor.next('error')).toMatchObject({ code: 'not_authenticated' });
    visitor.send({ op: 'auth', token: 'not-a-token' });
    await visitor.next('error', ({ code }) => code === 'session_expired');
    expect(visitor.all('private_snapshot')).toEqual([]);
  });

  test('ends immediately with the session, while the connection stays open', async () => {
    const { token, owner } = await world.signUp('dora@stream.test');
    const mine = await world.reader({ authorization: `Bearer ${token}` });
    mine.send({ op: 'subscribe', channel: 'private' });
    await mine.next('private_snapshot');
    await world.identity.sessions.end(await world.sessionOf(token), 'logout');
    expect(await mine.next('signed_out')).toEqual({ type: 'signed_out', reason: 'logout' });
    world.apply(deposit(owner, USDT, 1_000_000));
    await mine.settled();
    expect(mine.all('private')).toEqual([]);
    mine.send({ op: 'subscribe', channel: 'private' });
    expect(await mine.next('error')).toMatchObject({ code: 'not_authenticated' });
  });

  test('ends immediately with a freeze, stating the reason, the rule and the end', async () => {
    const { token, owner } = await world.signUp('fred@stream.test');
    const mine = await world.reader({ authorization: `Bearer ${token}` });
    mine.send({ op: 'subscribe', channel: 'private' });
    await mine.next('private_snapshot');
    await world.pool.query(
      `insert into restriction (owner, kind, reason, rule, set_by, set_by_team, set_at, ends_at)
       values ($1, 'freeze', 'funds_origin', 'AML 4.2', 'x', 'compliance', to_timestamp(1000), to_timestamp(2000))`,
      [owner],
    );
    await world.identity.sessions.endAll(owner, 'frozen');
    expect(await mine.next('signed_out')).toEqual({
      type: 'signed_out',
      reason: 'frozen',
      freeze: { reason: 'funds_origin', rule: 'AML 4.2', ends_at: 2_000_000 },
    });
  });

  test('ends when the session row is deleted by another process', async () => {
    const { token } = await world.signUp('erin@stream.test');
    const mine = await world.reader({ authorization: `Bearer ${token}` });
    mine.send({ op: 'subscribe', channel: 'private' });
    await mine.next('private_snapshot');
    await world.pool.query('delete from session where id = $1', [(await world.sessionOf(token)).id]);
    expect(await mine.next('signed_out')).toMatchObject({ reason: 'revoked' });
  });
});
