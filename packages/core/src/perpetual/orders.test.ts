import { ratePpm, timeMs } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import { endsIn, orderIn, trigger } from '../../test/exchange.ts';
import { ALICE, atMarket, BOB, CAROL, opened, order, PERPETUAL, reduce, USDT } from '../../test/perpetual-exchange.ts';

const withFees = () => {
  const exchange = opened();
  exchange.accept({ kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(200), takerPpm: ratePpm(500) });
  return exchange;
};

describe('opening and closing', () => {
  test('[Y2] [Z1] an order holds its margin plus the fee at the higher rate, and a fill moves the margin to the position', () => {
    const exchange = withFees();
    exchange.accept(order(ALICE, 'buy', 10, 1000));
    // Notional 10,000: margin 1,000 at leverage 10, fee 5 at 500 ppm.
    expect(exchange.balance(ALICE)).toEqual([998_995, 1005]);
    exchange.accept(order(BOB, 'sell', 4, 1000));
    expect(exchange.figures(ALICE, 'long')).toEqual([4, 4000, 400]);
    expect(exchange.figures(BOB, 'short')).toEqual([4, 4000, 400]);
    // The maker pays 1 (200 ppm of 4,000 is 0.8), the taker 2. Six lots are still open: margin 600, fee 3.
    expect(exchange.balance(ALICE)).toEqual([998_996, 1003]);
    expect(exchange.balance(BOB)).toEqual([999_598, 400]);
    expect(exchange.core.balance(2, 'spot', USDT).availableUnits).toBe(3);
  });

  test('[Z1] a sell filled above its limit holds and moves the margin for the price of the fill', () => {
    const exchange = opened();
    exchange.accept(order(ALICE, 'buy', 10, 1010));
    exchange.accept(order(BOB, 'sell', 15, 990));
    expect(exchange.figures(BOB, 'short')).toEqual([10, 10_100, 1010]);
    // The five unfilled lots rest at 990, but the order still holds their margin for 1,010, the price of the fill.
    expect(exchange.balance(BOB)).toEqual([1_000_000 - 1010 - 505, 1010 + 505]);
    exchange.accept(order(CAROL, 'buy', 1, 990));
    expect(exchange.figures(BOB, 'short')).toEqual([11, 11_090, 1109]);
    expect(exchange.balance(BOB)[1]).toBe(1109 + 4 * 99);
  });

  test('[Z5] each fill is followed by events with the positions of the taker and of the maker', () => {
    const exchange = opened();
    exchange.open(ALICE, BOB, 10, 1000);
    exchange.accept(order(CAROL, 'buy', 4, 1050));
    const events = exchange.accept(order(ALICE, 'sell', 4, 1050, reduce));
    const [, filled, taker, maker] = events;
    expect(filled?.kind).toBe('OrderFilled');
    const changed = { kind: 'PositionChanged', market: PERPETUAL, position: 'long' };
    const left = { sizeLots: 6, costUnits: 6000, marginUnits: 600, realizedUnits: 200 };
    expect(taker).toEqual({ ...changed, owner: ALICE, ...left });
    const opening = { sizeLots: 4, costUnits: 4200, marginUnits: 420, realizedUnits: 0 };
    expect(maker).toEqual({ ...changed, owner: CAROL, ...opening });
  });

  test('[Y6] closing pays the profit from the clearing account and releases the margin of the closed part', () => {
    const exchange = withFees();
    exchange.open(ALICE, BOB, 10, 1000);
    exchange.accept(order(CAROL, 'buy', 4, 1050));
    const before = exchange.balance(ALICE);
    exchange.accept(atMarket(ALICE, 'sell', 4, reduce));
    // The closed part has 4,000 of the cost of 10,000, 400 of the margin of 1,000, a profit of 200, and a fee of 2.1,
    // rounded up.
    expect(exchange.figures(ALICE, 'long')).toEqual([6, 6000, 600]);
    expect(exchange.balance(ALICE)).toEqual([before[0] + 400 + 200 - 3, 600]);
    expect(exchange.figures(CAROL, 'long')).toEqual([4, 4200, 420]);
    expect(exchange.core.balance(9, 'future', USDT).availableUnits).toBe(-200);
  });

  test('[Y6] uneven parts are rounded in favor of the closed part, and the last part takes the remainder', () => {
    const exchange = opened();
    exchange.open(ALICE, BOB, 3, 1000);
    exchange.accept(order(ALICE, 'buy', 4, 1001));
    exchange.accept(order(BOB, 'sell', 4, 1001));
    // 7 lots cost 7,004 with margin 300 + 4 × 101 = 704.
    expect(exchange.figures(ALICE, 'long')).toEqual([7, 7004, 704]);
    exchange.accept(order(ALICE, 'sell', 2, 1000, reduce));
    exchange.accept(order(BOB, 'buy', 2, 1000, reduce));
    // 2/7 of 7,004 is 2,001.14, of 704 is 201.14.
    expect(exchange.figures(ALICE, 'long')).toEqual([5, 5003, 503]);
    expect(exchange.figures(BOB, 'short')).toEqual([5, 5002, 503]);
    expect(exchange.balance(ALICE)).toEqual([1_000_000 - 704 + 201 - 1, 503]);
    expect(exchange.balance(BOB)).toEqual([1_000_000 - 704 + 201 + 2, 503]);
    expect(exchange.core.perpetual(PERPETUAL)?.openInterestLots).toBe(5);
  });

  test('[Y1] one owner can have a long and a short position at the same time', () => {
    const exchange = opened();
    exchange.open(ALICE, BOB, 5, 1000);
    exchange.open(BOB, ALICE, 3, 1000);
    expect(exchange.figures(ALICE, 'long')).toEqual([5, 5000, 500]);
    expect(exchange.figures(ALICE, 'short')).toEqual([3, 3000, 300]);
    expect(exchange.core.perpetual(PERPETUAL)?.openInterestLots).toBe(8);
  });

  test('[Y3] the leverage determines the margin, and cannot be changed while an opening order is open', () => {
    const exchange = opened();
    exchange.leverage(ALICE, 'long', 20);
    const placed = orderIn(exchange.accept(order(ALICE, 'buy', 3, 999)));
    // The margin per lot is 999 ÷ 20 = 49.95, rounded up to 50.
    expect(exchange.balance(ALICE)[1]).toBe(150);
    const change = { kind: 'SetLeverage', owner: ALICE, market: PERPETUAL, position: 'long', leverage: 5 } as const;
    expect(exchange.refuse(change)).toBe('has_open_orders');
    exchange.leverage(ALICE, 'short', 5);
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: placed });
    exchange.accept(change);
    expect(exchange.refuse({ ...change, leverage: 21 })).toBe('above_maximum');
    expect(exchange.refuse({ ...change, leverage: 0 })).toBe('malformed');
  });
});

describe('reduce-only orders', () => {
  test('[Z2] are refused without a position, as there is nothing to close', () => {
    const exchange = opened();
    expect(exchange.refuse(order(ALICE, 'sell', 1, 1000, reduce))).toBe('no_position');
    exchange.open(ALICE, BOB, 5, 1000);
    expect(exchange.refuse(order(ALICE, 'buy', 1, 1000, reduce))).toBe('no_position');
    exchange.accept(order(ALICE, 'sell', 1, 1100, reduce));
    expect(exchange.balance(ALICE)[1]).toBe(500);
  });

  test('[Z4] [Z6] together close no more than the position, and end with it', () => {
    const exchange = opened();
    exchange.open(ALICE, BOB, 5, 1000);
    const first = orderIn(exchange.accept(order(ALICE, 'sell', 4, 1010, reduce)));
    const second = orderIn(exchange.accept(order(ALICE, 'sell', 4, 1010, reduce)));
    const third = orderIn(exchange.accept(order(ALICE, 'sell', 4, 1200, reduce)));
    const stop = { trigger: { kind: 'stop', ticks: 900 as never } } as const;
    const loss = orderIn(exchange.accept(atMarket(ALICE, 'sell', 5, { ...stop, ...reduce })));
    const opening = orderIn(exchange.accept(order(ALICE, 'buy', 1, 800)));
    const events = exchange.accept(order(CAROL, 'buy', 9, 1010));
    expect(endsIn(events)).toEqual([
      [first, 'filled'],
      [second, 'position_closed'],
      [third, 'position_closed'],
      [loss, 'position_closed'],
    ]);
    expect(exchange.position(ALICE, 'long')).toBeUndefined();
    expect(exchange.position(CAROL, 'long')?.sizeLots).toBe(5);
    expect(exchange.core.openOrders(ALICE).map((each) => each.order)).toEqual([opening]);
  });

  test('[Z6] [B4] leave nothing to do if the last order of a closed position ends for another reason', () => {
    const exchange = opened({}, { stepsPerCommand: 2 });
    exchange.open(ALICE, BOB, 5, 1000);
    for (const price of [1010, 1020]) exchange.accept(order(ALICE, 'sell', 5, price, reduce));
    // The first step fills the sell at 1,010, which closes the position. The second ends the sell at 1,020, when the
    // buyer reaches it.
    const events = exchange.accept(order(CAROL, 'buy', 8, 1020));
    expect(endsIn(events).map(([, end]) => end)).toEqual(['filled', 'position_closed']);
    expect(exchange.core.nextDueMs()).toBeUndefined();
    exchange.accept(order(ALICE, 'buy', 1, 990));
  });

  test('[Z6] a taker larger than the position ends when the position is closed', () => {
    const exchange = opened();
    exchange.open(ALICE, BOB, 5, 1000);
    exchange.accept(order(CAROL, 'buy', 9, 990));
    const events = exchange.accept(order(ALICE, 'sell', 9, 990, reduce));
    expect(endsIn(events).at(-1)?.[1]).toBe('position_closed');
    expect(exchange.core.openOrders(ALICE)).toEqual([]);
  });

  test('[Z4] never close a position beyond its bankruptcy price', () => {
    const exchange = opened();
    exchange.open(ALICE, BOB, 5, 1000);
    exchange.accept(order(CAROL, 'buy', 5, 899));
    const events = exchange.accept(atMarket(ALICE, 'sell', 5, reduce));
    expect(endsIn(events).at(-1)?.[1]).toBe('beyond_bankruptcy');
    exchange.accept(order(CAROL, 'buy', 5, 900));
    exchange.accept(atMarket(ALICE, 'sell', 5, reduce));
    expect(exchange.balance(ALICE)).toEqual([999_500, 0]);
  });

  test('[Z2] [L9] [L12] an owner who may not trade cannot close a position either, but a stop placed earlier still fires', () => {
    const exchange = opened();
    exchange.open(ALICE, BOB, 5, 1000);
    exchange.accept(atMarket(ALICE, 'sell', 5, { ...reduce, ...trigger('stop', 950) }));
    const tradeUntil = timeMs(exchange.timeMs + 1000);
    exchange.accept({ kind: 'SetRestrictions', owner: ALICE, tradeUntil, withdrawUntil: timeMs(0) });
    exchange.accept(order(CAROL, 'buy', 6, 950));
    expect(exchange.refuse(order(ALICE, 'sell', 5, 950, reduce))).toBe('account_restricted');
    exchange.mark(950);
    expect(exchange.position(ALICE, 'long')).toBeUndefined();
    exchange.accept({ kind: 'FreezeOwner', owner: CAROL });
    expect(exchange.refuse(order(CAROL, 'sell', 5, 950, reduce))).toBe('account_frozen');
  });
});

describe('limits on opening', () => {
  test('[Z3] an order whose position would be liquidated immediately is refused', () => {
    const exchange = opened();
    exchange.leverage(ALICE, 'long', 20);
    // At 1,041 the margin is 53 per lot and the loss 41: 12 are left, more than the maintenance margin of 10.
    expect(exchange.refuse(order(ALICE, 'buy', 10, 1044))).toBe('would_liquidate');
    exchange.accept(order(ALICE, 'buy', 10, 1041));
  });

  test('[Z4] a maker whose position would be liquidated immediately is ended instead of filled', () => {
    const exchange = opened();
    const bid = orderIn(exchange.accept(order(ALICE, 'buy', 10, 1000)));
    exchange.mark(900);
    const events = exchange.accept(order(BOB, 'sell', 10, 890));
    expect(endsIn(events)).toEqual([[bid, 'would_liquidate']]);
    expect(exchange.balance(ALICE)).toEqual([1_000_000, 0]);
    expect(exchange.core.openOrders(BOB)).toHaveLength(1);
  });

  test('[Z3] the position limit includes all open orders that would add to the position', () => {
    const exchange = opened({ maxPositionLots: 10 as never });
    exchange.open(ALICE, BOB, 4, 1000);
    exchange.accept(order(ALICE, 'buy', 5, 900));
    expect(exchange.refuse(order(ALICE, 'buy', 2, 900))).toBe('above_position_limit');
    exchange.accept(order(ALICE, 'sell', 10, 1100));
    exchange.accept(order(ALICE, 'buy', 1, 900));
  });

  test('[Z4] no fill exceeds the open interest limit', () => {
    const exchange = opened({ maxPositionLots: 8 as never, maxOpenInterestLots: 8 as never });
    exchange.open(ALICE, BOB, 5, 1000);
    exchange.accept(order(ALICE, 'buy', 3, 1000));
    exchange.accept(order(CAROL, 'buy', 1, 1000));
    const events = exchange.accept(order(BOB, 'sell', 3, 1000));
    expect(endsIn(events).map(([, end]) => end)).toEqual(['filled', 'filled']);
    const refused = exchange.accept(order(ALICE, 'sell', 1, 1000));
    expect(endsIn(refused).map(([, end]) => end)).toEqual(['open_interest_limit']);
    exchange.accept(order(ALICE, 'sell', 1, 1000, reduce));
    expect(exchange.position(CAROL, 'long')?.sizeLots).toBe(1);
  });

  test('[Z3] a fired order is checked again when it activates', () => {
    const exchange = opened();
    const placed = orderIn(exchange.accept(order(ALICE, 'buy', 10, 1060, trigger('take_profit', 960))));
    exchange.accept(order(BOB, 'sell', 3, 1050));
    const events = exchange.mark(951);
    const ended = events.find((event) => event.kind === 'OrderEnded' && event.order === placed);
    expect(ended).toMatchObject({ end: 'trigger_refused', refusal: 'would_liquidate' });
    expect(exchange.balance(ALICE)).toEqual([1_000_000, 0]);
  });

  test('[X4] order options that a perpetual market does not support are refused', () => {
    const exchange = opened();
    expect(exchange.refuse(order(ALICE, 'buy', 1, 1000, { timeInForce: 'fok' }))).toBe('malformed');
    expect(exchange.core.markets()).toEqual([]);
    expect(exchange.refuse({ kind: 'SetReferencePrice', market: PERPETUAL, referenceTicks: 5 as never })).toBe(
      'unknown_market',
    );
  });

  test('[Z7] an amendment changes the hold of an opening order, and a refused one changes nothing', () => {
    const exchange = opened();
    const placed = orderIn(exchange.accept(order(ALICE, 'buy', 10, 1000)));
    const amend = (change: object) => ({ kind: 'AmendOrder', owner: ALICE, order: placed, ...change }) as const;
    exchange.accept(amend({ openLots: 4 }));
    expect(exchange.balance(ALICE)).toEqual([999_600, 400]);
    exchange.accept(amend({ openLots: 20, priceTicks: 990 }));
    expect(exchange.balance(ALICE)).toEqual([1_000_000 - 1980, 1980]);
    expect(exchange.refuse(amend({ priceTicks: 1 }))).toBe('outside_price_band');
    expect(exchange.refuse({ ...amend({ openLots: 3 as never }), owner: BOB })).toBe('not_owner');
    expect(exchange.balance(ALICE)).toEqual([1_000_000 - 1980, 1980]);
    exchange.accept(order(BOB, 'sell', 20, 990));
    expect(exchange.figures(ALICE, 'long')).toEqual([20, 19_800, 1980]);
  });

  test('[A2] an amendment based on open lots that a fill has changed is refused', () => {
    const exchange = opened();
    const placed = orderIn(exchange.accept(order(ALICE, 'buy', 10, 1000)));
    exchange.accept(order(BOB, 'sell', 6, 1000));
    const amend = (change: object) => ({ kind: 'AmendOrder', owner: ALICE, order: placed, ...change }) as const;
    expect(exchange.refuse(amend({ openLots: 5, openBefore: 10 }))).toBe('open_amount_changed');
    exchange.accept(amend({ openLots: 3, openBefore: 4 }));
    expect(exchange.balance(ALICE)[1]).toBe(600 + 300);
  });

  test('[Z7] an amended order may trade at its new price', () => {
    const exchange = opened();
    exchange.accept(order(BOB, 'sell', 5, 1010));
    const placed = orderIn(exchange.accept(order(ALICE, 'buy', 8, 1000)));
    exchange.accept({ kind: 'AmendOrder', owner: ALICE, order: placed, priceTicks: 1010 as never });
    expect(exchange.figures(ALICE, 'long')).toEqual([5, 5050, 505]);
    expect(exchange.balance(ALICE)[1]).toBe(505 + 3 * 101);
  });
});
