import { assetUnits, ratePpm, sizeLots, timeMs } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import { orderIn, trigger } from '../../test/exchange.ts';
import {
  ALICE,
  atMarket,
  BOB,
  CAROL,
  DAVE,
  opened,
  order,
  PERPETUAL,
  type PerpetualExchange,
  reduce,
} from '../../test/perpetual-exchange.ts';
import type { CoreSettings, ListPerpetual, Reference } from '../index.ts';
import type { ClosePosition } from './close-position.ts';

const closing = (over: Partial<ClosePosition> = {}): ClosePosition => ({
  kind: 'ClosePosition',
  owner: ALICE,
  market: PERPETUAL,
  position: 'long',
  distancePpm: ratePpm(10_000),
  ...over,
});
const reference: Reference = { source: 'outside', words: [1, 2, 3, 4] };
const freeze = { kind: 'FreezeOwner', owner: ALICE } as const;

/** Alice is long and Bob short, 10 lots at 1,000 with margin 1,000 each; taker fees are charged only after that. */
const held = (over: Partial<ListPerpetual> = {}, settings: CoreSettings = {}): PerpetualExchange => {
  const exchange = opened(over, settings);
  exchange.open(ALICE, BOB, 10, 1000);
  exchange.accept({ kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(0), takerPpm: ratePpm(1000) });
  return exchange;
};

const ended = (exchange: PerpetualExchange, command: ClosePosition) =>
  exchange.accept(command).flatMap((event) => (event.kind === 'OrderEnded' ? [event] : []));

describe('[I1] closing a position for its owner', () => {
  test('fills within the distance, whatever freeze, restriction and minimum term the owner has', () => {
    const exchange = opened({ status: 'halted' });
    exchange.accept({ kind: 'SetMinimumTerm', market: PERPETUAL, days: 30 });
    exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'open' });
    exchange.open(ALICE, BOB, 10, 1000);
    exchange.accept({ kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(0), takerPpm: ratePpm(1000) });
    const until = timeMs(exchange.timeMs + 1000);
    exchange.accept({ kind: 'SetRestrictions', owner: ALICE, tradeUntil: until, withdrawUntil: until });
    exchange.accept(freeze);
    expect(exchange.refuse(atMarket(ALICE, 'sell', 10, reduce))).toBe('account_frozen');
    exchange.accept(order(CAROL, 'buy', 4, 995));
    exchange.accept(order(CAROL, 'buy', 3, 990));
    exchange.accept(order(DAVE, 'buy', 5, 989));

    const events = exchange.accept(closing());
    expect(events.filter(({ kind }) => kind === 'OrderAccepted')).toMatchObject([
      { owner: ALICE, side: 'sell', type: 'market', timeInForce: 'ioc', reduceOnly: true, sizeLots: 10, heldUnits: 0 },
    ]);
    expect(events.filter(({ kind }) => kind === 'OrderFilled')).toMatchObject([
      { priceTicks: 995, sizeLots: 4, takerFeeUnits: 4 },
      { priceTicks: 990, sizeLots: 3, takerFeeUnits: 3 },
    ]);
    expect(events.filter((event) => event.kind === 'OrderEnded' && event.owner === ALICE)).toMatchObject([
      { end: 'beyond_protection', unfilledLots: 3 },
    ]);
    // 4 × 5 + 3 × 10 are lost and 4 + 3 paid as fees; 3 of 10 lots keep their margin.
    expect(exchange.figures(ALICE, 'long')).toEqual([3, 3000, 300]);
    expect(exchange.balance(ALICE)).toEqual([1_000_000 - 300 - 50 - 7, 300]);
    expect(exchange.core.isFrozen(ALICE)).toBe(true);
    expect(exchange.core.restrictionsOf(ALICE).tradeUntil).toBe(until);
    exchange.restart();
  });

  test('closes more lots than an order may have, and a short position with a purchase', () => {
    const exchange = held({ maxSizeLots: sizeLots(10), maxNotionalUnits: assetUnits(10_000) });
    exchange.open(ALICE, BOB, 10, 1000);
    expect(exchange.refuse(atMarket(BOB, 'buy', 20, reduce))).toBe('above_maximum');
    for (const ticks of [1004, 1006]) exchange.accept(order(CAROL, 'sell', 9, ticks));
    exchange.accept(order(CAROL, 'sell', 2, 1010));
    expect(ended(exchange, closing({ owner: BOB, position: 'short' })).at(-1)).toMatchObject({
      owner: BOB,
      end: 'filled',
    });
    expect(exchange.position(BOB, 'short')).toBeUndefined();
    // Losses of 9 × 4 + 9 × 6 + 2 × 10; fees of 0.1% of 9,036, 9,054, 2,020 and, for the opening, of 10,000.
    expect(exchange.balance(BOB)).toEqual([1_000_000 - 110 - 10 - 10 - 3 - 10, 0]);
  });

  test('with a reference is done once, and its result is the order', () => {
    const exchange = held();
    exchange.accept(order(CAROL, 'buy', 4, 1000));
    const { position } = exchange.core;
    const id = orderIn(exchange.accept(closing({ reference })));
    exchange.accept(order(CAROL, 'buy', 4, 1000));
    const repeated = [{ kind: 'CommandRepeated', position: position + 1, result: id }];
    expect(exchange.do(closing({ reference }))).toEqual(repeated);
    expect(exchange.figures(ALICE, 'long')).toEqual([6, 6000, 600]);
    expect(exchange.refuse(closing({ reference, distancePpm: ratePpm(20_000) }))).toBe('reference_conflict');
  });

  test.each([
    ['malformed', { owner: 8 }],
    ['malformed', { distancePpm: ratePpm(1_000_001) }],
    ['unknown_market', { market: 9 }],
    ['no_position', { position: 'short' }],
    ['no_position', { owner: DAVE }],
    ['no_liquidity', {}],
  ] as const)('is refused as %s: %j', (refusal, over) => {
    expect(held().refuse(closing(over))).toBe(refusal);
  });

  test('is malformed under older rules', () => {
    expect(opened({}, {}, 4).refuse(closing())).toBe('malformed');
  });
});

describe('[I2] the worst price', () => {
  test.each([
    ['long', 1001, 'beyond_protection'],
    ['long', 1002, undefined],
    ['short', 1005, 'beyond_protection'],
    ['short', 1004, undefined],
  ] as const)(
    'for a %s, 1,500 ppm from the mark price 1,003, is never rounded away from it: at %i %s',
    (position, ticks, refusal) => {
      const exchange = held();
      exchange.mark(1003);
      exchange.accept(order(CAROL, position === 'long' ? 'buy' : 'sell', 10, ticks));
      const owner = position === 'long' ? ALICE : BOB;
      expect(exchange.refuse(closing({ owner, position, distancePpm: ratePpm(1500) }))).toBe(refusal);
      expect(exchange.core.closingTicks(PERPETUAL, position, ratePpm(1500))).toBe(position === 'long' ? 1002 : 1004);
    },
  );

  test.each([
    ['long', 'buy', 951, 952],
    ['short', 'sell', 1051, 1050],
  ] as const)('for a %s is never beyond the edge of the band', (position, side, beyond, edge) => {
    const exchange = held({ bandPpm: ratePpm(50_000) });
    const owner = position === 'long' ? ALICE : BOB;
    // When the mark price is 1,000, the band is 950 to 1,050; at 1,002 it begins at ceil(951.9), at 1,001 it ends at 1,051.
    if (side === 'buy') {
      exchange.accept(order(CAROL, side, 1, beyond));
      exchange.mark(1002);
    } else {
      exchange.mark(1001);
      exchange.accept(order(CAROL, side, 1, beyond));
      exchange.mark(1000);
    }
    const all = closing({ owner, position, distancePpm: ratePpm(1_000_000) });
    expect(exchange.refuse(all)).toBe('no_liquidity');
    expect(exchange.core.closingTicks(PERPETUAL, position, ratePpm(1_000_000))).toBe(edge);
    exchange.accept(order(CAROL, side, 1, edge));
    expect(ended(exchange, all).at(-1)).toMatchObject({ owner, end: 'unfilled', unfilledLots: 9 });
  });

  test('needs an open market that is not busy', () => {
    const delisted = opened({ status: 'halted' });
    delisted.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'delisted' });
    expect(delisted.refuse(closing())).toBe('market_delisted');
    const exchange = held({}, { stepsPerCommand: 1 });
    exchange.accept(order(CAROL, 'buy', 1, 1000));
    exchange.accept(order(CAROL, 'buy', 1, 1000));
    exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'cancel_only' });
    expect(exchange.refuse(closing())).toBe('market_cancel_only');
    exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'halted' });
    expect(exchange.refuse(closing())).toBe('market_halted');
    exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'open' });
    exchange.finish();
    exchange.accept(closing());
    expect(exchange.refuse(closing())).toBe('market_busy');
    exchange.restart();
    exchange.finish();
    expect(exchange.figures(ALICE, 'long')).toEqual([8, 8000, 800]);
  });
});

describe('[I3] other orders', () => {
  test('of the owner that it meets end, and those of the closed position end with it', () => {
    const exchange = held();
    const stop = orderIn(exchange.accept(atMarket(ALICE, 'sell', 10, { ...reduce, ...trigger('stop', 950) })));
    const far = orderIn(exchange.accept(order(ALICE, 'sell', 5, 1100, reduce)));
    const bid = orderIn(exchange.accept(order(ALICE, 'buy', 5, 999)));
    const low = orderIn(exchange.accept(order(ALICE, 'buy', 5, 900)));
    exchange.accept(order(CAROL, 'buy', 4, 998));
    expect(ended(exchange, closing()).map(({ order, end }) => [order, end])).toEqual([
      [bid, 'self_trade'],
      [low + 1, 'filled'],
      [low + 2, 'beyond_protection'],
    ]);
    expect(exchange.core.openOrders(ALICE).map(({ order }) => order)).toEqual([stop, far, low]);
    exchange.accept(order(CAROL, 'buy', 6, 998));
    expect(ended(exchange, closing()).map(({ order, end }) => [order, end])).toEqual([
      [low + 3, 'filled'],
      [low + 4, 'filled'],
      [stop, 'position_closed'],
      [far, 'position_closed'],
    ]);
    expect(exchange.core.openOrders(ALICE).map(({ order }) => order)).toEqual([low]);
  });

  test('at a price beyond the bankruptcy price are not met', () => {
    const exchange = held();
    exchange.accept(order(CAROL, 'buy', 10, 899));
    // Margin 1,000 covers a loss of 100 a lot, down to 900.
    expect(ended(exchange, closing({ distancePpm: ratePpm(200_000) }))).toMatchObject([
      { owner: ALICE, end: 'beyond_bankruptcy', unfilledLots: 10 },
    ]);
    expect(exchange.figures(ALICE, 'long')).toEqual([10, 10_000, 1000]);
  });

  test('a freeze of the owner ends the order if it has not finished', () => {
    const exchange = held({}, { stepsPerCommand: 1 });
    exchange.accept(order(CAROL, 'buy', 1, 1000));
    exchange.accept(order(CAROL, 'buy', 1, 1000));
    exchange.accept(closing());
    expect(exchange.accept(freeze)).toMatchObject([{ kind: 'OwnerFrozen' }, { kind: 'OrderEnded', end: 'frozen' }]);
    exchange.finish();
    expect(exchange.figures(ALICE, 'long')).toEqual([9, 9000, 900]);
  });
});
