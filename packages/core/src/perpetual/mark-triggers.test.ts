import { assetUnits, type PriceTicks, priceTicks, sizeLots } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import * as spot from '../../test/exchange.ts';
import { endsIn, orderIn, trigger } from '../../test/exchange.ts';
import {
  ALICE,
  atMarket,
  BOB,
  CAROL,
  DAVE,
  listing,
  opened,
  order,
  PERPETUAL,
  type PerpetualExchange,
  reduce,
} from '../../test/perpetual-exchange.ts';
import type { CoreEvent, MarketStatus } from '../index.ts';
import { OPENING_PAUSE_MS } from '../vocabulary/rules.ts';

const triggeredIn = (events: readonly CoreEvent[]): number[] =>
  events.flatMap((event) => (event.kind === 'OrderTriggered' ? [event.order] : []));

const kindsIn = (events: readonly CoreEvent[]) => events.map(({ kind }) => kind);

/** Trades one lot at this price, which becomes the last price. */
const print = (exchange: PerpetualExchange, price: number): CoreEvent[] => {
  exchange.accept(order(BOB, 'sell', 1, price));
  return exchange.accept(order(CAROL, 'buy', 1, price, { timeInForce: 'ioc' }));
};

const setStatus = (exchange: PerpetualExchange, status: MarketStatus): CoreEvent[] =>
  exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status });

/** Alice, long 5 lots at 1,000, with a stop at 950 for all of them. */
const withStop = (settings = {}) => {
  const exchange = opened({}, settings);
  exchange.open(ALICE, BOB, 5, 1000);
  const stop = orderIn(exchange.accept(atMarket(ALICE, 'sell', 5, { ...reduce, ...trigger('stop', 950) })));
  return { exchange, stop };
};

describe('triggers of a perpetual', () => {
  test('[X7] a trade far below the mark price does not fire a stop, but a mark price at its trigger does', () => {
    const { exchange, stop } = withStop();
    exchange.accept(order(DAVE, 'buy', 20, 910));
    // A trade of one lot sets the last price to 910, far below the mark price.
    exchange.accept(order(BOB, 'sell', 1, 910));
    expect(exchange.core.order(stop)?.place).toBe('waiting');
    expect(triggeredIn(exchange.mark(951))).toEqual([]);
    const events = exchange.mark(950);
    expect(triggeredIn(events)).toEqual([stop]);
    expect(exchange.position(ALICE, 'long')).toBeUndefined();
  });

  test.each([
    ['stop', 'buy', 1050, 1049, 1050],
    ['stop', 'sell', 950, 951, 950],
    ['take_profit', 'buy', 950, 951, 950],
    ['take_profit', 'sell', 1050, 1049, 1050],
  ] as const)(
    '[T1] [X7] a %s %s at %i waits at a mark price of %i and fires at %i',
    (kind, side, at, before, reached) => {
      const exchange = opened();
      const price = side === 'buy' ? 960 : 1040;
      const id = orderIn(exchange.accept(order(ALICE, side, 5, at === 950 ? 940 : price, trigger(kind, at))));
      print(exchange, reached);
      expect(triggeredIn(exchange.mark(before))).toEqual([]);
      expect(triggeredIn(exchange.mark(reached))).toEqual([id]);
      expect(exchange.core.order(id)?.place ?? 'filled').not.toBe('waiting');
    },
  );

  test.each([
    ['stop', 'buy', 1000],
    ['stop', 'sell', 1000],
    ['take_profit', 'buy', 1000],
    ['take_profit', 'sell', 1000],
    ['stop', 'buy', 990],
    ['stop', 'sell', 1010],
  ] as const)(
    '[T1] [X7] a %s %s at %i is refused unless ahead of the mark price, whatever the last price is',
    (kind, side, at) => {
      const exchange = opened();
      print(exchange, (kind === 'stop') === (side === 'buy') ? 950 : 1050);
      expect(exchange.refuse(order(ALICE, side, 1, at, trigger(kind, at)))).toBe('trigger_not_reached_side');
    },
  );

  test('[X7] an order may wait for a trigger that the last price has passed and the mark price has not', () => {
    const exchange = opened();
    print(exchange, 940);
    const id = orderIn(exchange.accept(order(ALICE, 'sell', 1, 945, trigger('stop', 950))));
    expect(exchange.core.order(id)?.place).toBe('waiting');
    expect(exchange.refuse({ kind: 'AmendOrder', owner: ALICE, order: id, triggerTicks: priceTicks(1000) })).toBe(
      'trigger_not_reached_side',
    );
    exchange.accept({ kind: 'AmendOrder', owner: ALICE, order: id, triggerTicks: priceTicks(999) });
    expect(triggeredIn(exchange.mark(999))).toEqual([id]);
  });

  test('[T2] [T3] [X7] a mark price that jumps past several triggers fires all of them, by time and id', () => {
    const exchange = opened();
    const far = orderIn(exchange.accept(order(ALICE, 'buy', 1, 1060, trigger('stop', 1060))));
    const near = orderIn(exchange.accept(order(ALICE, 'buy', 1, 1060, trigger('stop', 1020))));
    const below = orderIn(exchange.accept(order(ALICE, 'buy', 1, 940, trigger('take_profit', 950))));
    expect(triggeredIn(exchange.mark(1080))).toEqual([far, near]);
    expect(exchange.core.order(below)?.place).toBe('waiting');
  });

  test('[X6] [X7] positions are liquidated before fired orders have their turn', () => {
    const { exchange, stop } = withStop();
    exchange.accept(order(DAVE, 'buy', 20, 905));
    const events = exchange.mark(905);
    expect(kindsIn(events).indexOf('LiquidationStarted')).toBeGreaterThan(0);
    expect(endsIn(events)).toContainEqual([stop, 'liquidated']);
    expect(triggeredIn(events)).toEqual([]);
  });

  test('[B1] [B3] [X7] one command fires only as many reached orders as it has steps, and Ticks fire the others', () => {
    const exchange = opened({}, { stepsPerCommand: 4 });
    const ids = [1020, 1010, 1030].map((at) =>
      orderIn(exchange.accept(order(ALICE, 'buy', 1, 1000, trigger('stop', at)))),
    );
    ids.push(orderIn(exchange.accept(order(ALICE, 'buy', 1, 1000, trigger('stop', 1040)))));
    ids.push(orderIn(exchange.accept(order(ALICE, 'buy', 1, 1000, trigger('stop', 1090)))));
    const first = triggeredIn(exchange.mark(1050));
    // The mark price returns to 1,000 before all of the reached orders have fired.
    exchange.restart();
    const rest = [...triggeredIn(exchange.mark(1000)), ...triggeredIn(exchange.finish())];
    expect([...first, ...rest].sort((a, b) => a - b)).toEqual(ids.slice(0, 4));
    expect(exchange.core.nextDueMs()).toBeUndefined();
  });

  test.each(['halted', 'cancel_only'] as const)(
    '[X7] [X8] a %s market fires nothing; when its opening pause ends, the mark price of that moment decides',
    (status) => {
      const { exchange, stop } = withStop();
      exchange.accept(order(DAVE, 'buy', 20, 940));
      const other = orderIn(exchange.accept(order(CAROL, 'buy', 1, 1040, trigger('stop', 1030))));
      setStatus(exchange, status);
      expect(kindsIn(exchange.mark(1035))).toEqual(['MarkPriceSet']);
      expect(kindsIn(exchange.mark(945))).toEqual(['MarkPriceSet']);
      expect(exchange.core.nextDueMs()).toBeUndefined();
      setStatus(exchange, 'open');
      exchange.restart();
      expect([...exchange.finish(), ...exchange.mark(945)].map(({ kind }) => kind)).toEqual(['MarkPriceSet']);
      exchange.restart();
      expect(triggeredIn(exchange.passPause())).toEqual([stop]);
      expect(exchange.position(ALICE, 'long')).toBeUndefined();
      expect(exchange.core.order(other)?.place).toBe('waiting');
    },
  );

  test('[X7] a market that opens with nothing reached accepts orders at once', () => {
    const { exchange } = withStop();
    setStatus(exchange, 'cancel_only');
    exchange.mark(960);
    setStatus(exchange, 'open');
    exchange.accept(order(BOB, 'sell', 1, 960));
  });

  test.each(['halted', 'cancel_only'] as const)(
    '[T4] [X7] an order that was fired before its market was set to %s waits again instead of ending',
    (status) => {
      const exchange = opened({}, { stepsPerCommand: 2 });
      const [first, second] = [1010, 1020].map((at) =>
        orderIn(exchange.accept(order(ALICE, 'buy', 1, 1000, trigger('stop', at)))),
      );
      exchange.mark(1020);
      expect(exchange.core.openOrders(ALICE).map(({ place }) => place)).toEqual(['triggered', 'triggered']);
      setStatus(exchange, status);
      expect(exchange.finish()).toEqual([]);
      expect(exchange.core.openOrders(ALICE).map(({ place }) => place)).toEqual(['waiting', 'waiting']);
      exchange.mark(1015);
      setStatus(exchange, 'open');
      expect(triggeredIn([...exchange.passPause(), ...exchange.finish()])).toEqual([first]);
      expect(exchange.core.order(second ?? 0)?.place).toBe('waiting');
    },
  );

  test('[H3] [X7] protections placed by an order that a halt ends wait until the market fires orders again', () => {
    const exchange = opened({}, { stepsPerCommand: 3 });
    const attached = { takeProfitTicks: priceTicks(1020), stopLossTicks: priceTicks(990) };
    for (let n = 0; n < 3; n++) exchange.accept(order(ALICE, 'buy', 1, 1000, attached));
    exchange.accept(order(DAVE, 'buy', 10, 980));
    exchange.mark(985);
    // The sale takes three steps, so that no protection is in the trigger index yet.
    exchange.accept(order(BOB, 'sell', 3, 1000));
    setStatus(exchange, 'cancel_only');
    expect(triggeredIn(exchange.finish())).toEqual([]);
    expect(exchange.core.openOrders(ALICE)).toHaveLength(6);
    setStatus(exchange, 'open');
    exchange.passPause();
    exchange.finish();
    expect(exchange.position(ALICE, 'long')).toBeUndefined();
  });

  test('[H1] [X7] attached prices are compared with the mark price, whatever the last price is', () => {
    const exchange = opened();
    print(exchange, 950);
    exchange.accept(order(CAROL, 'sell', 5, 1000));
    const attached = (stop: number) => ({ stopLossTicks: priceTicks(stop) });
    exchange.mark(980);
    expect(exchange.refuse(atMarket(ALICE, 'buy', 1, attached(980)))).toBe('stop_loss_wrong_side');
    exchange.accept(atMarket(ALICE, 'buy', 1, attached(970)));
  });

  test('[D4] [X7] under rules 4 trades fire the orders, and mark prices do not', () => {
    const exchange = opened({}, {}, 4);
    const id = orderIn(exchange.accept(order(ALICE, 'buy', 1, 1060, trigger('stop', 1050))));
    expect(triggeredIn(exchange.mark(1055))).toEqual([]);
    expect(triggeredIn(print(exchange, 1050))).toEqual([id]);
    const other = orderIn(exchange.accept(order(ALICE, 'buy', 1, 1080, trigger('stop', 1070))));
    exchange.accept({ kind: 'ActivateRules', version: 5 });
    expect(triggeredIn(print(exchange, 1070))).toEqual([]);
    expect(triggeredIn(exchange.mark(1070))).toEqual([other]);
  });
});

describe('the opening pause of a perpetual', () => {
  /**
   * Like `withStop`, but in a market that has just opened at a mark price below the stop's trigger, with an empty book.
   */
  const reopened = (settings = {}) => {
    const { exchange, stop } = withStop(settings);
    setStatus(exchange, 'halted');
    exchange.mark(945);
    setStatus(exchange, 'open');
    return { exchange, stop };
  };

  test('[X8] the book is filled before the stops fire: they trade with its best order, not with the one at the edge of the band', () => {
    const { exchange, stop } = reopened();
    exchange.accept(order(DAVE, 'buy', 5, 910));
    expect(triggeredIn(exchange.mark(945))).toEqual([]);
    exchange.accept(order(CAROL, 'buy', 5, 944));
    const events = exchange.passPause();
    expect(triggeredIn(events)).toEqual([stop]);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'OrderFilled', priceTicks: 944 }));
    expect(exchange.position(DAVE, 'long')).toBeUndefined();
  });

  test('[X8] orders are accepted and trade during the pause', () => {
    const { exchange } = reopened();
    print(exchange, 945);
    expect(exchange.position(CAROL, 'long')?.sizeLots).toBe(1);
  });

  test.each([
    ['a Tick', 0],
    ['the same mark price', 945],
    ['another mark price at which the trigger is reached', 940],
  ])('[X8] the pause ends 10 seconds after the opening, and not before, with %s', (_name, mark) => {
    const { exchange, stop } = reopened();
    exchange.accept(order(CAROL, 'buy', 5, 940));
    const next = () => (mark === 0 ? exchange.accept({ kind: 'Tick' }) : exchange.mark(mark));
    exchange.timeMs += 9_999;
    expect(triggeredIn(next())).toEqual([]);
    exchange.restart();
    expect(exchange.core.nextDueMs()).toBe(exchange.timeMs + 1);
    exchange.timeMs += 1;
    exchange.restart();
    expect(triggeredIn(next())).toEqual([stop]);
    expect(exchange.core.nextDueMs()).toBeUndefined();
  });

  test('[X8] a mark price that leaves the trigger before the pause ends fires nothing', () => {
    const { exchange, stop } = reopened();
    exchange.mark(960);
    expect(triggeredIn(exchange.passPause())).toEqual([]);
    expect(exchange.core.order(stop)?.place).toBe('waiting');
    expect(triggeredIn(exchange.mark(950))).toEqual([stop]);
  });

  test('[X8] positions are liquidated during the pause', () => {
    const { exchange } = reopened();
    exchange.accept(order(DAVE, 'buy', 5, 905));
    expect(kindsIn(exchange.mark(905))).toContain('LiquidationStarted');
    exchange.finish();
    expect(exchange.position(ALICE, 'long')).toBeUndefined();
  });

  test('[H3] [X8] a new protection whose trigger is reached during the pause waits for the end of the pause', () => {
    const { exchange } = reopened();
    exchange.accept(order(DAVE, 'buy', 10, 930));
    exchange.accept(order(CAROL, 'buy', 1, 945, { stopLossTicks: priceTicks(940) }));
    exchange.mark(938);
    exchange.accept(order(BOB, 'sell', 1, 945));
    expect(exchange.core.openOrders(CAROL)).toMatchObject([{ place: 'waiting' }]);
    expect(triggeredIn(exchange.passPause())).toHaveLength(2);
    expect(exchange.position(CAROL, 'long')).toBeUndefined();
  });

  test('[X8] an order that was fired before the market was halted and opened again waits again', () => {
    const exchange = opened({}, { stepsPerCommand: 2 });
    const ids = [1010, 1020].map((at) => orderIn(exchange.accept(order(ALICE, 'buy', 1, 1000, trigger('stop', at)))));
    exchange.mark(1020);
    expect(exchange.core.openOrders(ALICE).map(({ place }) => place)).toEqual(['triggered', 'triggered']);
    setStatus(exchange, 'halted');
    setStatus(exchange, 'open');
    expect(exchange.finish()).toEqual([]);
    expect(exchange.core.openOrders(ALICE).map(({ place }) => place)).toEqual(['waiting', 'waiting']);
    expect(triggeredIn([...exchange.passPause(), ...exchange.finish()])).toEqual(ids);
  });

  test('[X8] a pause that was cut off goes on when the market soon opens again; one that is open is not paused again', () => {
    const { exchange, stop } = reopened();
    exchange.timeMs += 5_000;
    setStatus(exchange, 'cancel_only');
    exchange.restart();
    expect(exchange.core.nextDueMs()).toBeUndefined();
    setStatus(exchange, 'open');
    exchange.timeMs += 4_999;
    expect(triggeredIn(exchange.accept({ kind: 'Tick' }))).toEqual([]);
    setStatus(exchange, 'open');
    exchange.timeMs += 1;
    expect(triggeredIn(exchange.accept({ kind: 'Tick' }))).toEqual([stop]);
    setStatus(exchange, 'open');
    expect(exchange.core.nextDueMs()).toBeUndefined();
  });

  test('[X8] stops fire in a market that is closed before the end of every pause', () => {
    const { exchange, stop } = reopened();
    const fired: unknown[] = [];
    for (let turn = 0; turn < 3; turn++) {
      exchange.timeMs += 9_000;
      setStatus(exchange, 'cancel_only');
      exchange.timeMs += 7_000;
      setStatus(exchange, 'open');
      fired.push(...triggeredIn(exchange.mark(945)));
    }
    expect(fired).toEqual([stop]);
  });

  test.each([
    [69_999, true],
    [70_000, false],
  ])('[X8] a pause cut off in a market that opens again after %i ms: goes on, %s', (afterMs, goesOn) => {
    const { exchange, stop } = reopened();
    setStatus(exchange, 'cancel_only');
    exchange.timeMs += afterMs;
    exchange.restart();
    expect(triggeredIn(exchange.accept({ kind: 'Tick' }))).toEqual([]);
    setStatus(exchange, 'open');
    expect(triggeredIn(exchange.accept({ kind: 'Tick' }))).toEqual(goesOn ? [stop] : []);
    expect(triggeredIn(exchange.passPause())).toEqual(goesOn ? [] : [stop]);
  });

  test('[X8] a market that is listed as open has the pause, too; one that is listed as halted has it when it opens', () => {
    const exchange = opened();
    exchange.accept(listing({ market: 6 }));
    expect(exchange.core.nextDueMs()).toBe(exchange.timeMs + OPENING_PAUSE_MS);
    exchange.restart();
    expect(exchange.core.nextDueMs()).toBe(exchange.timeMs + OPENING_PAUSE_MS);
    exchange.passPause();
    exchange.accept(listing({ market: 7, status: 'halted' }));
    expect(exchange.core.nextDueMs()).toBeUndefined();
    exchange.accept({ kind: 'SetMarketStatus', market: 7, status: 'open' });
    expect(exchange.core.nextDueMs()).toBe(exchange.timeMs + OPENING_PAUSE_MS);
  });

  test('[D4] [X8] a market that opened under rules 4 has no pause after rules 5 are activated', () => {
    const exchange = opened({}, {}, 4);
    setStatus(exchange, 'halted');
    setStatus(exchange, 'open');
    expect(exchange.core.nextDueMs()).toBeUndefined();
    exchange.accept({ kind: 'ActivateRules', version: 5 });
    const id = orderIn(exchange.accept(order(ALICE, 'buy', 1, 1010, trigger('stop', 1010))));
    expect(triggeredIn(exchange.mark(1010))).toEqual([id]);
  });

  test('[T5] [X8] a mass cancellation that has more orders than steps comes before the triggers that the pause held', () => {
    const exchange = opened({}, { stepsPerCommand: 2 });
    for (const at of [1010, 1020, 1030]) exchange.accept(order(ALICE, 'buy', 1, 1000, trigger('stop', at)));
    setStatus(exchange, 'halted');
    exchange.mark(1030);
    setStatus(exchange, 'open');
    exchange.accept({ kind: 'CancelAllOrders', owner: ALICE, market: PERPETUAL });
    expect(endsIn(exchange.passPause())).toHaveLength(1);
    expect(exchange.core.openOrders(ALICE)).toEqual([]);
  });
});

describe('amendments since rules 5', () => {
  const MINIMUM = 5;
  const reprice = (owner: number, order: number, price: number) =>
    ({ kind: 'AmendOrder', owner, order, priceTicks: price as PriceTicks }) as const;

  test('[A2] what is left of a partly filled order can be repriced below the minimum size, but a new size has to reach it', () => {
    const exchange = opened({ minSizeLots: sizeLots(MINIMUM) });
    const id = orderIn(exchange.accept(order(ALICE, 'buy', 6, 1000)));
    exchange.accept(order(BOB, 'sell', 5, 1000));
    exchange.accept(reprice(ALICE, id, 990));
    expect(exchange.core.order(id)).toMatchObject({ priceTicks: 990, openLots: 1 });
    expect(exchange.refuse({ ...reprice(ALICE, id, 995), openLots: sizeLots(2) })).toBe('below_minimum');
    exchange.accept({ ...reprice(ALICE, id, 995), openLots: sizeLots(1) });
  });

  test('[A2] the minima still apply to an order without a fill, and under rules 4 also to a partly filled one', () => {
    const exchange = opened({ minNotionalUnits: assetUnits(5000) });
    const id = orderIn(exchange.accept(order(ALICE, 'buy', 5, 1000)));
    expect(exchange.refuse(reprice(ALICE, id, 999))).toBe('below_minimum');
    const older = spot.opened({ minSizeLots: sizeLots(MINIMUM) }, undefined, {}, 4);
    const rest = orderIn(older.accept(spot.limit(ALICE, 'buy', 6, 100)));
    older.accept(spot.limit(BOB, 'sell', 5, 100));
    expect(older.refuse(reprice(ALICE, rest, 99))).toBe('below_minimum');
  });

  test.each([
    [5, 'still', 0],
    [4, 'no longer', 1],
  ])(
    '[A1] [B3] under rules %i a waiting order that was only reduced %s fires first of its level',
    (version, _, place) => {
      const exchange = spot.opened({}, undefined, { stepsPerCommand: 1 }, version);
      const waiting = [1, 2].map(() =>
        orderIn(exchange.accept(spot.limit(ALICE, 'buy', 3, 110, trigger('stop', 103)))),
      );
      const [first] = waiting;
      exchange.accept({ kind: 'AmendOrder', owner: ALICE, order: first ?? 0, openLots: sizeLots(2) });
      exchange.accept(spot.limit(BOB, 'sell', 1, 103));
      exchange.accept(spot.limit(CAROL, 'buy', 1, 103));
      exchange.accept({ kind: 'Tick' });
      const fired = exchange.core.openOrders(ALICE).filter((each) => each.place === 'triggered');
      expect(fired.map(({ order }) => waiting.indexOf(order))).toEqual([place]);
      exchange.verify();
    },
  );
});
