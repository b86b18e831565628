import { priceTicks } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import * as spot from '../../test/exchange.ts';
import { endsIn, limit, orderIn } from '../../test/exchange.ts';
import * as perpetual from '../../test/perpetual-exchange.ts';
import { ALICE, atMarket, BOB, CAROL, opened, order, reduce } from '../../test/perpetual-exchange.ts';
import type { Core } from '../index.ts';
import type { CoreEvent } from '../vocabulary/events.ts';

const attach = (takeProfit?: number, stopLoss?: number) => ({
  ...(takeProfit === undefined ? {} : { takeProfitTicks: priceTicks(takeProfit) }),
  ...(stopLoss === undefined ? {} : { stopLossTicks: priceTicks(stopLoss) }),
});

/** The open protections of the owner as [kind of trigger, trigger price, open lots]. */
const protections = (exchange: { readonly core: Core }, owner: number) =>
  exchange.core
    .openOrders(owner)
    .filter(({ trigger }) => trigger !== 'none')
    .map(({ trigger, triggerTicks, openLots }) => [trigger, triggerTicks, openLots]);

const protectedIn = (events: readonly CoreEvent[]) =>
  events.flatMap((event) => (event.kind === 'OrderProtected' ? [event] : []));

describe('prices attached to an order of a perpetual', () => {
  test('[H2] each fill of a resting order is protected at once, and only what was filled', () => {
    const exchange = opened();
    const id = orderIn(exchange.accept(order(ALICE, 'buy', 10, 1000, attach(1100, 950))));
    expect(protections(exchange, ALICE)).toEqual([]);
    const events = exchange.accept(order(BOB, 'sell', 4, 1000));
    expect(protections(exchange, ALICE)).toEqual([
      ['take_profit', 1100, 4],
      ['stop', 950, 4],
    ]);
    const [placed] = protectedIn(events);
    expect(placed).toMatchObject({ order: id, takeProfitOrder: id + 2, stopLossOrder: id + 3 });
    exchange.accept(order(BOB, 'sell', 3, 1000));
    expect(protections(exchange, ALICE).map(([, , lots]) => lots)).toEqual([7, 7]);
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: id });
    expect(protections(exchange, ALICE).map(([, , lots]) => lots)).toEqual([7, 7]);
  });

  test('[H2] an order that ends without a fill places nothing', () => {
    const exchange = opened();
    const id = orderIn(exchange.accept(order(ALICE, 'buy', 10, 1000, attach(1100, 950))));
    const events = exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: id });
    expect(endsIn(events)).toEqual([[id, 'cancelled']]);
    expect(exchange.core.openOrders(ALICE)).toEqual([]);
  });

  test('[H4] the stop-loss closes what was filled and ends the take-profit', () => {
    const exchange = opened();
    exchange.accept(order(BOB, 'sell', 5, 1000));
    exchange.accept(atMarket(ALICE, 'buy', 5, attach(1100, 950)));
    const [takeProfit, stopLoss] = exchange.core.openOrders(ALICE).map((each) => each.order);
    exchange.accept(order(CAROL, 'buy', 20, 950));
    const events = exchange.mark(950);
    expect(endsIn(events)).toEqual(
      expect.arrayContaining([
        [takeProfit, 'oco'],
        [stopLoss, 'filled'],
      ]),
    );
    expect(exchange.position(ALICE, 'long')).toBeUndefined();
    expect(exchange.core.openOrders(ALICE)).toEqual([]);
  });

  test('[H4] [H5] a stop-loss that is refused or only partly filled leaves the take-profit for the open lots', () => {
    const exchange = opened();
    exchange.accept(order(BOB, 'sell', 5, 1000));
    exchange.accept(atMarket(ALICE, 'buy', 5, attach(1100, 950)));
    const [takeProfit, stopLoss] = exchange.core.openOrders(ALICE).map((each) => each.order);
    exchange.accept(order(CAROL, 'buy', 2, 950));
    expect(endsIn(exchange.mark(950))).toContainEqual([stopLoss, 'unfilled']);
    expect(protections(exchange, ALICE)).toEqual([['take_profit', 1100, 3]]);
    expect(exchange.core.order(takeProfit ?? 0)?.ocoOrder ?? 0).toBe(0);

    const empty = opened();
    empty.accept(order(BOB, 'sell', 5, 1000));
    empty.accept(atMarket(ALICE, 'buy', 5, attach(1100, 950)));
    expect(endsIn(empty.mark(950))).toContainEqual([stopLoss, 'trigger_refused']);
    expect(protections(empty, ALICE)).toEqual([['take_profit', 1100, 5]]);
  });

  test('[Z6] both protections end when the position is closed in another way', () => {
    const exchange = opened();
    exchange.accept(order(BOB, 'sell', 5, 1000));
    exchange.accept(atMarket(ALICE, 'buy', 5, attach(1100, 950)));
    exchange.accept(order(CAROL, 'buy', 5, 1010));
    const events = exchange.accept(atMarket(ALICE, 'sell', 5, reduce));
    expect(endsIn(events).filter(([, end]) => end === 'position_closed')).toHaveLength(2);
    expect(exchange.core.openOrders(ALICE)).toEqual([]);
  });

  test('[H5] cancelling one protection leaves the other', () => {
    const exchange = opened();
    exchange.accept(order(BOB, 'sell', 5, 1000));
    exchange.accept(atMarket(ALICE, 'buy', 5, attach(1100, 950)));
    const [takeProfit] = exchange.core.openOrders(ALICE);
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: takeProfit?.order ?? 0 });
    expect(protections(exchange, ALICE)).toEqual([['stop', 950, 5]]);
  });

  test('[H3] a fill that the mark price has already passed is protected and closed in the same command', () => {
    const exchange = opened();
    exchange.accept(order(ALICE, 'buy', 4, 1000, attach(1020, 990)));
    exchange.accept(order(CAROL, 'buy', 20, 980));
    // The sale trades at 980, beyond the stop-loss, which the mark price has not reached.
    exchange.accept(order(BOB, 'sell', 5, 980));
    expect(protections(exchange, ALICE)).toEqual([
      ['take_profit', 1020, 4],
      ['stop', 990, 4],
    ]);
    const fallen = opened();
    fallen.accept(order(ALICE, 'buy', 4, 1000, attach(1020, 990)));
    fallen.accept(order(CAROL, 'buy', 20, 980));
    fallen.mark(985);
    fallen.accept(order(BOB, 'sell', 4, 1000));
    expect(fallen.position(ALICE, 'long')).toBeUndefined();
  });

  test.each([
    ['buy', attach(1000), 'take_profit_wrong_side'],
    ['buy', attach(undefined, 1000), 'stop_loss_wrong_side'],
    ['sell', attach(1000), 'take_profit_wrong_side'],
    ['sell', attach(undefined, 1000), 'stop_loss_wrong_side'],
    ['buy', attach(990, 1010), 'take_profit_wrong_side'],
  ] as const)('[H1] a %s at 1000 with %o is refused: %s', (side, attached, refusal) => {
    expect(opened().refuse(order(ALICE, side, 5, 1000, attached))).toBe(refusal);
  });

  test('[H1] the prices of a market order are also checked against the best price of the other side', () => {
    const exchange = opened();
    exchange.accept(order(BOB, 'sell', 5, 1040));
    expect(exchange.refuse(atMarket(ALICE, 'buy', 5, attach(1030)))).toBe('take_profit_wrong_side');
    exchange.accept(atMarket(ALICE, 'buy', 5, attach(1050, 950)));
  });

  test('[H1] a closing order cannot carry prices, and neither can any order under older rules', () => {
    const exchange = opened();
    exchange.open(ALICE, BOB, 5, 1000);
    expect(exchange.refuse(order(ALICE, 'sell', 5, 1000, { ...reduce, ...attach(900) }))).toBe('malformed');
    const older = new perpetual.PerpetualExchange();
    older.accept({ kind: 'ActivateRules', version: 4 });
    older.accept({ kind: 'RegisterAsset', asset: 1, code: 'BTC', scale: 8 });
    older.accept({ kind: 'RegisterAsset', asset: perpetual.USDT, code: 'USDT', scale: 6 });
    older.accept(perpetual.listing());
    older.deposit(ALICE, 1_000_000);
    expect(older.refuse(order(ALICE, 'buy', 5, 1000, attach(1100)))).toBe('malformed');
  });

  test('[H1] [M5] the protections count against the maximum of open orders', () => {
    const exchange = opened({ maxOpenOrders: 3 });
    exchange.accept(order(ALICE, 'buy', 1, 990));
    expect(exchange.refuse(order(ALICE, 'buy', 1, 1000, attach(1100, 950)))).toBe('too_many_open_orders');
    exchange.accept(order(ALICE, 'buy', 1, 1000, attach(1100)));
  });

  test('[H1] [M5] the prices of an open order count as open orders until its protections are open', () => {
    const exchange = opened({ maxOpenOrders: 4 });
    const id = orderIn(exchange.accept(order(ALICE, 'buy', 4, 1000, attach(1100, 950))));
    exchange.accept(order(ALICE, 'buy', 1, 990));
    expect(exchange.refuse(order(ALICE, 'buy', 1, 990))).toBe('too_many_open_orders');
    exchange.accept(order(BOB, 'sell', 1, 1000));
    expect(exchange.refuse(order(ALICE, 'buy', 1, 990))).toBe('too_many_open_orders');
    const [takeProfit] = exchange.core.openOrders(ALICE).filter(({ trigger }) => trigger !== 'none');
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: takeProfit?.order ?? 0 });
    expect(exchange.refuse(order(ALICE, 'buy', 1, 990))).toBe('too_many_open_orders');
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: id });
    exchange.accept(order(ALICE, 'buy', 1, 990));
    exchange.accept(order(ALICE, 'buy', 1, 990));
    expect(exchange.refuse(order(ALICE, 'buy', 1, 990))).toBe('too_many_open_orders');
  });

  test('[X7] an order that waits for its trigger keeps its attached prices, which protect its later fill', () => {
    const exchange = opened();
    exchange.accept(
      order(ALICE, 'buy', 5, 1060, { trigger: { kind: 'stop', ticks: priceTicks(1050) }, ...attach(1100, 1000) }),
    );
    exchange.accept(order(BOB, 'sell', 10, 1050));
    exchange.mark(1050);
    expect(exchange.figures(ALICE, 'long')?.[0]).toBe(5);
    expect(protections(exchange, ALICE).map(([, ticks, lots]) => [ticks, lots])).toEqual([
      [1100, 5],
      [1000, 5],
    ]);
  });
});

describe('prices attached to a spot order', () => {
  test('[H2] what was bought is held by the protections, and sold when one of them fires', () => {
    const exchange = spot.opened();
    const before = exchange.core.balance(ALICE, 'spot', spot.BTC);
    exchange.accept(limit(ALICE, 'buy', 10, 100, attach(110, 90)));
    exchange.accept(limit(BOB, 'sell', 6, 100));
    const held = exchange.core.balance(ALICE, 'spot', spot.BTC);
    expect(held.availableUnits).toBe(before.availableUnits);
    expect(held.heldUnits).toBeGreaterThan(before.heldUnits);
    exchange.accept(limit(CAROL, 'buy', 20, 110));
    exchange.accept(limit(BOB, 'sell', 1, 110));
    const after = exchange.core.balance(ALICE, 'spot', spot.BTC);
    expect(after).toEqual(before);
    expect(protections(exchange, ALICE)).toEqual([]);
  });

  test('[H5] if the take-profit is cancelled, the stop-loss takes over the hold, and releases it at its own end', () => {
    const exchange = spot.opened();
    const before = exchange.core.balance(ALICE, 'spot', spot.BTC);
    exchange.accept(limit(BOB, 'sell', 6, 100));
    exchange.accept(limit(ALICE, 'buy', 6, 100, attach(110, 90)));
    const [takeProfit, stopLoss] = exchange.core.openOrders(ALICE).map((each) => each.order);
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: takeProfit ?? 0 });
    expect(exchange.core.order(stopLoss ?? 0)?.heldUnits).toBeGreaterThan(0);
    expect(
      exchange.refuse({ kind: 'AmendOrder', owner: ALICE, order: stopLoss ?? 0, triggerTicks: priceTicks(91) }),
    ).toBe('not_amendable');
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: stopLoss ?? 0 });
    expect(exchange.core.balance(ALICE, 'spot', spot.BTC).heldUnits).toBe(before.heldUnits);
  });

  test('[H5] a take-profit that is refused returns the hold to the stop-loss, which still sells everything', () => {
    const exchange = spot.opened();
    const before = exchange.core.balance(ALICE, 'spot', spot.BTC);
    exchange.accept(limit(BOB, 'sell', 6, 100));
    exchange.accept(limit(ALICE, 'buy', 6, 100, attach(110, 90)));
    const held = exchange.core.balance(ALICE, 'spot', spot.BTC);
    exchange.accept(limit(CAROL, 'buy', 1, 110));
    exchange.accept(limit(BOB, 'sell', 1, 110));
    expect(protections(exchange, ALICE)).toEqual([['stop', 90, 6]]);
    expect(exchange.core.balance(ALICE, 'spot', spot.BTC)).toEqual(held);
    exchange.accept(limit(CAROL, 'buy', 7, 90));
    exchange.accept(limit(BOB, 'sell', 1, 90));
    expect(protections(exchange, ALICE)).toEqual([]);
    expect(exchange.core.balance(ALICE, 'spot', spot.BTC)).toEqual(before);
  });

  test('[H2] a take-profit does not sell far below its trigger, or below the price of its fill', () => {
    const exchange = spot.opened();
    exchange.accept(limit(BOB, 'sell', 6, 100));
    exchange.accept(limit(ALICE, 'buy', 6, 100, attach(110, 90)));
    exchange.accept(limit(CAROL, 'buy', 3, 110));
    exchange.accept(limit(CAROL, 'buy', 3, 109));
    exchange.accept(limit(CAROL, 'buy', 3, 108));
    exchange.accept(limit(BOB, 'sell', 1, 110));
    expect(protections(exchange, ALICE)).toEqual([['stop', 90, 1]]);
  });

  test('[H1] an amendment past the take-profit is refused', () => {
    const exchange = spot.opened();
    const id = orderIn(exchange.accept(limit(ALICE, 'buy', 6, 100, attach(105, 90))));
    const amend = (price: number) =>
      ({ kind: 'AmendOrder', owner: ALICE, order: id, priceTicks: priceTicks(price) }) as const;
    expect(exchange.refuse(amend(105))).toBe('take_profit_wrong_side');
    expect(exchange.refuse(amend(90))).toBe('stop_loss_wrong_side');
    exchange.accept(amend(104));
  });

  test('[H3] trades before the fill in the same command do not fire a protection', () => {
    const exchange = spot.opened();
    exchange.accept(limit(CAROL, 'buy', 2, 105));
    exchange.accept(limit(ALICE, 'buy', 4, 100, attach(102, 99)));
    // The sale trades at 105, beyond the take-profit, before it fills the order at 100.
    exchange.accept(limit(BOB, 'sell', 6, 100));
    expect(protections(exchange, ALICE)).toEqual([
      ['take_profit', 102, 4],
      ['stop', 99, 4],
    ]);
  });

  test('[H3] a protection fires at once if its trigger has been reached by the trades that filled its order', () => {
    const exchange = spot.opened();
    const before = exchange.core.balance(ALICE, 'spot', spot.BTC);
    exchange.accept(limit(ALICE, 'buy', 4, 100, attach(102, 99)));
    exchange.accept(limit(CAROL, 'buy', 20, 98));
    exchange.accept(limit(BOB, 'sell', 10, 98));
    expect(protections(exchange, ALICE)).toEqual([]);
    expect(exchange.core.balance(ALICE, 'spot', spot.BTC)).toEqual(before);
  });

  test('[T6] a mass cancellation ends an order together with its protections', () => {
    const exchange = spot.opened();
    const id = orderIn(exchange.accept(limit(ALICE, 'buy', 10, 100, attach(110, 90))));
    exchange.accept(limit(BOB, 'sell', 6, 100));
    const events = exchange.accept({ kind: 'CancelAllOrders', owner: ALICE });
    expect(endsIn(events).map(([, end]) => end)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(endsIn(events).at(-1)?.[0]).toBe(id);
    expect(exchange.core.balance(ALICE, 'spot', spot.BTC).heldUnits).toBe(0);
  });

  test('[B1] [H3] a command adds only as many protections to the trigger index as it has steps left', () => {
    const exchange = spot.opened({ maxOpenOrders: 2000 });
    for (let n = 0; n < 400; n++) exchange.accept(limit(ALICE, 'buy', 1, 100, attach(110, 90)));
    exchange.accept(limit(BOB, 'sell', 400, 100));
    expect(exchange.refuse(limit(BOB, 'sell', 1, 100))).toBe('market_busy');
    exchange.accept({ kind: 'Tick' });
    expect(protections(exchange, ALICE)).toHaveLength(800);
    exchange.accept(limit(CAROL, 'buy', 500, 110));
    exchange.accept(limit(BOB, 'sell', 1, 110));
  });

  test('[T6] a freeze that Tick continues includes protections placed since', () => {
    const exchange = spot.opened({ maxOpenOrders: 2000 });
    for (let n = 0; n < 1000; n++) exchange.accept(limit(ALICE, 'buy', 1, 95));
    exchange.accept(limit(ALICE, 'buy', 10, 100, attach(110, 90)));
    exchange.accept({ kind: 'FreezeOwner', owner: ALICE });
    exchange.accept(limit(BOB, 'sell', 6, 100));
    expect(protections(exchange, ALICE)).toHaveLength(2);
    exchange.accept({ kind: 'Tick' });
    expect(exchange.core.openOrders(ALICE)).toEqual([]);
  });

  test('[H1] a sale cannot carry prices', () => {
    expect(spot.opened().refuse(limit(ALICE, 'sell', 5, 100, attach(90)))).toBe('malformed');
  });
});
