import { assetUnits, priceTicks, ratePpm, sizeLots } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import {
  ALICE,
  BOB,
  BTC,
  budget,
  CAROL,
  endsIn,
  fillsIn,
  limit,
  MARKET,
  market,
  opened,
  orderIn,
  plainRules,
  trigger,
  USDT,
} from '../../test/exchange.ts';
import type { Refusal } from '../vocabulary/refusals.ts';
import type { Command } from './all.ts';

/** Carol sells 10 each at 100, 101 and 110, and buys 10 each at 99 and 90. Maker 1000 ppm, taker 2000 ppm. */
const book = (over: Parameters<typeof opened>[0] = {}) => {
  const exchange = opened({ bandPpm: ratePpm(100_000), ...over }, { maker: 1000, taker: 2000 });
  for (const price of [100, 101, 110]) exchange.accept(limit(CAROL, 'sell', 10, price));
  for (const price of [99, 90]) exchange.accept(limit(CAROL, 'buy', 10, price));
  return exchange;
};

describe('orders', () => {
  type Row = [string, Command, Refusal | undefined, fills: number[][], base: [number, number], quote: [number, number]];
  const M = 1_000_000;
  const all: Row[] = [
    [
      '[P2] [F3] a limit order that rests holds its notional plus the higher fee',
      limit(ALICE, 'buy', 10, 98),
      undefined,
      [],
      [M, 0],
      [M - 982, 982],
    ],
    ['[F3] a sell holds its size', limit(ALICE, 'sell', 10, 102), undefined, [], [M - 10, 10], [M, 0]],
    [
      '[P1] [F2] a buy takes the best price first and pays the fee on top, rounded up',
      limit(ALICE, 'buy', 15, 101),
      undefined,
      [
        [100, 10],
        [101, 5],
      ],
      [M + 15, 0],
      [M - 1000 - 2 - 505 - 2, 0],
    ],
    [
      '[F2] a seller gets the notional minus the fee',
      limit(ALICE, 'sell', 10, 99),
      undefined,
      [[99, 10]],
      [M - 10, 0],
      [M + 990 - 2, 0],
    ],
    [
      '[P2] the part of an ioc order that is not filled is cancelled',
      limit(ALICE, 'buy', 30, 100, { timeInForce: 'ioc' }),
      undefined,
      [[100, 10]],
      [M + 10, 0],
      [M - 1002, 0],
    ],
    [
      '[P2] a fok order is filled completely',
      limit(ALICE, 'buy', 20, 101, { timeInForce: 'fok' }),
      undefined,
      [
        [100, 10],
        [101, 10],
      ],
      [M + 20, 0],
      [M - 1002 - 1013, 0],
    ],
    [
      '[P2] a fok order is refused if it cannot be filled completely',
      limit(ALICE, 'buy', 21, 101, { timeInForce: 'fok' }),
      'cannot_fill',
      [],
      [M, 0],
      [M, 0],
    ],
    [
      '[P2] a post-only order never takes',
      limit(ALICE, 'buy', 1, 100, { postOnly: true }),
      'would_take',
      [],
      [M, 0],
      [M, 0],
    ],
    [
      '[P3] [F4] a market order stops trading at the price band',
      market(ALICE, 'buy', 50),
      undefined,
      [
        [100, 10],
        [101, 10],
        [110, 10],
      ],
      [M + 30, 0],
      [M - 1002 - 1013 - 1102, 0],
    ],
    [
      '[P4] a budget buys whole lots, fee included',
      budget(ALICE, 'buy', 1515),
      undefined,
      [
        [100, 10],
        [101, 5],
      ],
      [M + 15, 0],
      [M - 1002 - 507, 0],
    ],
    [
      '[P4] a budget one unit short buys one lot less',
      budget(ALICE, 'buy', 1508),
      undefined,
      [
        [100, 10],
        [101, 4],
      ],
      [M + 14, 0],
      [M - 1002 - 405, 0],
    ],
    [
      '[P5] a sell by budget stops when the rest of the budget is less than one lot',
      budget(ALICE, 'sell', 500),
      undefined,
      [[99, 5]],
      [M - 5, 0],
      [M + 495 - 1, 0],
    ],
    [
      '[P6] a fok order with a budget buys within the budget',
      { ...market(ALICE, 'buy', 15, { timeInForce: 'fok' }), budgetUnits: assetUnits(1509) },
      undefined,
      [
        [100, 10],
        [101, 5],
      ],
      [M + 15, 0],
      [M - 1509, 0],
    ],
    [
      '[P6] a fok order with a budget is refused if one unit is missing',
      { ...market(ALICE, 'buy', 15, { timeInForce: 'fok' }), budgetUnits: assetUnits(1508) },
      'cannot_fill',
      [],
      [M, 0],
      [M, 0],
    ],
    [
      '[P6] a fok order with a budget sells for at least the budget',
      { ...market(ALICE, 'sell', 10, { timeInForce: 'fok' }), budgetUnits: assetUnits(988) },
      undefined,
      [[99, 10]],
      [M - 10, 0],
      [M + 988, 0],
    ],
    [
      '[P6] a fok sell with a budget is refused if it would get less',
      { ...market(ALICE, 'sell', 10, { timeInForce: 'fok' }), budgetUnits: assetUnits(989) },
      'cannot_fill',
      [],
      [M, 0],
      [M, 0],
    ],
    ['[M3] the price band includes both of its ends', limit(ALICE, 'buy', 1, 90), undefined, [], [M, 0], [M - 91, 91]],
    [
      '[M3] a price outside the price band is refused',
      limit(ALICE, 'buy', 1, 89),
      'outside_price_band',
      [],
      [M, 0],
      [M, 0],
    ],
    [
      '[M7] a market order cannot be gtc',
      market(ALICE, 'buy', 1, { timeInForce: 'gtc' }),
      'malformed',
      [],
      [M, 0],
      [M, 0],
    ],
    [
      '[M7] a post-only order cannot be ioc',
      limit(ALICE, 'buy', 1, 98, { postOnly: true, timeInForce: 'ioc' }),
      'malformed',
      [],
      [M, 0],
      [M, 0],
    ],
    ['[N1] an order without a size is malformed', limit(ALICE, 'buy', 0, 98), 'malformed', [], [M, 0], [M, 0]],
    [
      '[N2] a notional beyond 2^53 - 1 is refused',
      limit(ALICE, 'buy', 2 ** 50, 98),
      'exceeds_range',
      [],
      [M, 0],
      [M, 0],
    ],
    ['an order beyond the balance is refused', limit(ALICE, 'buy', 11_000, 98), 'exceeds_balance', [], [M, 0], [M, 0]],
    ['an unknown market is refused', limit(ALICE, 'buy', 1, 98, { market: 7 }), 'unknown_market', [], [M, 0], [M, 0]],
  ];

  test.each(all)('%s', (_, command, refusal, fills, base, quote) => {
    const exchange = book();
    const events = exchange.do(command);
    if (refusal !== undefined) expect(events).toEqual([{ kind: 'CommandRefused', refusal }]);
    else expect(events[0]?.kind).toBe('OrderAccepted');
    expect(fillsIn(events).map(([, price, size]) => [price, size])).toEqual(fills);
    expect(exchange.balance(ALICE, BTC)).toEqual(base);
    expect(exchange.balance(ALICE, USDT)).toEqual(quote);
    exchange.verify();
  });

  test('[P1] at the same price the earlier order trades first, at its own price', () => {
    const exchange = opened();
    const first = orderIn(exchange.accept(limit(BOB, 'sell', 5, 100)));
    const second = orderIn(exchange.accept(limit(CAROL, 'sell', 5, 100)));
    expect(fillsIn(exchange.accept(limit(ALICE, 'buy', 7, 105)))).toEqual([
      [first, 100, 5],
      [second, 100, 2],
    ]);
  });

  test('[P3] a market order is refused as no_liquidity if there is nothing to trade with within the band', () => {
    const exchange = opened();
    expect(exchange.refuse(market(ALICE, 'buy', 1))).toBe('no_liquidity');
  });

  const protectedAt = (price: number) => ({ priceTicks: priceTicks(price) });

  test('[P8] a market order trades up to its own price and ends beyond_protection, its remaining hold released', () => {
    const exchange = book();
    const events = exchange.accept(market(ALICE, 'buy', 50, protectedAt(101)));
    expect(fillsIn(events).map(([, price, size]) => [price, size])).toEqual([
      [100, 10],
      [101, 10],
    ]);
    expect(events.at(-1)).toMatchObject({ kind: 'OrderEnded', end: 'beyond_protection', unfilledLots: 30 });
    expect(events[0]).toMatchObject({ kind: 'OrderAccepted', type: 'market', priceTicks: 0 });
    expect(exchange.balance(ALICE, USDT)).toEqual([1_000_000 - 1002 - 1012, 0]);
    exchange.verify();
  });

  test('[P8] a market order by budget does not trade beyond its own price, nor does a sell', () => {
    const exchange = book();
    const bought = exchange.accept(budget(ALICE, 'buy', 100_000, protectedAt(100)));
    expect(endsIn(bought).at(-1)?.[1]).toBe('beyond_protection');
    expect(exchange.balance(ALICE, BTC)).toEqual([1_000_010, 0]);
    const sold = exchange.accept(market(ALICE, 'sell', 20, protectedAt(95)));
    expect(fillsIn(sold).map(([, price, size]) => [price, size])).toEqual([[99, 10]]);
    expect(endsIn(sold).at(-1)?.[1]).toBe('beyond_protection');
  });

  test('[P8] a market order is refused if no order is within its price, and ends unfilled if the book runs out', () => {
    const exchange = book();
    expect(exchange.refuse(market(ALICE, 'buy', 1, protectedAt(99)))).toBe('beyond_protection');
    expect(exchange.refuse(market(ALICE, 'sell', 1, protectedAt(100)))).toBe('beyond_protection');
    expect(exchange.refuse(market(ALICE, 'buy', 15, { ...protectedAt(100), timeInForce: 'fok' }))).toBe('cannot_fill');
    expect(endsIn(exchange.accept(market(ALICE, 'buy', 50, protectedAt(109)))).at(-1)?.[1]).toBe('beyond_protection');
    expect(endsIn(exchange.accept(market(ALICE, 'buy', 50, protectedAt(200)))).at(-1)?.[1]).toBe('unfilled');
    expect(opened().refuse(market(ALICE, 'buy', 1, protectedAt(99)))).toBe('no_liquidity');
  });

  test('[P8] a market order with a price is malformed with a trigger and under version 1 of the rules', () => {
    const triggered = market(ALICE, 'buy', 1, { ...protectedAt(120), ...trigger('stop', 120) });
    expect(book().refuse(triggered)).toBe('malformed');
    const old = opened({}, undefined, undefined, 1);
    expect(old.refuse(market(ALICE, 'buy', 1, protectedAt(120)))).toBe('malformed');
  });

  test('[P8] [B1] an order that is continued by Ticks keeps its protection', () => {
    const exchange = opened({}, undefined, { stepsPerCommand: 2 });
    for (const price of [100, 101, 102, 110]) exchange.accept(limit(CAROL, 'sell', 1, price));
    const order = exchange.accept(market(ALICE, 'buy', 9, protectedAt(105)));
    expect(endsIn(order)).not.toContainEqual([orderIn(order), 'beyond_protection']);
    exchange.verify();
    exchange.restart();
    expect(endsIn(exchange.accept({ kind: 'Tick' }))).toContainEqual([orderIn(order), 'beyond_protection']);
    exchange.verify();
  });

  test('[P4] [F5] [E1] a budget larger than the book ends unfilled, and its remaining hold is released', () => {
    const exchange = book();
    const events = exchange.accept(budget(ALICE, 'buy', 100_000));
    expect(events[0]).toMatchObject({ kind: 'OrderAccepted', heldUnits: 100_000 });
    expect(events.at(-1)).toMatchObject({ kind: 'OrderEnded', end: 'unfilled', unfilledLots: 0 });
    expect(exchange.balance(ALICE, USDT)).toEqual([1_000_000 - 1002 - 1013 - 1103, 0]);
  });

  test('[F1] an order pays the fee rates that applied when it was accepted', () => {
    const exchange = opened({}, { maker: 1000, taker: 2000 });
    exchange.accept({ kind: 'SetFeeSchedule', tier: 3, makerPpm: ratePpm(0), takerPpm: ratePpm(0) });
    exchange.accept(limit(BOB, 'sell', 10, 100));
    exchange.accept({ kind: 'SetFeeTier', owner: BOB, tier: 3 });
    exchange.accept({ kind: 'SetFeeTier', owner: ALICE, tier: 3 });
    const [, filled] = exchange.accept(limit(ALICE, 'buy', 10, 100));
    expect(filled).toMatchObject({ makerFeeUnits: 1, takerFeeUnits: 0 });
    expect(exchange.refuse({ kind: 'SetFeeTier', owner: ALICE, tier: 4 })).toBe('malformed');
    expect(exchange.core.feeTier(ALICE)).toEqual({ tier: 3, makerPpm: 0, takerPpm: 0 });
  });

  test('[F4] many small fills never cost more than was held', () => {
    const exchange = opened({}, { maker: 1000, taker: 1000 });
    exchange.accept(limit(ALICE, 'buy', 100, 100));
    expect(exchange.balance(ALICE, USDT)).toEqual([989_990, 10_010]);
    for (let i = 0; i < 100; i++) exchange.accept(limit(BOB, 'sell', 1, 100));
    expect(exchange.balance(ALICE, USDT)).toEqual([989_990, 0]);
    exchange.verify();
  });

  test('[P7] an owner never trades with themselves', () => {
    const place = (selfTrade: 'cancel_newest' | 'cancel_oldest' | 'cancel_both') => {
      const exchange = opened();
      exchange.accept(limit(BOB, 'sell', 1, 99));
      exchange.accept(limit(ALICE, 'sell', 1, 100));
      exchange.accept(limit(BOB, 'sell', 1, 101));
      const events = exchange.accept(limit(ALICE, 'buy', 3, 101, { selfTrade }));
      return [fillsIn(events).map(([maker]) => maker), endsIn(events)];
    };
    expect(place('cancel_newest')).toEqual([
      [1],
      [
        [1, 'filled'],
        [4, 'self_trade'],
      ],
    ]);
    expect(place('cancel_both')).toEqual([
      [1],
      [
        [1, 'filled'],
        [2, 'self_trade'],
        [4, 'self_trade'],
      ],
    ]);
    expect(place('cancel_oldest')).toEqual([
      [1, 3],
      [
        [1, 'filled'],
        [2, 'self_trade'],
        [3, 'filled'],
      ],
    ]);
  });

  test('[M2] a cancel-only and a halted market accept only cancellations', () => {
    for (const status of ['cancel_only', 'halted'] as const) {
      const exchange = opened();
      const [one, two] = [1, 2].map(() => orderIn(exchange.accept(limit(ALICE, 'buy', 1, 90))));
      exchange.accept({ kind: 'SetMarketStatus', market: MARKET, status });
      const amend: Command = { kind: 'AmendOrder', owner: ALICE, order: two, priceTicks: priceTicks(91) };
      for (const command of [limit(ALICE, 'buy', 1, 90), amend])
        expect(exchange.refuse(command)).toBe(`market_${status}`);
      exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: one });
      expect(endsIn(exchange.accept({ kind: 'CancelAllOrders', owner: ALICE }))).toEqual([[two, 'cancelled']]);
      exchange.accept({ kind: 'CancelAllOrders', owner: ALICE, market: MARKET });
      expect(exchange.core.market(MARKET)?.status).toBe(status);
      exchange.verify();
    }
  });

  test('[M2] under rules 4 a halted market refuses cancellations too', () => {
    const exchange = opened({}, undefined, {}, 4);
    const order = orderIn(exchange.accept(limit(ALICE, 'buy', 1, 90)));
    const amend: Command = { kind: 'AmendOrder', owner: ALICE, order, priceTicks: priceTicks(91) };
    const cancel: Command = { kind: 'CancelOrder', owner: ALICE, order };
    exchange.accept({ kind: 'SetMarketStatus', market: MARKET, status: 'halted' });
    for (const command of [limit(ALICE, 'buy', 1, 90), amend, cancel])
      expect(exchange.refuse(command)).toBe('market_halted');
    expect(exchange.accept({ kind: 'CancelAllOrders', owner: ALICE })).toEqual([]);
    exchange.accept({ kind: 'SetMarketStatus', market: MARKET, status: 'cancel_only' });
    for (const command of [limit(ALICE, 'buy', 1, 90), amend])
      expect(exchange.refuse(command)).toBe('market_cancel_only');
    exchange.accept(cancel);
  });

  test('[M3] the price band is centered on the operator’s price, else the last trade, else the listing price', () => {
    const exchange = opened({ bandPpm: ratePpm(100_000) });
    const band = () => [exchange.core.market(MARKET)?.lowestTicks, exchange.core.market(MARKET)?.highestTicks];
    expect(band()).toEqual([90, 110]);
    exchange.accept(limit(BOB, 'sell', 1, 105));
    exchange.accept(limit(ALICE, 'buy', 1, 105));
    expect(band()).toEqual([95, 115]);
    exchange.accept({ kind: 'SetReferencePrice', market: MARKET, referenceTicks: priceTicks(200) });
    expect(band()).toEqual([180, 220]);
    exchange.accept({ kind: 'SetReferencePrice', market: MARKET, referenceTicks: priceTicks(0) });
    expect(band()).toEqual([95, 115]);
  });

  test('[M3] the band’s upper end is 2^53 − 1 if its center is above (2^53 − 1) ÷ (2 + whole part of the band)', () => {
    const most = Number.MAX_SAFE_INTEGER;
    for (const [bandPpm, bound, below] of [
      [500_000, 4_503_599_627_370_495, 6_755_399_441_055_742],
      [1_250_000, 3_002_399_751_580_330, 6_755_399_441_055_742],
    ] as const) {
      const exchange = opened({ bandPpm: ratePpm(bandPpm), maxNotionalUnits: assetUnits(most) });
      const highest = (centre: number) => {
        exchange.accept({ kind: 'SetReferencePrice', market: MARKET, referenceTicks: priceTicks(centre) });
        return exchange.core.market(MARKET)?.highestTicks;
      };
      expect(highest(bound)).toBe(below);
      expect(exchange.refuse(limit(8, 'sell', 1, below))).toBeUndefined();
      expect(exchange.refuse(limit(8, 'sell', 1, below + 1))).toBe('outside_price_band');
      expect(highest(bound + 1)).toBe(most);
      expect(exchange.refuse(limit(8, 'sell', 1, most))).toBeUndefined();
      exchange.verify();
    }
  });

  test('[M1] a market’s tick and lot never change, its other rules may; only the minimum notional may be zero', () => {
    const exchange = opened();
    const change = (over: object): Command => ({ kind: 'ChangeMarketRules', market: MARKET, ...plainRules, ...over });
    for (const name of ['tickLotUnits', 'lotUnits']) expect(exchange.refuse(change({ [name]: 2 }))).toBe('malformed');
    for (const name of Object.keys(plainRules))
      expect(exchange.refuse(change({ [name]: 0 }))).toBe(name === 'minNotionalUnits' ? undefined : 'malformed');
    exchange.accept(change({ maxOpenOrders: 1, minSizeLots: 2 }));
    expect(exchange.core.market(MARKET)).toMatchObject({ maxOpenOrders: 1, minSizeLots: 2 });
    exchange.verify();
  });

  test('[M4] [M5] [M6] sizes, notionals and open orders have limits, and client order ids are unique', () => {
    const bounds = { minSizeLots: sizeLots(2), maxSizeLots: sizeLots(50), maxOpenOrders: 2 };
    const exchange = opened({ ...bounds, minNotionalUnits: assetUnits(300), maxNotionalUnits: assetUnits(4000) });
    expect(exchange.refuse(limit(ALICE, 'buy', 1, 100))).toBe('below_minimum');
    expect(exchange.refuse(limit(ALICE, 'buy', 2, 100))).toBe('below_minimum');
    expect(exchange.refuse(budget(ALICE, 'buy', 299))).toBe('below_minimum');
    expect(exchange.refuse(limit(ALICE, 'buy', 51, 60))).toBe('above_maximum');
    expect(exchange.refuse(limit(ALICE, 'buy', 41, 100))).toBe('above_maximum');
    exchange.accept(limit(ALICE, 'buy', 4, 90, { clientOrderId: 7 }));
    expect(exchange.core.orderByClientId(ALICE, 7)?.order).toBe(1);
    expect(exchange.refuse(limit(ALICE, 'buy', 4, 90, { clientOrderId: 7 }))).toBe('duplicate_client_order_id');
    exchange.accept(limit(BOB, 'buy', 4, 90, { clientOrderId: 7 }));
    exchange.accept(limit(ALICE, 'buy', 4, 90, { clientOrderId: 8 }));
    expect(exchange.refuse(limit(ALICE, 'buy', 4, 90))).toBe('too_many_open_orders');
    expect(exchange.refuse(market(ALICE, 'buy', 4, trigger('stop', 101)))).toBe('too_many_open_orders');
    expect(exchange.refuse(limit(ALICE, 'buy', 4, 90, { timeInForce: 'ioc' }))).toBeUndefined();
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: 1 });
    exchange.accept(limit(ALICE, 'buy', 4, 90, { clientOrderId: 7 }));
  });
});

describe('amending and cancelling', () => {
  const twoBuys = () => {
    const exchange = opened({}, { maker: 0, taker: 0 });
    exchange.accept(limit(ALICE, 'buy', 10, 95));
    exchange.accept(limit(BOB, 'buy', 10, 95));
    return exchange;
  };
  const amend = (owner: number, order: number, change: object): Command =>
    ({ kind: 'AmendOrder', owner, order, ...change }) as Command;

  test('[A1] an amendment to a smaller size keeps the order’s place and releases a part of its hold', () => {
    const exchange = twoBuys();
    expect(exchange.accept(amend(ALICE, 1, { openLots: 4 }))).toMatchObject([
      { keptPlace: true, openLots: 4 },
      { sizeLots: 14 },
    ]);
    expect(exchange.balance(ALICE, USDT)).toEqual([999_620, 380]);
    expect(fillsIn(exchange.accept(limit(CAROL, 'sell', 5, 95)))).toEqual([
      [1, 95, 4],
      [2, 95, 1],
    ]);
  });

  test('[A1] an amendment to a larger size or another price loses the order’s place, and may trade', () => {
    const exchange = twoBuys();
    exchange.accept(amend(ALICE, 1, { openLots: 11 }));
    exchange.accept(limit(CAROL, 'sell', 5, 99));
    expect(fillsIn(exchange.accept(amend(BOB, 2, { priceTicks: 99 })))).toEqual([[3, 99, 5]]);
    expect(exchange.core.order(2)).toMatchObject({ openLots: 5, sizeLots: 10, priceTicks: 99, heldUnits: 495 });
  });

  test('[A2] [A3] [A4] invalid amendments and cancellations are refused', () => {
    const exchange = twoBuys();
    exchange.accept(market(CAROL, 'buy', 5, trigger('stop', 120)));
    exchange.accept(budget(CAROL, 'buy', 500, trigger('stop', 120)));
    const rows: [Command, Refusal][] = [
      [amend(ALICE, 1, { openLots: 20_000 }), 'exceeds_balance'],
      [amend(BOB, 1, { openLots: 5 }), 'not_owner'],
      [amend(ALICE, 99, { openLots: 5 }), 'unknown_order'],
      [amend(ALICE, 1, { triggerTicks: 120 }), 'not_amendable'],
      [amend(CAROL, 3, { priceTicks: 120 }), 'not_amendable'],
      [amend(CAROL, 4, { openLots: 5 }), 'not_amendable'],
      [amend(CAROL, 3, { triggerTicks: 90 }), 'trigger_not_reached_side'],
      [amend(ALICE, 1, { priceTicks: 400 }), 'outside_price_band'],
      [{ kind: 'CancelOrder', owner: BOB, order: 1 }, 'not_owner'],
      [{ kind: 'CancelOrder', owner: BOB, order: 77 }, 'unknown_order'],
    ];
    for (const [command, refusal] of rows) expect(exchange.refuse(command)).toBe(refusal);
    exchange.accept(amend(CAROL, 3, { triggerTicks: 130, openLots: 6 }));
    expect(exchange.core.order(3)).toMatchObject({ triggerTicks: 130, openLots: 6, heldUnits: 6 * 195 });
  });

  test('[T6] a mass cancellation continues in a halted market', () => {
    const exchange = opened({ maxOpenOrders: 5000 });
    for (let i = 0; i < 1003; i++) exchange.accept(limit(ALICE, 'buy', 1, 60 + (i % 20)));
    exchange.accept({ kind: 'CancelAllOrders', owner: ALICE });
    exchange.accept({ kind: 'SetMarketStatus', market: 1, status: 'halted' });
    expect(exchange.core.nextDueMs()).toBe(exchange.core.timeMs);
    expect(endsIn(exchange.accept({ kind: 'Tick' })).length).toBe(3);
    exchange.verify();
  });

  test('[T6] under rules 4 a mass cancellation that a halt interrupts continues once the market is no longer halted', () => {
    const exchange = opened({ maxOpenOrders: 5000 }, undefined, {}, 4);
    for (let i = 0; i < 1003; i++) exchange.accept(limit(ALICE, 'buy', 1, 60 + (i % 20)));
    exchange.accept({ kind: 'CancelAllOrders', owner: ALICE });
    exchange.accept({ kind: 'SetMarketStatus', market: 1, status: 'halted' });
    expect(exchange.core.nextDueMs()).toBeUndefined();
    exchange.accept({ kind: 'Tick' });
    exchange.restart();
    exchange.accept({ kind: 'SetMarketStatus', market: 1, status: 'cancel_only' });
    expect(exchange.core.nextDueMs()).toBe(exchange.core.timeMs);
    expect(endsIn(exchange.accept({ kind: 'Tick' })).length).toBe(3);
    expect(exchange.core.openOrders(ALICE)).toEqual([]);
    exchange.verify();
  });

  test('commands of owner 0 are malformed, and owner 0 has no balance', () => {
    const exchange = opened();
    exchange.accept(limit(ALICE, 'buy', 1, 60));
    exchange.accept({ kind: 'FreezeOwner', owner: ALICE });
    expect(exchange.refuse({ kind: 'CancelOrder', owner: 0, order: 1 })).toBe('malformed');
    expect(exchange.refuse({ kind: 'AmendOrder', owner: 0, order: 1, openLots: sizeLots(1) })).toBe('malformed');
    expect(exchange.core.isFrozen(0)).toBe(false);
    expect(exchange.core.balance(0, 'spot', 0)).toEqual({ availableUnits: 0, heldUnits: 0 });
  });

  test('[A5] [T6] a mass cancellation ends a thousand orders immediately, and Tick ends the rest, but no later orders', () => {
    const exchange = opened({ maxOpenOrders: 5000 });
    for (let i = 0; i < 1003; i++) exchange.accept(limit(ALICE, 'buy', 1, 60 + (i % 20)));
    expect(endsIn(exchange.accept({ kind: 'CancelAllOrders', owner: ALICE })).length).toBe(1000);
    exchange.accept(limit(ALICE, 'buy', 1, 70));
    expect(exchange.core.nextDueMs()).toBe(exchange.core.timeMs);
    exchange.restart();
    expect(endsIn(exchange.accept({ kind: 'Tick' })).length).toBe(3);
    expect(exchange.core.nextDueMs()).toBeUndefined();
    expect(exchange.core.openOrders(ALICE).map(({ order }) => order)).toEqual([1004]);
    exchange.verify();
  });
});

test('[P5] a sell by budget that reaches its budget with the last lot of its hold counts as filled', () => {
  for (const [rules, end] of [
    [1, 'unfilled'],
    [2, 'filled'],
  ] as const) {
    const exchange = opened({ bandPpm: ratePpm(100_000) }, undefined, {}, rules);
    exchange.accept(limit(BOB, 'buy', 10, 90));
    const sale = exchange.accept(budget(ALICE, 'sell', 900));
    expect(endsIn(sale).at(-1)?.[1]).toBe(end);
    expect(exchange.balance(ALICE, USDT)).toEqual([1_000_900, 0]);
  }
});

test('[A2] a resting order that the band no longer includes may be reduced in place, but not increased', () => {
  for (const [rules, refusal] of [
    [1, undefined],
    [2, 'outside_price_band'],
  ] as const) {
    const exchange = opened({ bandPpm: ratePpm(100_000) }, undefined, {}, rules);
    const order = orderIn(exchange.accept(limit(ALICE, 'buy', 5, 95)));
    exchange.accept({ kind: 'SetReferencePrice', market: MARKET, referenceTicks: priceTicks(200) });
    exchange.accept({ kind: 'AmendOrder', owner: ALICE, order, openLots: sizeLots(4) });
    expect(exchange.refuse({ kind: 'AmendOrder', owner: ALICE, order, openLots: sizeLots(6) })).toBe(refusal);
    exchange.verify();
  }
});
