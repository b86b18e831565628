import { type Command, FIRST_CLIENT_OWNER, type OwnerId, systemOwners } from '@vitrine/core';
import { assetUnits, priceTicks, ratePpm, sizeLots } from '@vitrine/money';

export const USDT = 1;
export const BTC = 2;
export const BTC_USDT = 1;
const MIDDLE_TICKS = 600_000;

/** Assets, fees and one market. */
export const listing: readonly Command[] = [
  { kind: 'RegisterAsset', asset: USDT, code: 'USDT', scale: 6 },
  { kind: 'RegisterAsset', asset: BTC, code: 'BTC', scale: 8 },
  { kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(800), takerPpm: ratePpm(1_000) },
  {
    kind: 'ListMarket',
    market: BTC_USDT,
    base: BTC,
    quote: USDT,
    tickLotUnits: assetUnits(1),
    lotUnits: assetUnits(1_000),
    minSizeLots: sizeLots(1),
    maxSizeLots: sizeLots(1_000_000),
    minNotionalUnits: assetUnits(1),
    maxNotionalUnits: assetUnits(1_000_000_000_000),
    bandPpm: ratePpm(500_000),
    maxOpenOrders: 10_000,
    referenceTicks: priceTicks(MIDDLE_TICKS),
    status: 'open',
  },
];

/** Deposits enough for one client to place a long run of orders. */
export function fund(owner: OwnerId): Command {
  const usdt = 1_000_000_000_000;
  const btc = 10_000_000_000;
  return {
    kind: 'Transfer',
    by: systemOwners.custody,
    purpose: 'deposit',
    legs: [
      { owner: systemOwners.custody, wallet: 'spot', asset: USDT, units: assetUnits(-usdt) },
      { owner, wallet: 'spot', asset: USDT, units: assetUnits(usdt) },
      { owner: systemOwners.custody, wallet: 'spot', asset: BTC, units: assetUnits(-btc) },
      { owner, wallet: 'spot', asset: BTC, units: assetUnits(btc) },
    ],
  };
}

/** A seeded generator of integers below a bound (mulberry32), so that every run sends the same flow. */
export function seededNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * Limit orders of `clients` owners near the mid price, each with its own reference. On both sides, prices are above the
 * mid price as often as below it, so the book stays small.
 */
function orderSource(clients: number, seed: number): () => Command {
  const draw = seededNumbers(seed);
  return () => {
    const side = draw(2) === 0 ? 'buy' : 'sell';
    const distance = draw(41) - 20;
    return {
      kind: 'PlaceOrder',
      owner: FIRST_CLIENT_OWNER + draw(clients),
      market: BTC_USDT,
      side,
      type: 'limit',
      timeInForce: 'gtc',
      selfTrade: 'cancel_oldest',
      priceTicks: priceTicks(MIDDLE_TICKS + (side === 'buy' ? -distance : distance)),
      sizeLots: sizeLots(1 + draw(100)),
      reference: { source: 'client', words: [draw(2 ** 31), draw(2 ** 31), draw(2 ** 31), seed] },
    };
  };
}

export function tradingFlow(count: number, clients: number, seed: number): Command[] {
  return Array.from({ length: count }, orderSource(clients, seed));
}
