import {
  type AssetUnits,
  assetUnits,
  type PriceTicks,
  priceTicks,
  ratePpm,
  type SizeLots,
  sizeLots,
} from '@vitrine/money';
import { expect, test } from 'vitest';
import {
  ALICE,
  BOB,
  CAROL,
  DAVE,
  opened,
  PERPETUAL,
  type PerpetualExchange,
  terms,
} from '../../test/perpetual-exchange.ts';
import type { Command } from '../commands/all.ts';
import type { CoreEvent, PerpetualTerms } from '../index.ts';

const OWNERS = [ALICE, BOB, CAROL, DAVE, 4, 8];

/** A small seeded generator (mulberry32): whole numbers below `bound`. */
const seeded = (seed: number) => {
  let state = seed | 0;
  return (bound: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  };
};

/** The terms, with their limits multiplied by this factor. */
const scaled = (scale: number): PerpetualTerms => ({
  ...terms,
  riskLimitUnits: assetUnits(terms.riskLimitUnits * scale),
  riskStepUnits: assetUnits(terms.riskStepUnits * scale),
});

/** Random commands around a mark price that wanders and sometimes jumps by up to 40%. */
const flow = (seed: number, scale: number, exchange: PerpetualExchange) => {
  const below = seeded(seed);
  const chance = (percent: number) => below(100) < percent;
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const mark = () => exchange.core.perpetual(PERPETUAL)?.markTicks ?? 1000;
  const near = (spread: number) => Math.max(1, mark() + below(2 * spread + 1) - spread) as PriceTicks;
  const side = () => one(['buy', 'sell'] as const);
  const position = () => one(['long', 'short'] as const);

  const placing = (): Command => {
    const type = chance(75) ? 'limit' : 'market';
    return {
      kind: 'PlaceOrder',
      owner: one(OWNERS),
      market: PERPETUAL,
      side: side(),
      type,
      timeInForce: type === 'market' || chance(20) ? 'ioc' : 'gtc',
      sizeLots: sizeLots(1 + below(chance(20) ? 300 : 30)),
      ...(type === 'limit' ? { priceTicks: near(60) } : {}),
      ...(chance(35) ? { reduceOnly: true } : {}),
      ...(chance(15) ? { trigger: { kind: one(['stop', 'take_profit'] as const), ticks: near(80) } } : {}),
      selfTrade: one(['cancel_newest', 'cancel_oldest', 'cancel_both'] as const),
    };
  };
  const moved = (): number => (chance(6) ? mark() * (60 + below(81)) : mark() * (98 + below(5))) / 100;
  const margin = (owner: number): Command => ({
    kind: 'ChangeMargin',
    owner,
    market: PERPETUAL,
    position: position(),
    change: one(['add', 'remove'] as const),
    units: (scale * (1 + below(5000))) as AssetUnits,
  });

  return (): Command => {
    const choice = below(100);
    if (choice < 60) return placing();
    if (choice < 72)
      return {
        kind: 'SetMarkPrice',
        market: PERPETUAL,
        markTicks: priceTicks(Math.min(5000, Math.max(200, Math.round(moved())))),
      };
    if (choice < 76) return margin(one(OWNERS));
    if (choice < 79)
      return {
        kind: 'SetLeverage',
        owner: one(OWNERS),
        market: PERPETUAL,
        position: position(),
        leverage: 1 + below(21),
      };
    if (choice < 82)
      return {
        kind: 'SettleFunding',
        market: PERPETUAL,
        payer: position(),
        ratePpm: ratePpm(1 + below(chance(10) ? 100_000 : 2000)),
      };
    if (choice < 85) {
      const maintenancePpm = ratePpm(5_000 + below(20_000));
      return {
        ...scaled(scale),
        kind: 'ChangePerpetualTerms',
        market: PERPETUAL,
        maintenancePpm,
        maxPositionLots: (500 + below(2000)) as SizeLots,
      };
    }
    if (choice < 90) {
      const owner = one(OWNERS);
      const [order] = exchange.core.openOrders(owner);
      return { kind: 'CancelOrder', owner, order: order?.order ?? 1 };
    }
    if (choice < 92) return { kind: 'CancelAllOrders', owner: one(OWNERS) };
    if (choice < 94)
      return {
        kind: 'SetMarketStatus',
        market: PERPETUAL,
        status: one(['open', 'open', 'open', 'halted', 'cancel_only'] as const),
      };
    return { kind: 'Tick' };
  };
};

/** The outcomes of events in the flows of all seeds. */
const seen = new Set<string>();

const outcomeOf = (event: CoreEvent): string => {
  if (event.kind === 'PositionSettled') return event.means;
  if (event.kind === 'OrderEnded') return event.refusal ?? event.end;
  return event.kind === 'CommandRefused' ? event.refusal : event.kind;
};

/**
 * The scale of the flows with large values: each lot costs two million times as much per tick, so that all values come
 * close to their bounds.
 */
const GREAT = 2_000_000;

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 1],
  [5, GREAT],
  [6, GREAT],
])(
  '[X5] [V1] random flow %d with %d units a tick: money and lots always balance, and no liquidation stays pending',
  (seed, scale) => {
    const over = { ...scaled(scale), tickLotUnits: assetUnits(scale), maxNotionalUnits: assetUnits(2 ** 50) };
    const exchange = opened(
      { ...over, bandPpm: ratePpm(300_000) },
      seed % 2 === 0 ? { stepsPerCommand: 1 + (seed >> 1) } : {},
    );
    exchange.accept({ kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(200), takerPpm: ratePpm(500) });
    exchange.deposit(4, 20_000 * scale);
    for (const owner of OWNERS) if (owner >= ALICE) exchange.deposit(owner, 1_000_000 * (scale - 1) + 1);
    const next = flow(seed, scale, exchange);
    for (let i = 0; i < 3000; i++) {
      if (exchange.core.perpetual(PERPETUAL)?.status !== 'open' && i % 20 === 0)
        exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'open' });
      for (const event of exchange.do(next())) seen.add(outcomeOf(event));
      if (i % 250 === 0) exchange.restart();
      if (i % 10 !== 0) continue;
      exchange.finish();
      checkPositions(exchange);
    }
  },
);

/** Expects that no client owes anything and, unless the market is halted, that no position has to be liquidated. */
const checkPositions = (exchange: PerpetualExchange): void => {
  const { core } = exchange;
  for (const owner of OWNERS) {
    const { availableUnits, heldUnits } = core.balance(owner, 'future', 2);
    if (owner >= ALICE) expect(availableUnits).toBeGreaterThanOrEqual(0);
    const positions = core.positions(owner);
    const margins = positions.reduce((sum, { marginUnits }) => sum + marginUnits, 0);
    const held = core.openOrders(owner).reduce((sum, each) => sum + each.heldUnits, 0);
    expect(heldUnits).toBe(margins + held);
    if (core.perpetual(PERPETUAL)?.status === 'halted') continue;
    for (const { marginUnits, profitUnits, maintenanceUnits } of positions)
      expect(marginUnits + profitUnits).toBeGreaterThan(maintenanceUnits);
  }
};

test('the random flows reach everything that can happen in a perpetual market', () => {
  for (const outcome of [
    ...['FundingEnded', 'MarginChanged', 'LeverageSet', 'PerpetualTermsChanged', 'LiquidationStarted'],
    ...['own_position', 'insurance_fund', 'deleveraging'],
    ...['position_closed', 'liquidated', 'beyond_bankruptcy'],
    ...['no_position', 'above_position_limit', 'has_open_orders', 'below_initial_margin', 'would_liquidate'],
  ])
    expect(seen).toContain(outcome);
});
