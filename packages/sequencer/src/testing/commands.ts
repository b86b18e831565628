import { type Command, FIRST_CLIENT_OWNER, type OwnerId, systemOwners } from '@vitrine/core';
import { assetUnits, priceTicks, ratePpm, sizeLots, timeMs } from '@vitrine/money';

export const USDT = 1;
export const BTC = 2;
export const BTC_USDT = 1;
export const alice: OwnerId = FIRST_CLIENT_OWNER;
export const bob: OwnerId = FIRST_CLIENT_OWNER + 1;

/** Two assets and one market, as every test needs them. */
export const setup: readonly Command[] = [
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
    maxSizeLots: sizeLots(1_000_000_000),
    minNotionalUnits: assetUnits(1),
    maxNotionalUnits: assetUnits(1_000_000_000_000_000),
    bandPpm: ratePpm(500_000),
    maxOpenOrders: 100_000,
    referenceTicks: priceTicks(600_000),
    status: 'open',
  },
];

/** With a `key`, the command takes effect only once, however often it is sent. */
export function deposit(owner: OwnerId, asset: number, units: number, key?: number): Command {
  return {
    kind: 'Transfer',
    by: systemOwners.custody,
    purpose: 'deposit',
    legs: [
      { owner: systemOwners.custody, wallet: 'spot', asset, units: assetUnits(-units) },
      { owner, wallet: 'spot', asset, units: assetUnits(units) },
    ],
    ...(key === undefined ? {} : { reference: { source: 'outside' as const, words: [key, 0, 0, 1] as const } }),
  };
}

export function pay(from: OwnerId, to: OwnerId, units: number): Command {
  return {
    kind: 'Transfer',
    by: from,
    purpose: 'correction',
    legs: [
      { owner: from, wallet: 'spot', asset: USDT, units: assetUnits(-units) },
      { owner: to, wallet: 'spot', asset: USDT, units: assetUnits(units) },
    ],
  };
}

export function holdForWithdrawal(owner: OwnerId, units: number, expiresAtMs: number): Command {
  return {
    kind: 'HoldUnits',
    by: owner,
    purpose: 'withdrawal',
    from: { owner, wallet: 'spot' },
    to: { owner: systemOwners.custody, wallet: 'spot' },
    asset: USDT,
    units: assetUnits(units),
    expiresAt: timeMs(expiresAtMs),
  };
}

export function limit(owner: OwnerId, side: 'buy' | 'sell', price: number, size: number): Command {
  return {
    kind: 'PlaceOrder',
    owner,
    market: BTC_USDT,
    side,
    type: 'limit',
    timeInForce: 'gtc',
    priceTicks: priceTicks(price),
    sizeLots: sizeLots(size),
  };
}
