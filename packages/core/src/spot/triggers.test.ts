import { assetUnits, priceTicks, ratePpm, sizeLots, timeMs } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import {
  ALICE,
  BOB,
  BTC,
  CAROL,
  type Exchange,
  endsIn,
  fillsIn,
  limit,
  MARKET,
  market,
  opened,
  orderIn,
  trigger,
  USDT,
} from '../../test/exchange.ts';
import type { Command } from '../commands/all.ts';
import type { PlaceOco } from '../commands/place-oco.ts';

const print = (exchange: Exchange, price: number) => {
  exchange.accept(limit(BOB, 'sell', 1, price, { selfTrade: 'cancel_oldest' }));
  return exchange.accept(limit(CAROL, 'buy', 1, price, { timeInForce: 'ioc' }));
};
const triggeredIn = (events: ReturnType<Exchange['accept']>) =>
  events.flatMap((event) => (event.kind === 'OrderTriggered' ? [event.order] : []));

const pair = (
  owner: number,
  side: 'buy' | 'sell',
  size: number,
  price: number,
  stop: number,
  then?: number,
): PlaceOco => ({
  kind: 'PlaceOco',
  owner,
  market: MARKET,
  side,
  sizeLots: sizeLots(size),
  priceTicks: priceTicks(price),
  stopTriggerTicks: priceTicks(stop),
  ...(then === undefined ? {} : { stopPriceTicks: priceTicks(then) }),
});

describe('triggers', () => {
  test.each([
    ['stop', 'buy', 105, 104, 105],
    ['stop', 'sell', 95, 96, 95],
    ['take_profit', 'buy', 95, 96, 95],
    ['take_profit', 'sell', 105, 104, 105],
  ] as const)(
    '[T1] a %s %s with its trigger at %i keeps waiting at a price of %i and fires at %i',
    (kind, side, at, before, reached) => {
      const exchange = opened();
      const price = side === 'buy' ? 120 : 80;
      const order = orderIn(exchange.accept(limit(ALICE, side, 5, price, trigger(kind, at))));
      expect(triggeredIn(print(exchange, before))).toEqual([]);
      expect([exchange.core.order(order)?.place, exchange.core.openLots(order)]).toEqual(['waiting', 5]);
      expect(triggeredIn(print(exchange, reached))).toEqual([order]);
      expect(exchange.core.order(order)).toMatchObject({ place: 'resting', priceTicks: price });
      exchange.verify();
    },
  );

  test.each([
    ['stop', 'buy', 100],
    ['stop', 'sell', 100],
    ['take_profit', 'buy', 100],
    ['take_profit', 'sell', 101],
    ['stop', 'buy', 99],
  ] as const)('[T1] a %s %s at %i is refused unless still ahead of the last price of 100', (kind, side, at) => {
    const exchange = opened();
    const refusal = exchange.refuse(market(ALICE, side, 1, trigger(kind, at)));
    expect(refusal).toBe(kind === 'take_profit' && at === 101 ? undefined : 'trigger_not_reached_side');
  });

  test('[T2] every price at which the taker traded counts, not only the last', () => {
    const exchange = opened();
    exchange.accept(limit(ALICE, 'buy', 1, 90, trigger('take_profit', 97)));
    exchange.accept(limit(ALICE, 'buy', 1, 120, trigger('stop', 103)));
    for (const price of [97, 100, 103]) exchange.accept(limit(BOB, 'sell', 1, price));
    expect(triggeredIn(exchange.accept(limit(CAROL, 'buy', 3, 103)))).toEqual([1, 2]);
  });

  test('[T2] [T3] stops activate after the taker has ended, in the order of their ids, and can trigger each other', () => {
    const exchange = opened();
    for (const price of [100, 101, 102, 103, 104]) exchange.accept(limit(BOB, 'sell', 1, price));
    const last = orderIn(exchange.accept(market(ALICE, 'buy', 1, trigger('stop', 102))));
    const first = orderIn(exchange.accept(market(ALICE, 'buy', 1, trigger('stop', 101))));
    const events = exchange.accept(limit(CAROL, 'buy', 2, 101));
    expect(triggeredIn(events)).toEqual([first, last]);
    expect(fillsIn(events).map(([, price]) => price)).toEqual([100, 101, 102, 103]);
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.indexOf('OrderTriggered')).toBeGreaterThan(kinds.indexOf('OrderFilled'));
    expect(endsIn(events).map(([order]) => order)).toEqual([1, 2, 8, 3, first, 4, last]);
  });

  test('[T3] under version 1 of the rules one command activates 1,000 stops and Tick the rest, even after a restart', () => {
    const exchange = opened({ maxOpenOrders: 5000 }, undefined, {}, 1);
    for (let i = 0; i < 1002; i++) exchange.accept(limit(ALICE, 'buy', 1, 60, trigger('stop', 101 + (i % 3))));
    expect(triggeredIn(print(exchange, 103)).length).toBe(1000);
    expect(exchange.core.nextDueMs()).toBe(exchange.core.timeMs);
    exchange.restart();
    expect(exchange.core.order(1002)?.place).toBe('triggered');
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: 1001 });
    expect(triggeredIn(exchange.accept({ kind: 'Tick' }))).toEqual([1002]);
    exchange.verify();
  });

  const STEPS = 4;
  /** Triggers three orders with the last steps of a command, so that a later command must activate them. */
  const fired = () => {
    const exchange = opened({}, undefined, { stepsPerCommand: STEPS });
    const resting = orderIn(exchange.accept(limit(BOB, 'buy', 5, 70)));
    const waiting = orderIn(exchange.accept(limit(BOB, 'buy', 5, 120, trigger('stop', 140))));
    for (let i = 1; i < STEPS; i++) exchange.accept(limit(ALICE, 'buy', 1, 60, trigger('stop', 103)));
    expect(triggeredIn(print(exchange, 103))).toEqual([]);
    expect(exchange.core.nextDueMs()).toBe(exchange.core.timeMs);
    return { exchange, resting, waiting };
  };
  const amendment = (order: number, change: object) => ({ kind: 'AmendOrder', owner: BOB, order, ...change }) as const;

  test.each<[string, boolean, (orders: { resting: number; waiting: number }) => Command]>([
    ['an order without a trigger', true, () => limit(CAROL, 'buy', 1, 65)],
    ['an order with a trigger', false, () => limit(CAROL, 'buy', 1, 120, trigger('stop', 130))],
    ['a pair', false, () => pair(CAROL, 'sell', 1, 110, 95)],
    [
      'a conversion',
      true,
      () => ({ kind: 'Convert', owner: CAROL, from: BTC, to: USDT, units: assetUnits(1), minUnits: assetUnits(0) }),
    ],
    ['an amendment that loses its place', true, ({ resting }) => amendment(resting, { priceTicks: 71 })],
    ['an amendment that keeps its place', false, ({ resting }) => amendment(resting, { openLots: 4 })],
    ['an amendment of a waiting order', false, ({ waiting }) => amendment(waiting, { triggerTicks: 141 })],
    ['a cancellation', false, ({ resting }) => ({ kind: 'CancelOrder', owner: BOB, order: resting })],
    ['a mass cancellation', false, () => ({ kind: 'CancelAllOrders', owner: BOB })],
    [
      'a new reference price',
      false,
      () => ({ kind: 'SetReferencePrice', market: MARKET, referenceTicks: 99 as never }),
    ],
    ['Tick', true, () => ({ kind: 'Tick' })],
  ])('[T3] whether %s activates fired orders: %s', (_, isGiven, command) => {
    const { exchange, ...orders } = fired();
    expect(triggeredIn(exchange.accept(command(orders))).length > 0).toBe(isGiven);
    exchange.accept({ kind: 'Tick' });
    expect(exchange.core.nextDueMs()).toBeUndefined();
    exchange.verify();
  });

  test('[T3] a fired order can be cancelled or amended while it is queued', () => {
    const { exchange } = fired();
    const [first, second, third] = exchange.core.openOrders(ALICE);
    expect([first?.place, second?.place, third?.place]).toEqual(['triggered', 'triggered', 'triggered']);
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: first?.order ?? 0 });
    exchange.accept({ kind: 'AmendOrder', owner: ALICE, order: second?.order ?? 0, priceTicks: priceTicks(61) });
    expect(triggeredIn(exchange.accept({ kind: 'Tick' }))).toEqual([second?.order, third?.order]);
    expect(exchange.core.order(second?.order ?? 0)).toMatchObject({ place: 'resting', priceTicks: 61 });
    exchange.verify();
  });

  test('[T5] Tick ends expired holds, then mass cancellations, then activates fired orders, within its steps', () => {
    const { exchange } = fired();
    for (const expiresAt of [20, 10])
      exchange.accept({
        kind: 'HoldUnits',
        by: CAROL,
        purpose: 'convert',
        from: { owner: CAROL, wallet: 'spot' },
        to: { owner: 1, wallet: 'spot' },
        asset: USDT,
        units: assetUnits(1),
        expiresAt: timeMs(exchange.core.timeMs + expiresAt),
      });
    exchange.timeMs += 20;
    const told = (events: ReturnType<Exchange['accept']>) =>
      events.flatMap((event) => {
        if (event.kind === 'HoldVoided') return [`hold ${event.hold}`];
        return event.kind === 'OrderTriggered' ? ['turn'] : [];
      });
    expect(told(exchange.accept({ kind: 'Tick' }))).toEqual(['hold 2', 'hold 1', 'turn', 'turn']);
    expect(exchange.core.nextDueMs()).toBe(exchange.core.timeMs);
    expect(told(exchange.accept({ kind: 'Tick' }))).toEqual(['turn']);
    expect(exchange.core.nextDueMs()).toBeUndefined();
    exchange.verify();
  });

  test.each([
    ['outside_price_band', limit(ALICE, 'buy', 1, 150, trigger('stop', 120)), 115],
    ['would_take', limit(ALICE, 'buy', 1, 121, { postOnly: true, ...trigger('stop', 120) }), 0],
    ['cannot_fill', limit(ALICE, 'buy', 9, 121, { timeInForce: 'fok', ...trigger('stop', 120) }), 0],
    ['no_liquidity', market(ALICE, 'sell', 1, trigger('take_profit', 120)), 0],
  ] as const)(
    '[T4] a fired order that is refused with %s when it activates ends, and its hold is returned',
    (refusal, command, centre) => {
      const exchange = opened({ bandPpm: ratePpm(300_000) });
      const order = orderIn(exchange.accept(command));
      exchange.accept({ kind: 'SetReferencePrice', market: MARKET, referenceTicks: priceTicks(centre) });
      exchange.accept(limit(BOB, 'sell', 2, 120));
      const events = exchange.accept(limit(CAROL, 'buy', 1, 120));
      expect(events.at(-1)).toMatchObject({ kind: 'OrderEnded', order, end: 'trigger_refused', refusal });
      expect([exchange.balance(ALICE, USDT)[1], exchange.balance(ALICE, BTC)[1]]).toEqual([0, 0]);
    },
  );
});

describe('pairs', () => {
  test('[O1] the last price must lie between the legs', () => {
    const exchange = opened();
    expect(exchange.refuse(pair(ALICE, 'sell', 1, 100, 95))).toBe('trigger_not_reached_side');
    expect(exchange.refuse(pair(ALICE, 'sell', 1, 105, 100))).toBe('trigger_not_reached_side');
    exchange.accept(limit(BOB, 'buy', 1, 106));
    expect(exchange.refuse(pair(ALICE, 'sell', 1, 105, 95))).toBe('would_take');
    exchange.accept(pair(ALICE, 'sell', 1, 107, 95));
    expect(exchange.refuse({ kind: 'AmendOrder', owner: ALICE, order: 2, openLots: sizeLots(1) })).toBe(
      'not_amendable',
    );
  });

  test('[O2] [O3] a pair holds what its costlier leg needs; the first fill ends the stop and releases the difference', () => {
    const exchange = opened();
    const order = orderIn(exchange.accept(pair(ALICE, 'buy', 10, 95, 105, 108)));
    expect(exchange.balance(ALICE, USDT)).toEqual([1_000_000 - 1080, 1080]);
    const events = exchange.accept(limit(BOB, 'sell', 4, 95));
    expect(endsIn(events)).toEqual([
      [order + 1, 'oco'],
      [3, 'filled'],
    ]);
    expect(exchange.balance(ALICE, USDT)).toEqual([1_000_000 - 950, 570]);
    expect(exchange.core.order(order)).toMatchObject({ ocoOrder: 0, openLots: 6 });
    exchange.verify();
  });

  test('[O4] when the stop activates, it ends the limit order and takes over its hold', () => {
    const exchange = opened();
    const order = orderIn(exchange.accept(pair(ALICE, 'buy', 10, 95, 105, 108)));
    const events = print(exchange, 105);
    expect(endsIn(events).at(-1)).toEqual([order, 'oco']);
    expect(exchange.core.order(order + 1)).toMatchObject({ place: 'resting', priceTicks: 108, heldUnits: 1080 });
    expect(exchange.balance(ALICE, USDT)).toEqual([1_000_000 - 1080, 1080]);
    exchange.verify();
  });

  test.each([0, 1])('[O5] [E2] cancelling leg %i ends both and returns the hold', (leg) => {
    const exchange = opened();
    const order = orderIn(exchange.accept(pair(ALICE, 'sell', 10, 105, 95)));
    const events = exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: order + leg });
    expect(endsIn(events)).toEqual([
      [order + leg, 'cancelled'],
      [order + 1 - leg, 'oco'],
    ]);
    const rested = ['LevelChanged', 'OrderEnded'];
    expect(events.map(({ kind }) => kind)).toEqual(leg === 0 ? [...rested, 'OrderEnded'] : ['OrderEnded', ...rested]);
    expect(events.reduce((sum, event) => sum + (event.kind === 'OrderEnded' ? event.releasedUnits : 0), 0)).toBe(10);
    expect(exchange.balance(ALICE, BTC)).toEqual([1_000_000, 0]);
  });
});

test('[N2] a pair whose base units exceed the range is refused, like an order', () => {
  const lots = { lotUnits: assetUnits(1e6), maxSizeLots: sizeLots(1e15) };
  const huge = { ...pair(8, 'buy', 1e10, 95, 105) };
  expect(opened(lots).refuse(huge)).toBe('exceeds_range');
  expect(opened(lots, undefined, {}, 1).refuse(huge)).toBeUndefined();
});
