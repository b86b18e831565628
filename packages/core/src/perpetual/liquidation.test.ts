import { assetUnits, priceTicks, ratePpm } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import { endsIn, orderIn } from '../../test/exchange.ts';
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
  terms,
} from '../../test/perpetual-exchange.ts';
import { type CoreEvent, RULES_VERSION } from '../index.ts';

const FUND = 4;

const settlementsIn = (events: readonly CoreEvent[]) =>
  events.flatMap((e) => (e.kind === 'PositionSettled' ? [[e.means, e.counterOwner, e.sizeLots, e.priceTicks]] : []));

const kindsIn = (events: readonly CoreEvent[]) => events.map(({ kind }) => kind);

/**
 * Alice is long and Bob short, 10 lots at 1,000 with leverage 10: each position costs 10,000 and has a margin of 1,000.
 */
const withPositions = (settings = {}): PerpetualExchange => {
  const exchange = opened({}, settings);
  exchange.open(ALICE, BOB, 10, 1000);
  return exchange;
};

describe('when a position is liquidated', () => {
  test('[Y5] the liquidation and bankruptcy prices of both sides are computed as the rule says', () => {
    const exchange = withPositions();
    // The long is liquidated where value × 0.99 ≤ 9,000: at 909 (9,090 − 91 = 8,999) and below. The short is liquidated
    // where value × 1.01 ≥ 11,000: at 1,090 (11,009) and above.
    expect(exchange.position(ALICE, 'long')).toMatchObject({ liquidationTicks: 909, bankruptcyTicks: 900 });
    expect(exchange.position(BOB, 'short')).toMatchObject({ liquidationTicks: 1090, bankruptcyTicks: 1100 });
  });

  test.each([
    ['long', 910, 909],
    ['short', 1089, 1090],
  ] as const)('[V1] a %s is safe at a mark of %d and liquidated at %d', (_side, safe, due) => {
    const exchange = withPositions();
    expect(kindsIn(exchange.mark(safe))).toEqual(['MarkPriceSet']);
    expect(kindsIn(exchange.mark(due))).toContain('LiquidationStarted');
  });

  test('[V3] [V4] it is closed in the book, the fee is paid to the insurance fund, and the owner gets back the rest', () => {
    const exchange = withPositions();
    exchange.mark(950);
    exchange.accept(order(CAROL, 'buy', 4, 905));
    exchange.accept(order(DAVE, 'buy', 20, 902));
    const events = exchange.mark(909);
    expect(kindsIn(events).slice(0, 3)).toEqual(['MarkPriceSet', 'LiquidationStarted', 'OrderAccepted']);
    expect(events[1]).toMatchObject({
      owner: ALICE,
      position: 'long',
      sizeLots: 10,
      bankruptcyTicks: 900,
      markTicks: 909,
    });
    expect(events[2]).toMatchObject({
      type: 'market',
      reduceOnly: true,
      timeInForce: 'ioc',
      side: 'sell',
      sizeLots: 10,
    });
    // 4 lots at 905 leave 3,620 − 4,000 + 400 = 20 for a fee of 18.1. 6 lots at 902 leave 5,412 − 6,000 + 600 = 12 for
    // a fee of 27.1, of which only these 12 can be paid.
    expect(exchange.fund()).toBe(19 + 12);
    expect(exchange.balance(ALICE)).toEqual([999_000 + 1, 0]);
    expect(exchange.position(DAVE, 'long')?.sizeLots).toBe(6);
  });

  /** Alice also has a short of 2 lots, and orders for both positions; the ids of the long's orders come first. */
  const withOrders = (version = RULES_VERSION) => {
    const exchange = opened({}, {}, version);
    exchange.open(ALICE, BOB, 10, 1000);
    exchange.open(DAVE, ALICE, 2, 1000);
    const stop = { trigger: { kind: 'stop', ticks: priceTicks(1150) } } as const;
    const orders = [
      order(ALICE, 'buy', 1, 500),
      order(ALICE, 'sell', 10, 1200, reduce),
      order(ALICE, 'sell', 1, 1300),
      order(ALICE, 'buy', 2, 700, reduce),
      atMarket(ALICE, 'buy', 2, { ...stop, ...reduce }),
    ];
    const ids = orders.map((each) => orderIn(exchange.accept(each)));
    exchange.accept(order(CAROL, 'buy', 20, 905));
    return { exchange, ids };
  };

  test('[V2] the orders that open and close it end first, those of the opposite position stay', () => {
    const { exchange, ids } = withOrders();
    const events = exchange.mark(909);
    expect(endsIn(events).slice(0, 2)).toEqual(ids.slice(0, 2).map((id) => [id, 'liquidated']));
    expect(exchange.position(ALICE, 'long')).toBeUndefined();
    expect(exchange.position(ALICE, 'short')?.sizeLots).toBe(2);
    expect(exchange.core.openOrders(ALICE).map((each) => each.order)).toEqual(expect.arrayContaining(ids.slice(2)));
    expect(exchange.core.openOrders(ALICE)).toHaveLength(3);
  });

  test('[V2] under rules before 5, all orders of its owner in that market end', () => {
    const { exchange, ids } = withOrders(4);
    expect(endsIn(exchange.mark(909)).slice(0, 5)).toEqual(ids.map((id) => [id, 'liquidated']));
    expect(exchange.core.openOrders(ALICE)).toEqual([]);
  });

  test('[V3] [P7] an order that closes the opposite position does not stop the liquidation in the book', () => {
    const exchange = withPositions();
    exchange.leverage(DAVE, 'long', 1);
    exchange.open(DAVE, ALICE, 2, 1000);
    exchange.mark(950);
    const best = orderIn(exchange.accept(order(ALICE, 'buy', 2, 908, reduce)));
    exchange.accept(order(CAROL, 'buy', 20, 905));
    const events = exchange.mark(909);
    expect(endsIn(events)[0]).toEqual([best, 'self_trade']);
    expect(settlementsIn(events)).toEqual([]);
    expect(exchange.position(CAROL, 'long')?.sizeLots).toBe(10);
    expect(exchange.position(ALICE, 'short')?.sizeLots).toBe(2);
  });

  test('[V3] in tier 1 a part is liquidated, and the rest stays open if it no longer has to be liquidated', () => {
    const exchange = opened({ maintenancePpm: ratePpm(10_000), riskStepPpm: ratePpm(20_000) });
    // At a cost of 120,000, the long is in tier 1 with a rate of 3%: liquidated where value × 0.97 ≤ 108,000, at 927
    // and below. In tier 0, it is liquidated at 909 and below.
    exchange.open(ALICE, BOB, 120, 1000);
    expect(exchange.position(ALICE, 'long')).toMatchObject({ liquidationTicks: 927, maintenancePpm: 30_000 });
    exchange.accept(order(CAROL, 'buy', 500, 920));
    const events = exchange.mark(927);
    // The part has ceil(120 × 20,000 ÷ 120,000) = 20 lots.
    expect(events.filter(({ kind }) => kind === 'LiquidationStarted')).toMatchObject([{ sizeLots: 20 }]);
    expect(exchange.figures(ALICE, 'long')).toEqual([100, 100_000, 10_000]);
    expect(exchange.position(ALICE, 'long')).toMatchObject({ liquidationTicks: 909, maintenancePpm: 10_000 });
    expect(exchange.core.nextDueMs()).toBeUndefined();
  });

  test('[Y4] [V3] a position is liquidated in at most 101 parts, because there are at most 100 tiers', () => {
    const riskUnits = { riskLimitUnits: assetUnits(1000), riskStepUnits: assetUnits(1) };
    const exchange = opened({ ...riskUnits, riskStepPpm: ratePpm(1) });
    exchange.open(ALICE, BOB, 200, 1000);
    expect(exchange.position(ALICE, 'long')?.maintenancePpm).toBe(10_100);
    const started = exchange.mark(905).filter(({ kind }) => kind === 'LiquidationStarted');
    // First ceil(200 × (200,000 − 1,099) ÷ 200,000) = 199 lots, then the last one, which is in tier 0.
    expect(started).toMatchObject([{ sizeLots: 199 }, { sizeLots: 1 }]);
  });

  test('[V1] the longs with the highest liquidation prices are liquidated first', () => {
    const exchange = opened();
    for (const owner of [ALICE, BOB, CAROL]) exchange.leverage(owner, 'long', owner === BOB ? 20 : 10);
    for (const owner of [CAROL, ALICE, BOB]) exchange.open(owner, DAVE, 1, 1000);
    const started = exchange.mark(700).filter((event) => event.kind === 'LiquidationStarted');
    expect(started.map(({ owner }) => owner)).toEqual([BOB, ALICE, CAROL]);
  });

  test('[X6] new terms apply to every position, and those below the new maintenance margin are liquidated', () => {
    const exchange = withPositions();
    exchange.mark(950);
    const events = exchange.accept({
      ...terms,
      kind: 'ChangePerpetualTerms',
      market: PERPETUAL,
      maxLeverage: 8,
      maintenancePpm: ratePpm(60_000),
    });
    expect(kindsIn(events)).toContain('LiquidationStarted');
    expect(exchange.position(ALICE, 'long')).toBeUndefined();
  });
});

describe('a remainder that the book cannot fill', () => {
  test('[V7] is closed against the most profitable positions of the other side, at the bankruptcy price', () => {
    const exchange = opened();
    exchange.open(ALICE, BOB, 4, 1000);
    exchange.open(ALICE, CAROL, 3, 1010);
    exchange.open(ALICE, DAVE, 3, 1005);
    // 10 lots cost 10,045 with margin 1,006 (400 + 303 + 303): bankrupt at 903.9.
    const events = exchange.mark(905);
    expect(settlementsIn(events)).toEqual([
      ['deleveraging', CAROL, 3, 904],
      ['deleveraging', DAVE, 3, 904],
      ['deleveraging', BOB, 4, 904],
    ]);
    // Carol gets her profit of 3 × (1,010 − 904) and her margin, and pays no fee.
    expect(exchange.balance(CAROL)).toEqual([1_000_000 + 318, 0]);
    // The remainder after rounding the price, 9,040 − 10,045 + 1,006 = 1, goes to the fund.
    expect(exchange.fund()).toBe(1);
    expect(exchange.balance(ALICE)).toEqual([1_000_000 - 1006, 0]);
  });

  test('[V6] goes to the insurance fund as far as the fund can pay, with the whole notional as margin', () => {
    const exchange = withPositions();
    exchange.deposit(FUND, 5_000);
    const events = exchange.mark(905);
    // A lot costs 900, so the fund's 5,000 pay for 5.
    expect(settlementsIn(events)).toEqual([
      ['insurance_fund', FUND, 5, 900],
      ['deleveraging', BOB, 5, 900],
    ]);
    expect(exchange.figures(FUND, 'long')).toEqual([5, 4500, 4500]);
    expect(exchange.balance(FUND)).toEqual([500, 4500]);
    expect(exchange.figures(BOB, 'short')).toEqual([5, 5000, 500]);
    exchange.accept(order(CAROL, 'buy', 5, 880));
    exchange.accept(atMarket(FUND, 'sell', 5, reduce));
    expect(exchange.balance(FUND)).toEqual([5_000 - 100, 0]);
  });

  test('[V5] is closed against the owner’s opposite position before it costs the fund anything', () => {
    const exchange = withPositions();
    exchange.deposit(FUND, 50_000);
    exchange.open(CAROL, ALICE, 4, 1000);
    const events = exchange.mark(850);
    expect(settlementsIn(events)).toEqual([
      ['own_position', ALICE, 4, 900],
      ['insurance_fund', FUND, 6, 900],
      // Carol's long of 4 lots has to be liquidated as well.
      ['insurance_fund', FUND, 4, 900],
    ]);
    expect(exchange.position(ALICE, 'short')).toBeUndefined();
  });

  test('[V8] halts the market if no one can take it over, and liquidation restarts when the market is opened', () => {
    const exchange = opened({ riskStepPpm: ratePpm(0) }, { stepsPerCommand: 1 });
    exchange.leverage(BOB, 'short', 20);
    exchange.open(ALICE, BOB, 120, 1000);
    exchange.finish();
    // Alice's long is in tier 1, whose rate of 31% requires its liquidation. Bob's short, bankrupt at 1,050, cannot
    // take it over.
    const riskStepPpm = ratePpm(300_000);
    exchange.accept({ ...terms, kind: 'ChangePerpetualTerms', market: PERPETUAL, riskStepPpm });
    exchange.mark(1200);
    const events = exchange.finish();
    expect(events.at(-1)).toEqual({ kind: 'MarketStatusChanged', market: PERPETUAL, status: 'halted' });
    expect(exchange.figures(ALICE, 'long')).toEqual([120, 120_000, 12_000]);
    exchange.deposit(FUND, 24_000);
    exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'open' });
    // The part that is liquidated has 20 lots, and the price is 1% below the mark price.
    expect(settlementsIn(exchange.finish())[0]).toEqual(['insurance_fund', FUND, 20, 1188]);
  });

  test.each([
    [RULES_VERSION, 4],
    [4, undefined],
  ])(
    '[V1] under rules %i a halt that interrupts a liquidation leaves a position that is solvent after it %s lots',
    (version, left) => {
      const exchange = opened({}, { stepsPerCommand: 1 }, version);
      exchange.open(ALICE, BOB, 6, 1000);
      exchange.finish();
      exchange.open(ALICE, DAVE, 4, 1000);
      exchange.finish();
      exchange.mark(905);
      expect(settlementsIn(exchange.accept({ kind: 'Tick' }))).toEqual([['deleveraging', BOB, 6, 900]]);
      exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'halted' });
      exchange.restart();
      exchange.mark(1000);
      exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'open' });
      exchange.finish();
      expect(exchange.position(ALICE, 'long')?.sizeLots).toBe(left);
      expect(exchange.position(DAVE, 'short')?.sizeLots).toBe(left);
    },
  );

  test('[V1] a liquidation that a halt has interrupted starts over if the position must still be liquidated', () => {
    const exchange = opened({}, { stepsPerCommand: 1 });
    exchange.open(ALICE, BOB, 6, 1000);
    exchange.finish();
    exchange.open(ALICE, DAVE, 4, 1000);
    exchange.finish();
    exchange.mark(905);
    exchange.accept({ kind: 'Tick' });
    exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'halted' });
    exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'open' });
    const events = exchange.finish();
    expect(events.filter(({ kind }) => kind === 'LiquidationStarted')).toMatchObject([{ owner: ALICE, sizeLots: 4 }]);
    expect(settlementsIn(events)).toEqual([['deleveraging', DAVE, 4, 900]]);
  });

  test.each([
    ['long', 890, 881],
    ['short', 1110, 1122],
  ] as const)(
    '[V3] [V5] a %s that a higher tier causes to be liquidated at %d is closed at %d or better',
    (side, mark, limit) => {
      // The position is in tier 1 with a rate of 45%: it is liquidated far from its bankruptcy price of 500 or 1,500.
      const exchange = opened({ riskStepPpm: ratePpm(440_000) });
      const [long, short] = side === 'long' ? [ALICE, BOB] : [BOB, ALICE];
      exchange.leverage(ALICE, side, 2);
      exchange.leverage(BOB, side === 'long' ? 'short' : 'long', 1);
      exchange.open(long, short, 120, 1000);
      exchange.accept(order(CAROL, side === 'long' ? 'buy' : 'sell', 20, side === 'long' ? 520 : 1480));
      exchange.deposit(FUND, 1_000_000);
      expect(settlementsIn(exchange.mark(mark))).toEqual([['insurance_fund', FUND, 20, limit]]);
    },
  );

  test('[Z6] when a deleveraged position is closed, its orders end with it', () => {
    const exchange = withPositions();
    const close = orderIn(exchange.accept(order(BOB, 'buy', 10, 600, reduce)));
    const events = exchange.mark(890);
    expect(settlementsIn(events)).toEqual([['deleveraging', BOB, 10, 900]]);
    expect(endsIn(events).at(-1)).toEqual([close, 'position_closed']);
  });
});

describe('a jump of 40% in one command', () => {
  const CLIENTS = [ALICE, BOB, CAROL, DAVE];

  test.each([
    ['long', 600, 950, 900],
    ['short', 1400, 1050, 1100],
  ] as const)(
    '[V1] [V6] [V7] closes each %s at its own bankruptcy price at %d, and no solvent one',
    (side, mark, twentieth, tenth) => {
      const other = side === 'long' ? 'short' : 'long';
      const exchange = opened();
      exchange.deposit(FUND, 2_200);
      for (const [owner, leverage] of [
        [ALICE, 20],
        [BOB, 10],
        [CAROL, 2],
      ] as const) {
        exchange.leverage(owner, side, leverage);
        exchange.open(side === 'long' ? owner : DAVE, side === 'long' ? DAVE : owner, 10, 1000);
      }
      // Each of the three costs 10,000; the margins are 500, 1,000 and 5,000. Carol is bankrupt at 500 or 1,500 only.
      const events = exchange.mark(mark);
      // The fund can pay for 2 of Alice's lots in full; what it has left pays for none of Bob's.
      expect(settlementsIn(events)).toEqual([
        ['insurance_fund', FUND, 2, twentieth],
        ['deleveraging', DAVE, 8, twentieth],
        ['deleveraging', DAVE, 10, tenth],
      ]);
      expect(exchange.balance(ALICE)).toEqual([1_000_000 - 500, 0]);
      expect(exchange.balance(BOB)).toEqual([1_000_000 - 1_000, 0]);
      expect(exchange.figures(CAROL, side)).toEqual([10, 10_000, 5_000]);
      expect(exchange.figures(FUND, side)).toEqual([2, 2 * twentieth, 2 * twentieth]);
      // 8 lots bring Dave 50 each, 10 lots 100 each.
      expect(exchange.figures(DAVE, other)).toEqual([12, 12_000, 1_200]);
      expect(exchange.balance(DAVE)).toEqual([1_000_000 - 1_200 + 400 + 1_000, 1_200]);

      const [sells, buys] = side === 'long' ? (['sell', 'buy'] as const) : (['buy', 'sell'] as const);
      exchange.accept(order(DAVE, buys, 12, mark, reduce));
      exchange.accept(order(CAROL, sells, 10, mark, reduce));
      exchange.accept(order(FUND, sells, 2, mark, reduce));
      // Carol loses 10 × 400, the fund 2 × 350, and Dave gains 12 × 400 more.
      const left = [...CLIENTS, FUND].map((owner) => exchange.balance(owner));
      expect(left).toEqual([
        [999_500, 0],
        [999_000, 0],
        [996_000, 0],
        [1_006_200, 0],
        [1_500, 0],
      ]);
    },
  );
});

describe('limited steps', () => {
  test('[B1] with one step per command liquidation and deleveraging give the same result, even after a restart', () => {
    const run = (settings: object, restarts: boolean) => {
      const exchange = opened({}, settings);
      for (const owner of [ALICE, BOB]) exchange.leverage(owner, 'long', 20);
      exchange.open(ALICE, CAROL, 6, 1000);
      exchange.open(BOB, DAVE, 5, 1010);
      exchange.accept(order(ALICE, 'buy', 1, 700));
      exchange.accept(order(DAVE, 'buy', 5, 650, reduce));
      exchange.accept(order(CAROL, 'buy', 2, 951));
      const events = exchange.mark(940);
      while (exchange.core.nextDueMs() !== undefined) {
        expect(exchange.refuse(order(CAROL, 'buy', 1, 900))).toBe('market_busy');
        events.push(...exchange.do({ kind: 'Tick' }));
        if (restarts) exchange.restart();
      }
      const owners = [ALICE, BOB, CAROL, DAVE];
      const state = owners.map((owner) => [exchange.balance(owner), exchange.core.positions(owner)]);
      return { state, settled: settlementsIn(events), fund: exchange.fund() };
    };
    const all = run({}, false);
    expect(all.settled.length).toBeGreaterThan(1);
    expect(run({ stepsPerCommand: 1 }, false)).toEqual(all);
    expect(run({ stepsPerCommand: 1 }, true)).toEqual(all);
    expect(run({ stepsPerCommand: 3 }, true)).toEqual(all);
  });
});
