import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { assetUnits, type PriceTicks, priceTicks, ratePpm, type SizeLots, sizeLots } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import {
  ALICE,
  BOB,
  BTC,
  budget,
  CAROL,
  Exchange,
  endsIn,
  fillsIn,
  limit,
  listing,
  MARKET,
  market,
  opened,
  orderIn,
  refusalIn,
  trigger,
  USDT,
} from '../test/exchange.ts';
import { type Command, CommandBatch, Core, EventBuffer } from './index.ts';
import type { SelfTrade } from './vocabulary/terms.ts';

const data = join(import.meta.dirname, '../../../../shared/data');
const hasData = existsSync(join(data, 'README.md'));
const rows = (path: string) => (hasData ? readFileSync(join(data, path), 'utf8').trim().split('\n') : []);

interface VectorCommand {
  readonly op: 'new' | 'cancel' | 'move' | 'reduce';
  readonly id: number;
  readonly user: 'A' | 'B';
  readonly side?: 'buy' | 'sell';
  readonly tif?: 'GTC' | 'IOC' | 'FOK_BUDGET';
  readonly price?: number;
  readonly qty?: number;
  readonly by?: number;
}
interface Vector {
  readonly case?: string;
  readonly setup: string | { orders: Omit<VectorCommand, 'op'>[] };
  readonly commands: VectorCommand[];
  readonly expect: {
    asks: number[][];
    bids: number[][];
    trades?: { maker: number; price: number; qty: number }[];
    error?: string;
    reject_qty?: number;
    rejected_qty?: number;
    reduced?: number;
  };
}

const wide = { bandPpm: ratePpm(1_000_000_000), maxSizeLots: sizeLots(1e12), maxNotionalUnits: assetUnits(9e15) };
const users = { A: ALICE, B: BOB };

describe.skipIf(!hasData)('the order book cases of exchange-core', () => {
  const vectors: Vector[] = rows('conformance/exchange_core_vectors.jsonl').map((row) => JSON.parse(row));
  const setup = vectors.find((vector) => typeof vector.setup === 'object')?.setup;
  const starting = typeof setup === 'object' ? setup.orders : [];

  /** The order ids of the test vectors are used as client order ids; the core's own ids are taken from the events. */
  class Book {
    readonly exchange = new Exchange();
    readonly ids = new Map<number, number>();
    readonly trades: { maker: number; price: number; qty: number }[] = [];
    refusal: string | undefined;
    ended = 0;

    constructor() {
      this.exchange.accept({ kind: 'RegisterAsset', asset: BTC, code: 'BTC', scale: 8 });
      this.exchange.accept({ kind: 'RegisterAsset', asset: USDT, code: 'USDT', scale: 6 });
      this.exchange.accept(listing({ referenceTicks: priceTicks(81_600), ...wide }));
      for (const owner of [ALICE, BOB]) {
        this.exchange.deposit(owner, BTC, 4e10);
        this.exchange.deposit(owner, USDT, 4e15);
      }
      for (const order of starting) this.run({ op: 'new', ...order });
    }

    run(command: VectorCommand): void {
      const order = this.ids.get(command.id) ?? command.id;
      const events = this.exchange.do(this.translate(command, users[command.user], order));
      this.refusal = refusalIn(events);
      if (command.op === 'new' && this.refusal === undefined) this.ids.set(command.id, orderIn(events));
      const vectorId = (id: number) => [...this.ids].find(([, ours]) => ours === id)?.[0] ?? id;
      for (const [maker, price, qty] of fillsIn(events)) this.trades.push({ maker: vectorId(maker), price, qty });
      for (const event of events) if (event.kind === 'OrderEnded') this.ended = event.unfilledLots;
    }

    private translate(c: VectorCommand, owner: number, order: number): Command {
      const [side, qty, price] = [c.side ?? 'buy', c.qty ?? 0, c.price ?? 0];
      if (c.op === 'cancel') return { kind: 'CancelOrder', owner, order };
      if (c.op === 'move') return { kind: 'AmendOrder', owner, order, priceTicks: priceTicks(price) };
      if (c.op === 'reduce') {
        const open = this.exchange.core.order(order)?.openLots ?? 1;
        const left = c.by !== undefined && c.by > 0 ? open - c.by : 0;
        if (c.by !== undefined && c.by > 0 && left <= 0) return { kind: 'CancelOrder', owner, order };
        return { kind: 'AmendOrder', owner, order, openLots: sizeLots(left) };
      }
      const clientOrderId = c.id;
      if (c.tif === 'FOK_BUDGET')
        return { ...market(owner, side, qty, { timeInForce: 'fok', clientOrderId }), budgetUnits: assetUnits(price) };
      return limit(owner, side, qty, price, { timeInForce: c.tif === 'IOC' ? 'ioc' : 'gtc', clientOrderId });
    }

    levels(side: 'buy' | 'sell'): number[][] {
      const { core } = this.exchange;
      const depth = core.depth(MARKET, 100);
      const open = [...core.openOrders(ALICE), ...core.openOrders(BOB)].filter((order) => order.side === side);
      return (side === 'buy' ? depth.bids : depth.asks).map(([price, size]) => [
        price,
        size,
        open.filter((order) => order.priceTicks === price).length,
      ]);
    }
  }

  const cases = vectors.filter((vector) => vector.case !== undefined);
  test('there are 34 cases besides the starting book', () => expect([cases.length, starting.length]).toEqual([34, 13]));

  test.each(cases.map((vector) => [vector.case, vector] as const))('%s', (_, vector) => {
    const book = new Book();
    book.trades.length = 0;
    for (const command of vector.commands) book.run(command);
    expect(book.levels('sell')).toEqual(vector.expect.asks);
    expect(book.levels('buy')).toEqual(vector.expect.bids);
    if (vector.expect.trades !== undefined) expect(book.trades).toEqual(vector.expect.trades);
    if (vector.expect.error === 'UNKNOWN_ORDER_ID') expect(['unknown_order', 'not_owner']).toContain(book.refusal);
    else if (vector.expect.error === 'REDUCE_WRONG_SIZE') expect(book.refusal).toBe('malformed');
    else if (vector.expect.reject_qty !== undefined) expect(book.refusal).toBe('duplicate_client_order_id');
    else if (vector.commands.at(-1)?.tif === 'FOK_BUDGET' && vector.expect.trades?.length === 0)
      expect(book.refusal).toBe('cannot_fill');
    else expect(book.refusal).toBeUndefined();
    if (vector.commands.at(-1)?.tif === 'IOC') expect(book.ended).toBe(vector.expect.rejected_qty ?? 0);
    book.exchange.verify();
  });
});

describe("exchange-core's cases of holds, refunds and fees", () => {
  /** One price step on one lot is worth 10 satoshi, and a lot is 100,000 szabo. */
  const ethXbt = () => {
    const exchange = new Exchange();
    exchange.accept({ kind: 'RegisterAsset', asset: BTC, code: 'ETH', scale: 6 });
    exchange.accept({ kind: 'RegisterAsset', asset: USDT, code: 'XBT', scale: 8 });
    exchange.accept(
      listing({
        referenceTicks: priceTicks(30_000),
        tickLotUnits: assetUnits(10),
        lotUnits: assetUnits(100_000),
        ...wide,
      }),
    );
    return exchange;
  };

  test('insufficient_funds_then_enough', () => {
    const exchange = ethXbt();
    exchange.deposit(ALICE, USDT, 2_000_000);
    expect(exchange.refuse(limit(ALICE, 'buy', 7, 30_000))).toBe('exceeds_balance');
    expect(exchange.balance(ALICE, USDT)).toEqual([2_000_000, 0]);
    exchange.deposit(ALICE, USDT, 100_000);
    exchange.accept(limit(ALICE, 'buy', 7, 30_000));
    expect(exchange.balance(ALICE, USDT)).toEqual([0, 2_100_000]);
    exchange.deposit(BOB, BTC, 699_999);
    expect(exchange.refuse(limit(BOB, 'sell', 7, 30_000, { timeInForce: 'ioc' }))).toBe('exceeds_balance');
    exchange.deposit(BOB, BTC, 1);
    exchange.accept(limit(BOB, 'sell', 7, 30_000, { timeInForce: 'ioc' }));
    expect(exchange.balance(ALICE, BTC)).toEqual([700_000, 0]);
    expect(exchange.balance(BOB, USDT)).toEqual([2_100_000, 0]);
    expect([...exchange.core.openOrders(ALICE), ...exchange.core.openOrders(BOB)]).toEqual([]);
  });

  test('move_within_reserve, with the hold following the limit', () => {
    const exchange = ethXbt();
    exchange.deposit(ALICE, BTC, 100_000_000);
    expect(exchange.refuse(limit(ALICE, 'sell', 1001, 30_000))).toBe('exceeds_balance');
    const sell = orderIn(exchange.accept(limit(ALICE, 'sell', 1000, 30_000)));
    const move = (owner: number, order: number, price: number): Command => ({
      kind: 'AmendOrder',
      owner,
      order,
      priceTicks: price as PriceTicks,
    });
    for (const price of [40_000, 20_000]) exchange.accept(move(ALICE, sell, price));
    expect(exchange.balance(ALICE, BTC)).toEqual([0, 100_000_000]);
    exchange.deposit(BOB, USDT, 94_000_000);
    expect(exchange.refuse(limit(BOB, 'buy', 500, 19_000))).toBe('exceeds_balance');
    const buy = orderIn(exchange.accept(limit(BOB, 'buy', 500, 18_500)));
    expect(exchange.balance(BOB, USDT)).toEqual([1_500_000, 92_500_000]);
    expect(exchange.refuse(move(BOB, buy, 18_801))).toBe('exceeds_balance');
    exchange.accept(move(BOB, buy, 17_500));
    expect(exchange.balance(BOB, USDT)).toEqual([6_500_000, 87_500_000]);
    expect(fillsIn(exchange.accept(move(ALICE, sell, 16_900)))).toEqual([[buy, 17_500, 500]]);
    expect(exchange.balance(ALICE, USDT)).toEqual([87_500_000, 0]);
    expect(exchange.balance(BOB, USDT)).toEqual([6_500_000, 0]);
    expect(exchange.balance(BOB, BTC)).toEqual([50_000_000, 0]);
    expect(exchange.core.depth(MARKET, 5).asks).toEqual([[16_900, 500]]);
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: sell });
    expect(exchange.balance(ALICE, BTC)).toEqual([50_000_000, 0]);
  });

  test('cancel_bid_refund', () => {
    const exchange = ethXbt();
    exchange.deposit(CAROL, USDT, 94_000_000);
    const order = orderIn(exchange.accept(limit(CAROL, 'buy', 500, 18_500)));
    expect(exchange.balance(CAROL, USDT)).toEqual([1_500_000, 92_500_000]);
    exchange.accept({ kind: 'CancelOrder', owner: CAROL, order });
    expect(exchange.balance(CAROL, USDT)).toEqual([94_000_000, 0]);
  });

  /**
   * One price step on one lot is worth 10,000 litoshi, and a lot is 1,000,000 satoshi. Makers pay 10 ppm, takers 20.
   */
  const xbtLtc = () => {
    const exchange = new Exchange();
    exchange.accept({ kind: 'RegisterAsset', asset: BTC, code: 'XBT', scale: 8 });
    exchange.accept({ kind: 'RegisterAsset', asset: USDT, code: 'LTC', scale: 8 });
    const steps = { tickLotUnits: assetUnits(10_000), lotUnits: assetUnits(1_000_000) };
    exchange.accept(listing({ referenceTicks: priceTicks(11_400), ...steps, ...wide }));
    exchange.accept({ kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(10), takerPpm: ratePpm(20) });
    return exchange;
  };

  test('fee_hold_on_gtc_bid', () => {
    const exchange = xbtLtc();
    const fee = 68_400;
    exchange.deposit(ALICE, USDT, 3_420_000_000);
    expect(exchange.refuse(limit(ALICE, 'buy', 30, 11_400))).toBe('exceeds_balance');
    exchange.deposit(ALICE, USDT, fee - 1);
    expect(exchange.refuse(limit(ALICE, 'buy', 30, 11_400))).toBe('exceeds_balance');
    exchange.deposit(ALICE, USDT, 1);
    const order = orderIn(exchange.accept(limit(ALICE, 'buy', 30, 11_400)));
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order });
    expect(exchange.balance(ALICE, USDT)).toEqual([3_420_000_000 + fee, 0]);
    expect(exchange.balance(2, USDT)).toEqual([0, 0]);
    exchange.deposit(BOB, BTC, 100_000_000);
    const sell = orderIn(exchange.accept(limit(BOB, 'sell', 100, 11_400)));
    expect(exchange.balance(BOB, BTC)).toEqual([0, 100_000_000]);
    exchange.accept({ kind: 'CancelOrder', owner: BOB, order: sell });
    expect(exchange.balance(BOB, BTC)).toEqual([100_000_000, 0]);
  });

  test.each([
    ['fee_bid_maker_ask_ioc_taker_partial', 2000, 1731],
    ['fee_bid_maker_partial_ask_ioc_taker', 1000, 1000],
  ])('%s', (_, offered, traded) => {
    const exchange = xbtLtc();
    exchange.deposit(ALICE, USDT, 200_000_000_000 * 10);
    exchange.deposit(BOB, BTC, 2_000_000_000_000);
    const before = exchange.balance(ALICE, USDT)[0];
    exchange.accept(limit(ALICE, 'buy', 1731, 11_500));
    expect(exchange.balance(ALICE, USDT)[0]).toBe(before - (11_500 * 10_000 + 2300) * 1731);
    exchange.accept(limit(BOB, 'sell', offered, 11_493, { timeInForce: 'ioc' }));
    const stillHeld = (11_500 * 10_000 + 2300) * (1731 - traded);
    expect(exchange.balance(ALICE, USDT)).toEqual([before - (11_500 * 10_000 + 1150) * traded - stillHeld, stillHeld]);
    expect(exchange.balance(BOB, USDT)).toEqual([(11_500 * 10_000 - 2300) * traded, 0]);
    expect(exchange.balance(2, USDT)).toEqual([(1150 + 2300) * traded, 0]);
    exchange.verify();
  });
});

interface SelfTradeVector {
  readonly case: string;
  readonly makers: { id: string; side: 'buy' | 'sell'; qty: number; price: number; account: 'alice' | 'bob' }[];
  readonly taker: {
    type: 'limit' | 'market';
    side: 'buy' | 'sell';
    qty: number;
    price?: number;
    tif?: 'IOC';
    account: 'alice' | 'bob';
    stp: 'cancel_maker' | 'cancel_taker' | 'cancel_both' | 'none';
  };
  readonly expect: {
    error?: 'STP';
    stp_cancelled?: string[];
    trades?: { maker: string; price: number; qty: number }[];
    taker_left?: number;
    taker_rests?: boolean;
    maker_stays?: string[];
    maker_left?: Record<string, number>;
  };
}

/**
 * The cases that are not run, each with the rule of SPEC.md that makes our result differ ('Where other engines' cases
 * differ').
 */
const notOurs = new Map([['stp_L_mode_none_self_trades', 'P7']]);
const modes = new Map<string, SelfTrade>([
  ['cancel_maker', 'cancel_oldest'],
  ['cancel_taker', 'cancel_newest'],
  ['cancel_both', 'cancel_both'],
]);
const accounts = { alice: ALICE, bob: BOB };

describe.skipIf(!hasData)('the self-trade cases of nodejs-order-book', () => {
  const vectors: SelfTradeVector[] = rows('conformance/nodejs_order_book_vectors.jsonl')
    .map((row) => JSON.parse(row))
    .filter((vector) => vector.makers !== undefined);

  test('there are twelve cases, one of which requires what SPEC.md rules out', () => {
    expect(vectors.length).toBe(12);
    for (const name of notOurs.keys()) expect(vectors.map((vector) => vector.case)).toContain(name);
  });

  const ours = vectors.filter((vector) => !notOurs.has(vector.case));
  test.each(ours.map((vector) => [vector.case, vector] as const))('[P7] %s', (_, { makers, taker, expect: wanted }) => {
    const exchange = opened({ referenceTicks: priceTicks(95) });
    const ids = new Map<string, number>();
    for (const m of makers) ids.set(m.id, orderIn(exchange.accept(limit(accounts[m.account], m.side, m.qty, m.price))));
    const selfTrade = modes.get(taker.stp) ?? 'cancel_newest';
    const owner = accounts[taker.account];
    const command =
      taker.type === 'market'
        ? market(owner, taker.side, taker.qty, { selfTrade })
        : limit(owner, taker.side, taker.qty, taker.price ?? 0, {
            selfTrade,
            timeInForce: taker.tif === 'IOC' ? 'ioc' : 'gtc',
          });
    const events = exchange.accept(command);
    const order = orderIn(events);
    const ends = new Map(endsIn(events));
    expect(fillsIn(events)).toEqual((wanted.trades ?? []).map((t) => [ids.get(t.maker), t.price, t.qty]));
    if (wanted.error === 'STP') expect(ends.get(order)).toBe('self_trade');
    for (const id of wanted.stp_cancelled ?? []) expect(ends.get(ids.get(id) ?? 0)).toBe('self_trade');
    for (const id of wanted.maker_stays ?? []) expect(exchange.core.order(ids.get(id) ?? 0)).toBeDefined();
    for (const [id, left] of Object.entries(wanted.maker_left ?? {}))
      expect(exchange.core.order(ids.get(id) ?? 0)?.openLots).toBe(left);
    if (wanted.taker_rests !== undefined) expect(exchange.core.order(order) !== undefined).toBe(wanted.taker_rests);
    const ended = events.find((event) => event.kind === 'OrderEnded' && event.order === order);
    const left = ended?.kind === 'OrderEnded' ? ended.unfilledLots : exchange.core.order(order)?.openLots;
    if (wanted.taker_left !== undefined) expect(left).toBe(wanted.taker_left);
  });
});

describe("nodejs-order-book's other cases", () => {
  /** Two lots each: to buy at 90, 80, 70, 60 and 50, to sell at 100, 110, 120, 130 and 140. */
  const ladder = (size = 2) => {
    const exchange = opened({ referenceTicks: priceTicks(95), bandPpm: ratePpm(2_000_000) });
    for (const price of [90, 80, 70, 60, 50]) exchange.accept(limit(CAROL, 'buy', size, price));
    for (const price of [100, 110, 120, 130, 140]) exchange.accept(limit(CAROL, 'sell', size, price));
    return exchange;
  };
  const traded = (exchange: Exchange, command: Command) =>
    fillsIn(exchange.accept(command)).map(([, price, size]) => [price, size]);

  test('limit_sweep_and_rest', () => {
    const exchange = ladder();
    expect(traded(exchange, limit(ALICE, 'buy', 1, 100))).toEqual([[100, 1]]);
    expect(exchange.core.lastPrice(MARKET)).toBe(100);
    const sweep = traded(exchange, limit(ALICE, 'buy', 10, 150));
    expect(sweep.reduce((sum, [, size]) => sum + size, 0)).toBe(9);
    expect(exchange.core.depth(MARKET, 9).bids[0]).toEqual([150, 1]);
    expect(traded(exchange, limit(BOB, 'sell', 11, 40))).toEqual([
      [150, 1],
      [90, 2],
      [80, 2],
      [70, 2],
      [60, 2],
      [50, 2],
    ]);
    expect(exchange.core.lastPrice(MARKET)).toBe(50);
  });

  test('post_only', () => {
    const exchange = ladder();
    expect(traded(exchange, limit(ALICE, 'buy', 2, 90, { postOnly: true }))).toEqual([]);
    expect(exchange.refuse(limit(ALICE, 'buy', 3, 100, { postOnly: true }))).toBe('would_take');
  });

  test('fok_ioc', () => {
    const exchange = ladder();
    const fok = (side: 'buy' | 'sell', size: number, price: number) =>
      limit(ALICE, side, size, price, { timeInForce: 'fok' });
    for (const refused of [fok('buy', 3, 100), fok('sell', 3, 90), fok('buy', 30, 100), fok('sell', 30, 90)])
      expect(exchange.refuse(refused)).toBe('cannot_fill');
    expect(traded(exchange, limit(ALICE, 'buy', 3, 100, { timeInForce: 'ioc' }))).toEqual([[100, 2]]);
    expect(traded(exchange, limit(ALICE, 'sell', 3, 90, { timeInForce: 'ioc' }))).toEqual([[90, 2]]);
    expect(exchange.core.openOrders(ALICE)).toEqual([]);
    expect(traded(exchange, fok('buy', 2, 120))).toEqual([[110, 2]]);
    expect(traded(exchange, fok('sell', 4, 70))).toEqual([
      [80, 2],
      [70, 2],
    ]);
  });

  test('market', () => {
    const exchange = ladder();
    expect(traded(exchange, market(ALICE, 'buy', 3))).toEqual([
      [100, 2],
      [110, 1],
    ]);
    const events = exchange.accept(market(ALICE, 'sell', 12));
    expect(fillsIn(events).length).toBe(5);
    expect(events.at(-1)).toMatchObject({ kind: 'OrderEnded', end: 'unfilled', unfilledLots: 2 });
    expect(exchange.refuse(market(ALICE, 'buy', 0))).toBe('malformed');
  });

  test('stop_market', () => {
    const exchange = ladder();
    exchange.accept(market(ALICE, 'buy', 3));
    for (const price of [100, 110])
      expect(exchange.refuse(market(BOB, 'buy', 1, trigger('stop', price)))).toBe('trigger_not_reached_side');
    exchange.accept(market(BOB, 'buy', 1, trigger('stop', 120)));
    expect(exchange.core.lastPrice(MARKET)).toBe(110);
    expect(traded(exchange, market(ALICE, 'buy', 2))).toEqual([
      [110, 1],
      [120, 1],
      [120, 1],
    ]);
    expect(exchange.refuse(market(BOB, 'sell', 1, trigger('stop', 120)))).toBe('trigger_not_reached_side');
    exchange.accept(market(BOB, 'sell', 2, trigger('stop', 100)));
    expect(traded(exchange, market(ALICE, 'sell', 2))).toEqual([
      [90, 2],
      [80, 2],
    ]);
  });

  test('stop_limit', () => {
    const exchange = ladder();
    exchange.accept(limit(BOB, 'buy', 1, 130, { timeInForce: 'ioc', ...trigger('stop', 120) }));
    const events = exchange.accept(market(ALICE, 'buy', 6));
    expect(events.some((event) => event.kind === 'OrderTriggered')).toBe(true);
    expect(fillsIn(events).at(-1)?.slice(1)).toEqual([130, 1]);
  });

  test('oco', () => {
    const exchange = ladder();
    exchange.accept(market(ALICE, 'buy', 3));
    const pair = (owner: number, side: 'buy' | 'sell', price: number, stop: number, then: number): Command => ({
      kind: 'PlaceOco',
      owner,
      market: MARKET,
      side,
      sizeLots: sizeLots(1),
      priceTicks: priceTicks(price),
      stopTriggerTicks: priceTicks(stop),
      stopPriceTicks: priceTicks(then),
    });
    const buys = [1, 2].map(() => orderIn(exchange.accept(pair(ALICE, 'buy', 100, 120, 121))));
    const sells = [1, 2].map(() => orderIn(exchange.accept(pair(BOB, 'sell', 120, 100, 99))));
    const events = exchange.accept(market(CAROL, 'sell', 1));
    expect(fillsIn(events)).toEqual([
      [buys[0], 100, 1],
      [buys[1], 100, 1],
    ]);
    const ends = new Map(endsIn(events));
    for (const order of [buys[0] + 1, buys[1] + 1, sells[0], sells[1]]) expect(ends.get(order)).toBe('oco');
    expect(exchange.core.openOrders(BOB).map(({ order, priceTicks: at }) => [order, at])).toEqual([[sells[1] + 1, 99]]);
    const cancelled = orderIn(exchange.accept(pair(ALICE, 'buy', 90, 120, 121)));
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: cancelled });
    expect(exchange.core.openOrders(ALICE)).toEqual([]);
  });

  test('amend', () => {
    const exchange = ladder();
    const order = orderIn(exchange.accept(limit(ALICE, 'buy', 990, 82)));
    for (const change of [{}, { priceTicks: priceTicks(0) }, { openLots: sizeLots(0) }])
      expect(exchange.refuse({ kind: 'AmendOrder', owner: ALICE, order, ...change })).toBe('malformed');
    expect(exchange.refuse({ kind: 'AmendOrder', owner: ALICE, order: 999, openLots: sizeLots(1) })).toBe(
      'unknown_order',
    );
    expect(traded(exchange, { kind: 'AmendOrder', owner: ALICE, order, priceTicks: priceTicks(130) })).toEqual([
      [100, 2],
      [110, 2],
      [120, 2],
      [130, 2],
    ]);
    expect(exchange.core.depth(MARKET, 1).bids).toEqual([[130, 982]]);
  });

  test.each([4, 5])('[A2] amend with the open lots that were seen, under rules %i', (version) => {
    const exchange = opened({}, undefined, undefined, version);
    const order = orderIn(exchange.accept(limit(ALICE, 'buy', 10, 100)));
    exchange.accept(limit(BOB, 'sell', 6, 100));
    const amend = (openBefore: number, open?: number) =>
      ({
        kind: 'AmendOrder',
        owner: ALICE,
        order,
        openBefore: sizeLots(openBefore),
        ...(open === undefined ? { priceTicks: priceTicks(99) } : { openLots: sizeLots(open) }),
      }) as const;
    if (version === 4) return expect(exchange.refuse(amend(4, 3))).toBe('malformed');
    // The client asks to reduce 10 lots to 5, but the order has only 4 left, so it would become larger.
    expect(exchange.refuse(amend(10, 5))).toBe('open_amount_changed');
    expect(exchange.refuse(amend(10))).toBe('open_amount_changed');
    // The new size is also above its bound, but this refusal comes first.
    expect(exchange.refuse(amend(10, 2 ** 33))).toBe('open_amount_changed');
    exchange.accept(amend(4, 3));
    exchange.accept(amend(3));
    expect(exchange.core.depth(MARKET, 1).bids).toEqual([[99, 3]]);
    expect(exchange.refuse({ ...amend(3, 5), owner: BOB })).toBe('not_owner');
  });

  test('market_price_quote: trading gives the same figures', () => {
    const spent = (command: Command) => {
      const exchange = ladder(30);
      const before = exchange.balance(ALICE, USDT)[0];
      exchange.accept(command);
      return Math.abs(exchange.balance(ALICE, USDT)[0] - before);
    };
    expect(spent(market(ALICE, 'buy', 115))).toBe(13_150);
    expect(spent(market(ALICE, 'buy', 200))).toBe(18_000);
    expect(spent(market(ALICE, 'sell', 115))).toBe(8700);
    expect(spent(market(ALICE, 'sell', 200))).toBe(10_500);
    expect(spent(budget(ALICE, 'buy', 13_150))).toBe(13_150);
  });
});

/**
 * Five recorded hours of BTC/USD orders at Bitstamp. The quote asset has scale 10, so that a tick of 0.01 USD on a lot
 * of one satoshi is one whole unit. All buyers are one owner and all sellers another, so that no self-trade occurs.
 *
 * 22 of the first orders in the recording have no size left. This core cannot have such orders, so they are left out.
 * The reference engine 'fills' such an order with size zero when a taker that has size left reaches its place in the
 * queue, and the test adds that fill at that place.
 */
describe.skipIf(!hasData)('the recorded flow of Bitstamp', () => {
  interface Ghost {
    readonly id: string;
    readonly side: string;
    readonly price: number;
    readonly sequence: number;
  }
  const unzip = (path: string) =>
    gunzipSync(readFileSync(join(data, path)))
      .toString()
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(','));
  const cents = (text: string) => Number(text.replace('.', ''));

  test('gives exactly the 581 reference fills', () => {
    const commands = unzip('l3/bitstamp_BTCUSD_20150501_commands.csv.gz');
    const reference = unzip('l3/bitstamp_BTCUSD_20150501_reference_fills.csv.gz');
    expect(reference.length).toBe(581);
    const core = new Core();
    const events = new EventBuffer();
    const run = (command: Command) => {
      const batch = new CommandBatch();
      batch.push(command);
      events.clear();
      core.applyBatch(batch, core.timeMs, events);
      return events.eventsOf(0);
    };
    run({ kind: 'RegisterAsset', asset: BTC, code: 'BTC', scale: 8 });
    run({ kind: 'RegisterAsset', asset: USDT, code: 'USD', scale: 10 });
    run(listing({ referenceTicks: priceTicks(23_600), ...wide, maxOpenOrders: 100_000 }));
    for (const [owner, asset, units] of [
      [ALICE, USDT, 9e15],
      [BOB, BTC, 9e15],
    ]) {
      const legs = [owner, 1].map((each, i) => ({
        owner: each,
        wallet: 'spot' as const,
        asset,
        units: assetUnits(i === 0 ? units : -units),
      }));
      expect(refusalIn(run({ kind: 'Transfer', by: 1, purpose: 'deposit', legs }))).toBeUndefined();
    }

    const ours = new Map<string, number>();
    const theirs = new Map<number, string>();
    const placed = new Map<string, number>();
    let ghosts: Ghost[] = [];
    const fills: (string | number)[][] = [];
    for (const [sequence, , kind, id, side, price, size] of commands) {
      if (kind === 'CANCEL') {
        ghosts = ghosts.filter((ghost) => ghost.id !== id);
        const order = ours.get(id);
        if (order !== undefined) run({ kind: 'CancelOrder', owner: side === 'buy' ? ALICE : BOB, order });
        continue;
      }
      placed.set(id, Number(sequence));
      if (Number(size) === 0) {
        ghosts.push({ id, side, price: cents(price), sequence: Number(sequence) });
        continue;
      }
      const isBuy = side === 'buy';
      const happened = run(
        limit(isBuy ? ALICE : BOB, isBuy ? 'buy' : 'sell', Number(size) as SizeLots, cents(price) as PriceTicks),
      );
      expect(refusalIn(happened)).toBeUndefined();
      const order = orderIn(happened);
      ours.set(id, order);
      theirs.set(order, id);
      const made = fillsIn(happened).map(([maker, at, lots]) => ({ id: theirs.get(maker) ?? '', price: at, lots }));
      const wantsMore = !endsIn(happened).some(([each, end]) => each === order && end === 'filled');
      const isAhead = (a: { id: string; price: number }, b: { id: string; price: number }) =>
        a.price === b.price ? (placed.get(a.id) ?? 0) < (placed.get(b.id) ?? 0) : isBuy === a.price < b.price;
      const reached = ghosts.filter(
        (ghost) =>
          ghost.side !== side &&
          (isBuy ? ghost.price <= cents(price) : ghost.price >= cents(price)) &&
          (wantsMore || made.some((fill) => isAhead(ghost, fill))),
      );
      ghosts = ghosts.filter((ghost) => !reached.includes(ghost));
      const all = [...made, ...reached.map((ghost) => ({ ...ghost, lots: 0 }))].sort((a, b) =>
        isAhead(a, b) ? -1 : 1,
      );
      for (const fill of all) fills.push([id, fill.id, fill.price, fill.lots, side]);
    }
    expect(fills).toEqual(reference.map((row) => [row[2], row[3], cents(row[4]), Number(row[5]), row[6]]));
    expect([core.assetSum(BTC), core.assetSum(USDT)]).toEqual([0, 0]);
  });
});
