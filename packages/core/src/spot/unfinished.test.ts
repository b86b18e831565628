import { priceTicks } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import {
  ALICE,
  BOB,
  BTC,
  budget,
  CAROL,
  type Exchange,
  endsIn,
  fillsIn,
  limit,
  listing,
  MARKET,
  market,
  opened,
  orderIn,
  trigger,
  USDT,
} from '../../test/exchange.ts';

const STEPS = 4;
const fees = { maker: 800, taker: 1000 };
const small = (over = {}) => opened(over, fees, { stepsPerCommand: STEPS });
const tick = (exchange: Exchange) => exchange.accept({ kind: 'Tick' });

/** Ten sells by Bob at 100 to 109, one lot each. */
const tenSells = (): Exchange => {
  const exchange = small();
  for (let i = 0; i < 10; i++) exchange.accept(limit(BOB, 'sell', 1, 100 + i));
  return exchange;
};

describe('a command that would take more steps than allowed', () => {
  test('[B1] [B4] stops at the limit of steps; Ticks continue, and the result is the same as in one command', () => {
    const exchange = tenSells();
    const order = orderIn(exchange.accept(limit(ALICE, 'buy', 9, 120, { timeInForce: 'ioc', clientOrderId: 5 })));
    expect(exchange.core.order(order)).toMatchObject({ place: 'taking', openLots: 5, sizeLots: 9 });
    expect(exchange.core.orderByClientId(ALICE, 5)?.order).toBe(order);
    expect(exchange.core.nextDueMs()).toBe(exchange.core.timeMs);
    exchange.verify();
    exchange.restart();
    expect(fillsIn(tick(exchange)).map(([, price]) => price)).toEqual([104, 105, 106, 107]);
    exchange.restart();
    const last = tick(exchange);
    expect(fillsIn(last)).toEqual([[9, 108, 1]]);
    expect(endsIn(last)).toEqual([
      [9, 'filled'],
      [order, 'filled'],
    ]);
    expect(exchange.core.nextDueMs()).toBeUndefined();
    expect(exchange.balance(ALICE, USDT)[1]).toBe(0);
    exchange.verify();
  });

  test('[B1] what is left of an order rests once the order has taken all it can', () => {
    const exchange = tenSells();
    const order = orderIn(exchange.accept(limit(ALICE, 'buy', 7, 105)));
    tick(exchange);
    expect(exchange.core.order(order)).toMatchObject({ place: 'resting', openLots: 1 });
    expect(exchange.core.depth(MARKET, 1).bids).toEqual([[105, 1]]);
    exchange.verify();
  });

  test.each(['buy', 'sell'] as const)('[B1] [P4] [P5] a %s by budget continues with the rest of the budget', (side) => {
    const together = opened({}, fees);
    const exchange = small();
    for (const each of [together, exchange]) {
      for (let i = 0; i < 10; i++)
        each.accept(limit(BOB, side === 'buy' ? 'sell' : 'buy', 1, side === 'buy' ? 100 + i : 100 - i));
      each.accept(budget(ALICE, side, 750));
      for (let i = 0; i < 3; i++) tick(each);
      each.verify();
    }
    for (const asset of [BTC, USDT]) expect(exchange.balance(ALICE, asset)).toEqual(together.balance(ALICE, asset));
  });

  test('[B2] a fill-or-kill order or conversion that would match more orders than one command may is refused', () => {
    const exchange = tenSells();
    exchange.accept(limit(ALICE, 'buy', 4, 120, { timeInForce: 'fok' }));
    expect(exchange.refuse(limit(ALICE, 'buy', 5, 120, { timeInForce: 'fok' }))).toBe('cannot_fill');
    const conversion = { kind: 'Convert' as const, owner: ALICE, from: USDT, to: BTC, minUnits: 0 as never };
    expect(exchange.core.quoteConvert(ALICE, USDT, BTC, 900 as never)).toBe('no_liquidity');
    expect(exchange.refuse({ ...conversion, units: 900 as never })).toBe('no_liquidity');
    exchange.accept({ ...conversion, units: 300 as never });
    exchange.verify();
  });

  test('[B3] a large order fires the triggers it reached in steps, nearest first; activations wait until all have fired', () => {
    const exchange = small();
    const orders = [110, 101, 102, 103, 101].map((at) =>
      orderIn(exchange.accept(limit(ALICE, 'buy', 1, 60, trigger('stop', at)))),
    );
    exchange.accept(limit(BOB, 'sell', 1, 104));
    const events = exchange.accept(limit(CAROL, 'buy', 1, 104));
    expect(events.filter(({ kind }) => kind === 'OrderTriggered')).toEqual([]);
    expect(orders.map((order) => exchange.core.order(order)?.place)).toEqual([
      'waiting',
      'triggered',
      'triggered',
      'waiting',
      'triggered',
    ]);
    exchange.restart();
    expect(tick(exchange).flatMap((e) => (e.kind === 'OrderTriggered' ? [e.order] : []))).toEqual([2, 3, 4]);
    expect(tick(exchange).flatMap((e) => (e.kind === 'OrderTriggered' ? [e.order] : []))).toEqual([5]);
    exchange.verify();
  });
});

describe('a busy market', () => {
  const busy = (prepare = (_: Exchange) => {}): { exchange: Exchange; taker: number } => {
    const exchange = tenSells();
    exchange.accept(listing({ market: 2, base: USDT, quote: BTC }));
    prepare(exchange);
    return { exchange, taker: orderIn(exchange.accept(market(ALICE, 'buy', 9))) };
  };

  test('[B5] a busy market refuses commands that touch its book, and other markets continue', () => {
    const { exchange, taker } = busy();
    const pair = { kind: 'PlaceOco' as const, owner: BOB, market: MARKET, side: 'sell' as const, sizeLots: 1 as never };
    for (const command of [
      limit(CAROL, 'sell', 1, 104),
      limit(CAROL, 'sell', 1, 104, trigger('stop', 90)),
      { ...pair, priceTicks: priceTicks(130), stopTriggerTicks: priceTicks(90) },
      { kind: 'AmendOrder' as const, owner: BOB, order: 9, priceTicks: priceTicks(101) },
      { kind: 'CancelOrder' as const, owner: BOB, order: 9 },
      { kind: 'CancelOrder' as const, owner: ALICE, order: taker },
      { kind: 'Convert' as const, owner: CAROL, from: BTC, to: USDT, units: 5 as never, minUnits: 0 as never },
    ])
      expect(exchange.refuse(command)).toBe('market_busy');
    expect(exchange.core.quoteConvert(CAROL, BTC, USDT, 5 as never)).toBe('market_busy');
    // The command's own order goes first. The command's remaining steps are spent on the busy market.
    const events = exchange.accept(limit(CAROL, 'buy', 1, 100, { market: 2 }));
    expect(fillsIn(events).map(([maker]) => maker)).toEqual([5, 6, 7, 8]);
    exchange.verify();
  });

  test('[B5] a mass cancellation waits until the busy market has continued', () => {
    const { exchange, taker } = busy();
    expect(exchange.accept({ kind: 'CancelAllOrders', owner: BOB })).toEqual([]);
    exchange.accept({ kind: 'CancelAllOrders', owner: BOB, market: MARKET });
    exchange.restart();
    for (let i = 0; i < 3; i++) tick(exchange);
    expect([exchange.core.order(taker), exchange.core.openOrders(BOB)]).toEqual([undefined, []]);
    expect(exchange.balance(ALICE, BTC)).toEqual([1_000_009, 0]);
    exchange.verify();
  });

  test('[B6] a freeze ends the taking order of the frozen owner', () => {
    const { exchange, taker } = busy();
    expect(exchange.accept({ kind: 'FreezeOwner', owner: ALICE }).slice(0, 2)).toMatchObject([
      { kind: 'OwnerFrozen', owner: ALICE },
      { kind: 'OrderEnded', order: taker, owner: ALICE, market: MARKET, end: 'frozen', unfilledLots: 5 },
    ]);
    expect(exchange.balance(ALICE, USDT)[1]).toBe(0);
    tick(exchange);
    exchange.accept({ kind: 'CancelOrder', owner: BOB, order: 9 });
    exchange.verify();
  });

  test('[B6] a frozen maker leaves the book before the order continues', () => {
    const { exchange, taker } = busy();
    exchange.accept({ kind: 'FreezeOwner', owner: BOB });
    expect(fillsIn(tick(exchange))).toEqual([]);
    expect(exchange.core.openOrders(BOB)).toEqual([]);
    expect(exchange.core.order(taker)).toBeUndefined();
    exchange.verify();
  });

  test.each(['halted', 'cancel_only'] as const)('[B6] setting the market to %s ends the taking order', (status) => {
    const { exchange, taker } = busy();
    const events = exchange.accept({ kind: 'SetMarketStatus', market: MARKET, status });
    expect(endsIn(events)).toEqual([[taker, 'unfilled']]);
    tick(exchange);
    exchange.verify();
    exchange.accept({ kind: 'SetMarketStatus', market: MARKET, status: 'open' });
    exchange.accept({ kind: 'CancelOrder', owner: BOB, order: 9 });
  });

  test('[B4] an order fired in another market waits for the busy market', () => {
    const { exchange, taker } = busy((before) => {
      before.accept(limit(BOB, 'buy', 1, 60, { market: 2, ...trigger('stop', 101) }));
      before.accept(limit(BOB, 'sell', 1, 102, { market: 2 }));
    });
    const events = exchange.accept(limit(CAROL, 'buy', 1, 102, { market: 2 }));
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'OrderTriggered')).toEqual([]);
    expect(exchange.core.order(taker)?.place).toBe('taking');
    expect(tick(exchange).some(({ kind }) => kind === 'OrderTriggered')).toBe(true);
    exchange.verify();
  });
});
