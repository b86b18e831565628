import type { Command } from '@vitrine/core';
import { assetUnits, type PriceTicks, type SizeLots, timeMs } from '@vitrine/money';
import { BASE, FIRST_CLIENT, limit, MARKET, MIDDLE, many, QUOTE, StallWorld, TAKER } from './stall-world.ts';

const OWNERS = 100;
const HOUSE = 8;
const DAY_MS = 86_400_000;
const DEEP = 100_000;
/** Levels per side of a wide book. */
const LEVELS = 67_000;

const ownerOf = (index: number) => FIRST_CLIENT + (index % OWNERS);
const fundAll = (world: StallWorld) => {
  for (let index = 0; index < OWNERS; index += 1) world.fund(ownerOf(index));
};
/** Spreads numbers over a range in an order that is bad for hash tables and sorted lists. */
const scattered = (index: number, range: number) => (index * 7_919_993) % range;
const away = (side: 'buy' | 'sell', ticks: number) => (side === 'buy' ? MIDDLE - ticks : MIDDLE + ticks);
/** Two orders at each level of both sides, the worst level first. */
const worstFirst = (): Iterable<Command> =>
  many(4 * LEVELS, (index) => {
    const side = index % 2 === 0 ? 'buy' : 'sell';
    return limit(ownerOf(index), side, away(side, 1 + LEVELS - Math.floor(index / 4)));
  });
const cancel = (owner: number, order: number): Command => ({ kind: 'CancelOrder', owner, order });
const sells = (count: number, perLevel = 1): Iterable<Command> =>
  many(count * perLevel, (index) => limit(ownerOf(index), 'sell', MIDDLE + 1 + Math.floor(index / perLevel)));
const stop = (index: number, at: number): Command =>
  limit(ownerOf(index), 'sell', MIDDLE / 2, 1, { trigger: { kind: 'take_profit', ticks: at as PriceTicks } });
const ioc = (size: number, options = {}) => limit(TAKER, 'buy', 1_800_000, size, { timeInForce: 'ioc', ...options });
const hold = (owner: number, expiresAt: number, isWithdrawal = false): Command => ({
  kind: 'HoldUnits',
  by: owner,
  purpose: isWithdrawal ? 'withdrawal' : 'convert',
  from: { owner, wallet: 'spot' },
  to: { owner: 1, wallet: 'spot' },
  asset: QUOTE,
  units: assetUnits(1),
  ...(expiresAt === 0 ? {} : { expiresAt: timeMs(expiresAt) }),
  ...(isWithdrawal ? { use: { valueUnits: assetUnits(1), limitUnits: assetUnits(1e15) } } : {}),
});
const buyStop = (index: number): Command => ({
  kind: 'PlaceOrder',
  owner: TAKER,
  market: MARKET,
  side: 'buy',
  type: 'market',
  timeInForce: 'ioc',
  sizeLots: 100 as SizeLots,
  trigger: { kind: 'stop', ticks: (MIDDLE + 1 + (index % 7)) as PriceTicks },
});
const conversion = (units: number): Command => ({
  kind: 'Convert',
  owner: TAKER,
  from: QUOTE,
  to: BASE,
  units: assetUnits(units),
  minUnits: assetUnits(1),
});

/** The former unkeyed hash of client order ids, to generate ids that collided under it. */
const unkeyed = (owner: number, id: number): number => {
  let h = Math.imul((id | 0) ^ Math.imul((id / 4294967296) | 0, 0x27d4eb2f), 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15) ^ (owner | 0), 0x85ebca6b);
  return h ^ (h >>> 13);
};

/**
 * Trades on a small book until the trading code is compiled, as on an exchange that has been open for a minute: the
 * first thousand fills of a process take 13 ms, later ones less than 1 ms.
 */
export function warmUp(): void {
  const world = new StallWorld(DEEP);
  fundAll(world);
  for (let round = 0; round < 20; round += 1) {
    world.prepare(sells(3_000));
    world.runAll([conversion(990_000_000), ioc(900, { timeInForce: 'fok' }), ioc(3_000)]);
    world.tickOut();
  }
}

/**
 * Each function does to a `StallWorld` what an attacker could do to the exchange; the world records the longest
 * measured time.
 */
export const shapes: Readonly<Record<string, (world: StallWorld) => void>> = {
  spread: (world) => {
    fundAll(world);
    world.runAll(
      many(300_000, (i) => {
        const side = i % 2 === 0 ? 'buy' : 'sell';
        return limit(ownerOf(i), side, away(side, 1 + scattered(i, LEVELS)));
      }),
    );
    const last = world.last;
    const amend = (i: number, change: object): Command => {
      const order = last - scattered(i, 300_000);
      return { kind: 'AmendOrder', owner: ownerOf(order - 1), order, ...change };
    };
    world.runAll(many(DEEP, (i) => amend(i, { openLots: 5 })));
    world.runAll(
      many(DEEP, (i) =>
        amend(i, { priceTicks: MIDDLE + ((last - scattered(i, 300_000)) % 2 === 0 ? 1 : -1) * (1 + (i % 60_000)) }),
      ),
    );
    world.runAll(many(DEEP, (i) => cancel(ownerOf(last - 3 * i - 1), last - 3 * i)));
  },
  'one-level': (world) => {
    fundAll(world);
    world.runAll(many(300_000, (i) => limit(ownerOf(i), 'buy', MIDDLE - 1)));
    world.runAll(many(79_000, (i) => cancel(ownerOf(100_000 + i - 1), 100_000 + i)));
  },
  flicker: (world) => {
    fundAll(world);
    const far = (i: number) => (i % 2 === 0 ? MIDDLE - 1 - (i >> 1) : 100_000 + (i >> 1));
    world.runAll(many(DEEP, (i) => limit(ownerOf(i), 'buy', far(i))));
    world.runAll(many(DEEP, (i) => (i % 2 === 0 ? limit(TAKER, 'buy', 100_000 - 1) : cancel(TAKER, world.last))));
  },
  'flicker-ends': (world) => {
    fundAll(world);
    world.prepare(worstFirst());
    const ends = [1, 2 + LEVELS].flatMap((ticks) => [
      limit(TAKER, 'buy', away('buy', ticks)),
      limit(TAKER, 'sell', away('sell', ticks)),
    ]);
    for (const place of many(DEEP, (i) => ends[i % ends.length])) {
      world.run(place);
      world.run(cancel(TAKER, world.last));
    }
  },
  'worst-level-first': (world) => {
    fundAll(world);
    world.runAll(worstFirst());
    const first = world.last - 4 * LEVELS + 1;
    world.runAll(many(4 * LEVELS, (i) => cancel(ownerOf(i), first + i)));
  },
  'open-orders': (world) => {
    world.prepare(many(DEEP, (i) => limit(TAKER, 'buy', MIDDLE - 1 - i)));
    for (let i = 0; i < 20; i += 1) {
      world.measure(() => world.core.openOrders(TAKER));
      world.measure(() => world.core.openOrders(TAKER, MARKET));
      world.measure(() => world.core.heldByOrders(TAKER, QUOTE));
    }
  },
  'cancel-all': (world) => {
    world.prepare(many(DEEP, (i) => limit(TAKER, 'buy', MIDDLE - 1 - i)));
    world.run({ kind: 'CancelAllOrders', owner: TAKER });
    world.tickOut();
  },
  freeze: (world) => {
    world.prepare(many(DEEP, (i) => limit(TAKER, 'buy', MIDDLE - 1 - i)));
    world.run({ kind: 'FreezeOwner', owner: TAKER });
    world.tickOut();
  },
  holds: (world) => {
    world.fund(HOUSE);
    world.runAll(many(1_000_000, () => hold(HOUSE, 0)));
    world.measure(() => world.core.pendingHoldsOf(HOUSE));
    const first = world.core.pendingHolds();
    world.measure(() => Array.from({ length: 1000 }, () => first.next()));
    world.runAll(
      many(DEEP, (i) => ({ kind: i % 2 === 0 ? 'VoidHold' : 'PostHold', hold: 1 + scattered(i, 1_000_000) })),
    );
  },
  expiries: (world) => {
    world.fund(HOUSE);
    const { timeMs: now } = world;
    world.runAll(many(1_000_000, (i) => hold(HOUSE, now + 1 + scattered(i, DAY_MS))));
    world.runAll(many(600_000, (i) => ({ kind: 'VoidHold', hold: 1_000_000 - i })));
    world.wait(DAY_MS);
    world.tickOut();
  },
  withdrawals: (world) => {
    for (let index = 0; index < 1000; index += 1) world.fund(FIRST_CLIENT + index);
    const use = (i: number) => hold(FIRST_CLIENT + Math.floor(i / 1000), 0, true);
    for (let i = 0; i < 1_000_000; i += 1) {
      world.run(use(i));
      world.run({ kind: 'PostHold', hold: 1 + i });
    }
    world.wait(DAY_MS);
    world.runAll(many(3000, (i) => use(i * 331)));
  },
  'stops-one-trigger': (world) => {
    fundAll(world);
    world.prepare(many(DEEP, (i) => stop(i, MIDDLE + 1)));
    world.prepare(sells(10));
    world.run(ioc(1));
    world.tickOut();
  },
  'stops-own-triggers': (world) => {
    fundAll(world);
    world.prepare(many(300_000, (i) => stop(i, MIDDLE + 1 + i)));
    world.prepare([limit(ownerOf(1), 'sell', MIDDLE + 400_000)]);
    world.run(ioc(1));
    world.tickOut();
  },
  'sweep-levels': (world) => {
    fundAll(world);
    world.prepare(sells(DEEP));
    world.run(ioc(DEEP));
    world.tickOut();
  },
  'sweep-levels-of-three': (world) => {
    fundAll(world);
    world.prepare(sells(DEEP, 3));
    world.run(ioc(3 * DEEP));
    world.tickOut();
  },
  'sweep-one-level': (world) => {
    fundAll(world);
    world.prepare(many(221_000, (i) => limit(ownerOf(i), 'sell', MIDDLE + 1)));
    world.run(ioc(221_000));
    world.tickOut();
  },
  'stops-that-sweep': (world) => {
    fundAll(world);
    world.prepare(many(1000, buyStop));
    world.prepare(sells(DEEP + 100));
    world.run(ioc(10));
    world.tickOut();
  },
  'self-trade': (world) => {
    world.prepare(many(DEEP, (i) => limit(TAKER, 'sell', MIDDLE + 1 + i)));
    world.run(ioc(DEEP, { selfTrade: 'cancel_oldest' }));
    world.tickOut();
  },
  'fill-or-kill': (world) => {
    fundAll(world);
    world.prepare(sells(150_000));
    world.runAll(many(20, () => ioc(200_000, { timeInForce: 'fok' })));
    world.run(ioc(1000, { timeInForce: 'fok' }));
  },
  convert: (world) => {
    fundAll(world);
    world.prepare(sells(150_000));
    for (let i = 0; i < 20; i += 1)
      world.measure(() => world.core.quoteConvert(TAKER, QUOTE, BASE, assetUnits(900_000_000_000)));
    world.runAll(many(20, () => conversion(900_000_000_000)));
    world.run(conversion(990_000_000));
  },
  'orders-table': (world) => {
    fundAll(world);
    world.runAll(
      many(2 ** 20 + 5000, (i) => limit(ownerOf(i), 'buy', MIDDLE - 1 - (i % 50_000), 1, { clientOrderId: 1 + i })),
    );
    world.measure(() => world.core.openOrders(ownerOf(1)));
  },
  accounts: (world) => {
    world.runAll(
      many(2 ** 20 + 5000, (i) => ({
        kind: 'Transfer',
        by: 1,
        purpose: 'deposit',
        legs: [
          { owner: 1, wallet: 'spot', asset: QUOTE, units: assetUnits(-1) },
          { owner: 1_000_000 + i, wallet: 'spot', asset: QUOTE, units: assetUnits(1) },
        ],
      })),
    );
    for (let i = 0; i < 100; i += 1) world.measure(() => world.core.assetSumsStep(20_000));
  },
  'hash-flood': (world) => {
    for (let index = 0; index < 5; index += 1) world.fund(FIRST_CLIENT + index);
    for (let index = 0; index < 5; index += 1) {
      const owner = FIRST_CLIENT + index;
      const ids: number[] = [];
      for (let id = 1; ids.length < 8000; id += 1) if ((unkeyed(owner, id) & 2047) === 77) ids.push(id);
      world.runAll(ids.map((clientOrderId, i) => limit(owner, 'buy', MIDDLE - 1 - (i % 500), 1, { clientOrderId })));
    }
    for (let index = 0; index < 5; index += 1) world.run({ kind: 'CancelAllOrders', owner: FIRST_CLIENT + index });
    world.tickOut();
  },
};
