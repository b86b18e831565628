import { assetUnits, priceTicks, ratePpm } from '@vitrine/money';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ALICE,
  BOB,
  BTC,
  budget,
  type Exchange,
  endsIn,
  fillsIn,
  limit,
  listing,
  MARKET,
  market,
  opened,
  refusalIn,
  trigger,
  USDT,
} from '../../test/exchange.ts';
import type { CoreEvent } from '../vocabulary/events.ts';
import type { Refusal } from '../vocabulary/refusals.ts';
import { systemOwners } from '../vocabulary/terms.ts';
import type { Convert } from './convert.ts';
import type { HoldUnits } from './hold-units.ts';

const ETH = 3;
const ETH_MARKET = 2;

let exchange: Exchange;

/** BTC trades in lots of one unit, ETH in lots of 10 units at 3 USDT units a tick; takers pay 1%. */
beforeEach(() => {
  exchange = opened({ minNotionalUnits: assetUnits(20) }, { maker: 0, taker: 10_000 });
  exchange.accept({ kind: 'RegisterAsset', asset: ETH, code: 'ETH', scale: 8 });
  exchange.accept(listing({ market: ETH_MARKET, base: ETH, tickLotUnits: assetUnits(3), lotUnits: assetUnits(10) }));
  for (const owner of [ALICE, BOB]) exchange.deposit(owner, ETH, 100_000);
});

const convert = (from: number, to: number, units: number, over: Partial<Convert> = {}): Convert => ({
  kind: 'Convert',
  owner: ALICE,
  from,
  to,
  units: assetUnits(units),
  minUnits: assetUnits(0),
  ...over,
});

const holdFor = (asset: number, units: number, over: Partial<HoldUnits> = {}): HoldUnits => ({
  kind: 'HoldUnits',
  by: ALICE,
  purpose: 'convert',
  from: { owner: ALICE, wallet: 'spot' },
  to: { owner: ALICE, wallet: 'spot' },
  asset,
  units: assetUnits(units),
  ...over,
});

const converted = (events: readonly CoreEvent[]) => {
  const found = events.find((event) => event.kind === 'Converted');
  if (found?.kind !== 'Converted') throw new Error(`no Converted event was emitted: ${JSON.stringify(events)}`);
  return found;
};

const owned = (owner = ALICE) =>
  [BTC, USDT, ETH].map((asset) => exchange.balance(owner, asset).join(' of which held '));

/** Bids and asks by BOB in both markets: BTC at 99 and 98, and at 101 and 102; ETH at 90, and at 110. 50 lots each. */
const quoteBothMarkets = () => {
  for (const [side, price] of [
    ['buy', 99],
    ['buy', 98],
    ['sell', 101],
    ['sell', 102],
  ] as const)
    exchange.accept(limit(BOB, side, 50, price));
  for (const [side, price] of [
    ['buy', 90],
    ['sell', 110],
  ] as const)
    exchange.accept(limit(BOB, side, 50, price, { market: ETH_MARKET }));
};

describe('a conversion by one trade', () => {
  test('[K1] [K2] a coin is sold for the quote asset, best prices first, the fee deducted', () => {
    quoteBothMarkets();
    const before = exchange.core.quoteConvert(ALICE, BTC, USDT, assetUnits(60));
    const events = exchange.accept(convert(BTC, USDT, 60, { record: 12 }));
    expect(fillsIn(events).map(([, price, size]) => [price, size])).toEqual([
      [99, 50],
      [98, 10],
    ]);
    // 4950 minus ceil(49.5), and 980 minus ceil(9.8).
    const figures = {
      quote: USDT,
      spentUnits: 60,
      receivedUnits: 4900 + 970,
      betweenUnits: 0,
      unusedUnits: 0,
      feeUnits: 50 + 10,
    };
    expect(before).toEqual(figures);
    expect(converted(events)).toEqual({
      kind: 'Converted',
      owner: ALICE,
      from: BTC,
      to: USDT,
      ...figures,
      firstOrder: 7,
      secondOrder: 0,
      hold: 0,
      record: 12,
    });
    expect(exchange.balance(ALICE, BTC)).toEqual([999_940, 0]);
    expect(exchange.balance(ALICE, USDT)).toEqual([1_005_870, 0]);
    exchange.verify();
  });

  test('[K1] [K2] the quote asset buys whole lots of a coin, and a remainder too small for another lot is left', () => {
    quoteBothMarkets();
    // One lot costs 330, or 334 with its fee; two cost 667, three 1000.
    const events = exchange.accept(convert(USDT, ETH, 999));
    expect(converted(events)).toMatchObject({ spentUnits: 667, receivedUnits: 20, feeUnits: 7, quote: USDT });
    expect(exchange.balance(ALICE, USDT)).toEqual([1_000_000 - 667, 0]);
    expect(exchange.balance(ALICE, ETH)).toEqual([100_020, 0]);
    expect(events.map((event) => event.kind)).toEqual([
      'OrderAccepted',
      'OrderFilled',
      'LevelChanged',
      'OrderEnded',
      'Converted',
    ]);
  });

  test('[K2] a remainder smaller than a lot of the sold coin is not spent', () => {
    quoteBothMarkets();
    expect(converted(exchange.accept(convert(ETH, USDT, 39)))).toMatchObject({ spentUnits: 30 });
    expect(exchange.balance(ALICE, ETH)).toEqual([99_970, 0]);
  });

  test('[K1] a common market is used instead of two trades; of several common markets, the one with the lowest id', () => {
    quoteBothMarkets();
    exchange.accept(listing({ market: 4, base: ETH, quote: BTC, referenceTicks: priceTicks(2) }));
    exchange.accept(listing({ market: 5, base: BTC }));
    exchange.accept(limit(BOB, 'buy', 30, 2, { market: 4 }));
    exchange.accept(limit(BOB, 'buy', 30, 120, { market: 5 }));
    expect(converted(exchange.accept(convert(ETH, BTC, 30)))).toMatchObject({ quote: BTC, secondOrder: 0 });
    const [accepted] = exchange.accept(convert(BTC, USDT, 10));
    expect(accepted).toMatchObject({ kind: 'OrderAccepted', market: MARKET });
  });
});

describe('a conversion by two trades', () => {
  test('[K1] [K2] a coin is converted through the quote asset, the owner keeps the remainder, and events name the orders', () => {
    quoteBothMarkets();
    const quoted = exchange.core.quoteConvert(ALICE, BTC, ETH, assetUnits(20));
    const events = exchange.accept(convert(BTC, ETH, 20));
    // 1980 minus 20 is 1960, which buys 5 lots for 1650 and a fee of 17.
    const figures = {
      quote: USDT,
      spentUnits: 20,
      receivedUnits: 50,
      betweenUnits: 1960,
      unusedUnits: 293,
      feeUnits: 37,
    };
    expect(quoted).toEqual(figures);
    expect(converted(events)).toMatchObject({ ...figures, firstOrder: 7, secondOrder: 8 });
    expect(events.map((event) => event.kind)).toEqual([
      'OrderAccepted',
      'OrderFilled',
      'LevelChanged',
      'OrderEnded',
      'OrderAccepted',
      'OrderFilled',
      'LevelChanged',
      'OrderEnded',
      'Converted',
    ]);
    expect(events[0]).toMatchObject({ market: MARKET, side: 'sell', type: 'market', timeInForce: 'ioc', sizeLots: 20 });
    expect(events[4]).toMatchObject({ market: ETH_MARKET, side: 'buy', budgetUnits: 1960, heldUnits: 1960 });
    expect(endsIn(events)).toEqual([
      [7, 'filled'],
      [8, 'filled'],
    ]);
    expect(owned()).toEqual(['999980 of which held 0', '1000293 of which held 0', '100050 of which held 0']);
    exchange.verify();
  });

  test('[K3] if the second trade is not possible, the first is not executed', () => {
    quoteBothMarkets();
    exchange.accept({ kind: 'CancelAllOrders', owner: BOB, market: ETH_MARKET });
    const before = [owned(), exchange.core.depth(MARKET, 5)];
    expect(exchange.refuse(convert(BTC, ETH, 20))).toBe('no_liquidity');
    expect([owned(), exchange.core.depth(MARKET, 5)]).toEqual(before);
  });

  test('[K6] orders fired by the first trade activate after both trades', () => {
    quoteBothMarkets();
    const stop = limit(BOB, 'sell', 5, 95, trigger('stop', 99));
    exchange.accept(limit(BOB, 'buy', 1, 100));
    exchange.accept(limit(ALICE, 'sell', 1, 100));
    exchange.accept(stop);
    const kinds = exchange.accept(convert(BTC, ETH, 20)).map((event) => event.kind);
    expect(kinds.slice(kinds.indexOf('Converted'))).toEqual(['Converted', 'OrderTriggered', 'OrderEnded']);
  });
});

describe('holds', () => {
  test('[K5] a conversion takes its units from the hold, and releases the remainder', () => {
    quoteBothMarkets();
    exchange.accept(holdFor(USDT, 999_900));
    expect(exchange.refuse(convert(USDT, BTC, 500))).toBe('exceeds_balance');
    const events = exchange.accept(convert(USDT, BTC, 400, { hold: 1 }));
    expect(events[0]).toMatchObject({ kind: 'HoldVoided', hold: 1, units: 999_900, expired: false });
    // Three at 101 cost 303 plus a fee of 4; four would cost 409.
    expect(converted(events)).toMatchObject({ spentUnits: 307, receivedUnits: 3, hold: 1 });
    expect(exchange.balance(ALICE, USDT)).toEqual([1_000_000 - 307, 0]);
    expect(exchange.refuse(convert(USDT, BTC, 400, { hold: 1 }))).toBe('unknown_hold');
  });

  test.each<[string, HoldUnits, Partial<Convert>, Refusal]>([
    ['of another purpose', holdFor(BTC, 50, { purpose: 'withdrawal' }), {}, 'unknown_hold'],
    ['of another asset', holdFor(USDT, 50), {}, 'unknown_hold'],
    ['of another wallet', holdFor(BTC, 50, { from: { owner: ALICE, wallet: 'earn' } }), {}, 'unknown_hold'],
    ['of another owner', holdFor(BTC, 50, { by: BOB, from: { owner: BOB, wallet: 'spot' } }), {}, 'not_owner'],
    ['that is smaller', holdFor(BTC, 19), {}, 'exceeds_hold'],
    ['that does not exist', holdFor(BTC, 50), { hold: 9 }, 'unknown_hold'],
  ])('[K5] a hold %s is refused and stays pending', (_, hold, over, refusal) => {
    quoteBothMarkets();
    exchange.deposit(ALICE, BTC, 100, 'earn');
    exchange.accept(hold);
    expect(exchange.refuse(convert(BTC, USDT, 20, { hold: 1, ...over }))).toBe(refusal);
    expect(exchange.pendingHolds()).toHaveLength(1);
  });

  test('[K5] a refused conversion leaves its hold pending', () => {
    exchange.accept(holdFor(BTC, 50));
    expect(exchange.refuse(convert(BTC, USDT, 50, { hold: 1 }))).toBe('no_liquidity');
    expect(exchange.balance(ALICE, BTC)).toEqual([999_950, 50]);
  });
});

describe('refusals', () => {
  const rows: [string, Convert, Refusal][] = [
    [
      '[K3] a conversion that yields less than the minimum',
      convert(BTC, USDT, 60, { minUnits: assetUnits(5871) }),
      'below_rate',
    ],
    [
      '[K3] a conversion that yields less than the minimum after two trades',
      convert(BTC, ETH, 20, { minUnits: assetUnits(51) }),
      'below_rate',
    ],
    ['[K3] a conversion of more than the book can buy', convert(BTC, USDT, 101), 'no_liquidity'],
    ['[K3] a conversion of a budget larger than the book', convert(USDT, ETH, 16_999), 'no_liquidity'],
    ['[K3] a conversion of a budget below one lot', convert(USDT, ETH, 333), 'below_minimum'],
    ['[K2] a conversion of less than a lot', convert(ETH, USDT, 9), 'below_minimum'],
    ['[K4] a conversion of a value below the market’s minimum', convert(USDT, BTC, 19), 'below_minimum'],
    ['[K2] a conversion of more than the balance', convert(BTC, USDT, 1_000_001), 'exceeds_balance'],
    [
      '[K2] a conversion of more than the balance, even if its whole lots do not exceed the balance',
      convert(ETH, USDT, 100_001),
      'exceeds_balance',
    ],
    ['nothing', convert(BTC, USDT, 0), 'malformed'],
    ['a conversion to the same asset', convert(BTC, BTC, 5), 'malformed'],
    ['a conversion by owner 0', convert(BTC, USDT, 5, { owner: 0 }), 'malformed'],
    ['an unknown asset', convert(BTC, 77, 5), 'unknown_asset'],
    ['[N2] a conversion of a value out of range', convert(BTC, USDT, 2 ** 53 - 1), 'exceeds_range'],
  ];
  test.each(rows)('%s', (_, command, refusal) => {
    quoteBothMarkets();
    const before = [owned(), exchange.core.depth(MARKET, 5), exchange.core.depth(ETH_MARKET, 5)];
    expect(exchange.refuse(command)).toBe(refusal);
    expect([owned(), exchange.core.depth(MARKET, 5), exchange.core.depth(ETH_MARKET, 5)]).toEqual(before);
  });

  test('[K3] do not apply to a conversion that yields exactly the minimum', () => {
    quoteBothMarkets();
    exchange.accept(convert(BTC, USDT, 60, { minUnits: assetUnits(5870) }));
  });

  test('[K1] a conversion between assets without a common market', () => {
    exchange.accept({ kind: 'RegisterAsset', asset: 4, code: 'XRP', scale: 6 });
    exchange.deposit(ALICE, 4, 1000);
    expect(exchange.refuse(convert(4, USDT, 10))).toBe('unknown_market');
    expect(exchange.refuse(convert(BTC, 4, 10))).toBe('unknown_market');
  });

  test.each([
    ['halted', 'market_halted'],
    ['cancel_only', 'market_cancel_only'],
  ] as const)('[K4] a conversion while the second market is %s', (status, refusal) => {
    quoteBothMarkets();
    exchange.accept({ kind: 'SetMarketStatus', market: ETH_MARKET, status });
    expect(exchange.refuse(convert(BTC, ETH, 20))).toBe(refusal);
    exchange.accept(convert(BTC, USDT, 20));
  });

  test('[K4] a conversion of a frozen owner', () => {
    quoteBothMarkets();
    exchange.accept({ kind: 'FreezeOwner', owner: ALICE });
    expect(exchange.refuse(convert(BTC, USDT, 20))).toBe('account_frozen');
    expect(exchange.core.quoteConvert(ALICE, BTC, USDT, assetUnits(20))).toMatchObject({ spentUnits: 20 });
  });

  test('[K3] [P7] a conversion that would trade with the owner’s own order', () => {
    quoteBothMarkets();
    exchange.accept(limit(ALICE, 'buy', 5, 98));
    exchange.accept(convert(BTC, USDT, 50));
    expect(exchange.refuse(convert(BTC, USDT, 51))).toBe('cannot_fill');
    exchange.accept(convert(BTC, USDT, 50));
    expect(exchange.refuse(convert(BTC, USDT, 1))).toBe('cannot_fill');
  });

  test('[K4] [M3] a conversion that would trade beyond the price band', () => {
    exchange.accept(limit(BOB, 'buy', 50, 60));
    exchange.accept({
      kind: 'SetReferencePrice',
      market: MARKET,
      referenceTicks: priceTicks(200),
    });
    expect(exchange.refuse(convert(BTC, USDT, 20))).toBe('no_liquidity');
  });
});

describe('quotes', () => {
  test('[K6] change nothing, and check neither balance nor freeze', () => {
    quoteBothMarkets();
    const before = [exchange.core.stateHash(), exchange.core.takeSnapshot()];
    const nobody = 4711;
    for (const [from, to] of [
      [BTC, USDT],
      [USDT, BTC],
      [BTC, ETH],
      [ETH, BTC],
    ] as const)
      expect(exchange.core.quoteConvert(nobody, from, to, assetUnits(800))).toEqual(
        exchange.core.quoteConvert(BOB + 1, from, to, assetUnits(800)),
      );
    expect(exchange.core.quoteConvert(nobody, USDT, BTC, assetUnits(800))).toMatchObject({ receivedUnits: 7 });
    expect([exchange.core.stateHash(), exchange.core.takeSnapshot()]).toEqual(before);
  });

  test('[F1] use the owner’s fee rates', () => {
    quoteBothMarkets();
    exchange.accept({ kind: 'SetFeeSchedule', tier: 1, makerPpm: ratePpm(0), takerPpm: ratePpm(0) });
    exchange.accept({ kind: 'SetFeeTier', owner: ALICE, tier: 1 });
    expect(exchange.core.quoteConvert(ALICE, BTC, USDT, assetUnits(10))).toMatchObject({ receivedUnits: 990 });
    expect(exchange.core.quoteConvert(BOB + 1, BTC, USDT, assetUnits(10))).toMatchObject({ receivedUnits: 980 });
  });

  test.each<[from: number, to: number, units: number, Refusal]>([
    [BTC, BTC, 5, 'malformed'],
    [BTC, 77, 5, 'unknown_asset'],
    [BTC, USDT, 2 ** 53 - 1, 'exceeds_range'],
    [ETH, USDT, 9, 'below_minimum'],
    [BTC, USDT, 101, 'no_liquidity'],
  ])('say why a conversion of asset %i to asset %i is not possible for %i units', (from, to, units, refusal) => {
    quoteBothMarkets();
    expect(exchange.core.quoteConvert(ALICE, from, to, assetUnits(units))).toBe(refusal);
    expect(refusalIn(exchange.do(convert(from, to, units)))).toBe(refusal);
  });
});

describe('compared with the same orders placed separately', () => {
  /** A book of many small orders on both sides of 100. The same seed always gives the same book. */
  const filled = (seed: number): Exchange => {
    let state = seed;
    const below = (bound: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % bound;
    };
    const made = opened({}, { maker: below(900), taker: below(3000) });
    made.accept({ kind: 'RegisterAsset', asset: ETH, code: 'ETH', scale: 8 });
    made.accept(listing({ market: ETH_MARKET, base: ETH, tickLotUnits: assetUnits(3), lotUnits: assetUnits(7) }));
    for (const owner of [ALICE, BOB]) made.deposit(owner, ETH, 100_000);
    for (let i = 0; i < 60; i++) {
      const side = below(2) === 0 ? 'buy' : 'sell';
      const price = side === 'buy' ? 99 - below(9) : 101 + below(9);
      made.accept(limit(BOB, side, 1 + below(25), price, { market: 1 + below(2) }));
    }
    return made;
  };

  const routes = [
    [BTC, USDT],
    [USDT, ETH],
    [BTC, ETH],
    [ETH, BTC],
  ] as const;
  const marketOf = (asset: number) => (asset === BTC ? MARKET : ETH_MARKET);

  test('[K1] [K6] a conversion has the same effects and events as its market orders', () => {
    let compared = 0;
    for (let seed = 1; seed <= 12; seed++)
      for (const [from, to] of routes) {
        const [one, other] = [filled(seed), filled(seed)];
        const units = from === USDT ? 200 + 211 * seed : 20 + 7 * seed;
        const events = one.do(convert(from, to, units));
        const summary = events.find((event) => event.kind === 'Converted');
        if (summary?.kind !== 'Converted') continue;
        compared++;
        const lots = Math.floor(units / (from === ETH ? 7 : 1));
        const byHand =
          from === USDT
            ? other.accept(budget(ALICE, 'buy', units, { market: marketOf(to) }))
            : other.accept(market(ALICE, 'sell', lots, { market: marketOf(from) }));
        if (summary.secondOrder !== 0)
          byHand.push(...other.accept(budget(ALICE, 'buy', summary.betweenUnits, { market: marketOf(to) })));
        expect(events.filter((event) => event !== summary)).toEqual(byHand);
        for (const owner of [ALICE, BOB, systemOwners.fees])
          expect(one.core.balances(owner)).toEqual(other.core.balances(owner));
      }
    expect(compared).toBeGreaterThan(30);
  });
});

test('[R2] a repeated conversion is executed once', () => {
  quoteBothMarkets();
  const command = convert(BTC, USDT, 20, { reference: { source: 'client', words: [1, 2, 3, 4] }, record: 5 });
  const { firstOrder } = converted(exchange.accept(command));
  expect(exchange.do(command)).toMatchObject([{ kind: 'CommandRepeated', result: firstOrder }]);
  expect(exchange.refuse({ ...command, minUnits: assetUnits(1) })).toBe('reference_conflict');
});
