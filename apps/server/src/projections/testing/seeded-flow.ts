import { type Command, FIRST_CLIENT_OWNER, type OrderId, type OwnerId, type Side, systemOwners } from '@vitrine/core';
import { assetUnits, priceTicks, ratePpm, sizeLots } from '@vitrine/money';

export const USDT = 1;
const BTC = 2;
const ETH = 3;
export const BTC_USDT = 1;
export const ETH_USDT = 2;
export const markets = [BTC_USDT, ETH_USDT];
export const client = (n: number): OwnerId => FIRST_CLIENT_OWNER + n;

const START_TICKS = 10_000;

const listing = (market: number, base: number): Command => ({
  kind: 'ListMarket',
  market,
  base,
  quote: USDT,
  tickLotUnits: assetUnits(10),
  lotUnits: assetUnits(100_000),
  minSizeLots: sizeLots(1),
  maxSizeLots: sizeLots(1_000_000),
  minNotionalUnits: assetUnits(1),
  maxNotionalUnits: assetUnits(1_000_000_000_000),
  bandPpm: ratePpm(900_000),
  maxOpenOrders: 10_000,
  referenceTicks: priceTicks(START_TICKS),
  status: 'open',
});

export const deposit = (owner: OwnerId, asset: number, units: number): Command => ({
  kind: 'Transfer',
  by: systemOwners.custody,
  purpose: owner < FIRST_CLIENT_OWNER ? 'house_funding' : 'deposit',
  legs: [
    { owner: systemOwners.custody, wallet: 'spot', asset, units: assetUnits(-units) },
    { owner, wallet: 'spot', asset, units: assetUnits(units) },
  ],
});

export const limitOrder = (owner: OwnerId, market: number, side: Side, ticks: number, lots: number) => ({
  kind: 'PlaceOrder' as const,
  owner,
  market,
  side,
  type: 'limit' as const,
  timeInForce: 'gtc' as const,
  priceTicks: priceTicks(ticks),
  sizeLots: sizeLots(lots),
});

/** Three assets, two markets, the house and `clients` clients, all funded. */
export function setupCommands(clients: number): Command[] {
  const owners = [systemOwners.house, ...Array.from({ length: clients }, (_, n) => client(n))];
  return [
    { kind: 'RegisterAsset', asset: USDT, code: 'USDT', scale: 6 },
    { kind: 'RegisterAsset', asset: BTC, code: 'BTC', scale: 8 },
    { kind: 'RegisterAsset', asset: ETH, code: 'ETH', scale: 8 },
    { kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(800), takerPpm: ratePpm(1_000) },
    listing(BTC_USDT, BTC),
    listing(ETH_USDT, ETH),
    ...owners.flatMap((owner) => [USDT, BTC, ETH].map((asset) => deposit(owner, asset, 1_000_000_000_000))),
  ];
}

/** Whole numbers below `bound`, the same for the same seed (mulberry32). */
export function seededNumbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  };
}

/**
 * An endless flow of orders of every kind, cancellations, amendments, transfers between wallets and holds, by clients
 * and the house. Some commands are refused. `openOrders` returns the orders that an owner could amend or cancel.
 */
export function* seededCommands(
  seed: number,
  clients: number,
  openOrders: (owner: OwnerId) => readonly OrderId[],
): Generator<Command, never> {
  const below = seededNumbers(seed);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  let record = 0;
  for (let hold = 1; ; ) {
    const owner = below(4) === 0 ? systemOwners.house : client(below(clients));
    const market = pick(markets);
    const side = pick(['buy', 'sell'] as const);
    const ticks = START_TICKS - 60 + below(121);
    const order = limitOrder(owner, market, side, ticks, 1 + below(500));
    const open = openOrders(owner);
    switch (below(17)) {
      case 0:
        if (open.length > 0) yield { kind: 'CancelOrder', owner, order: pick(open) };
        break;
      case 1:
        if (open.length > 0) yield { kind: 'AmendOrder', owner, order: pick(open), openLots: sizeLots(1 + below(600)) };
        break;
      case 2:
        yield { kind: 'PlaceOrder', owner, market, side, type: 'market', timeInForce: 'ioc', sizeLots: order.sizeLots };
        break;
      case 3:
        yield {
          kind: 'PlaceOrder',
          owner,
          market,
          side: 'buy',
          type: 'market',
          timeInForce: 'ioc',
          budgetUnits: assetUnits(1_000_000 + below(50_000_000)),
        };
        break;
      case 4:
        yield {
          ...order,
          trigger: { kind: 'stop', ticks: priceTicks(side === 'buy' ? START_TICKS + 40 : START_TICKS - 40) },
        };
        break;
      case 5:
        yield {
          kind: 'PlaceOco',
          owner,
          market,
          side,
          sizeLots: sizeLots(1 + below(50)),
          priceTicks: priceTicks(side === 'buy' ? START_TICKS - 70 : START_TICKS + 70),
          stopTriggerTicks: priceTicks(side === 'buy' ? START_TICKS + 50 : START_TICKS - 50),
        };
        break;
      case 6: {
        const units = 1 + below(1_000_000);
        yield {
          kind: 'Transfer',
          by: owner,
          purpose: 'between_wallets',
          legs: [
            { owner, wallet: 'spot', asset: USDT, units: assetUnits(-units) },
            { owner, wallet: pick(['future', 'funding'] as const), asset: USDT, units: assetUnits(units) },
          ],
          record: record++ % 3,
        };
        break;
      }
      case 7:
        yield {
          kind: 'HoldUnits',
          by: owner,
          purpose: 'withdrawal',
          from: { owner, wallet: 'spot' },
          to: { owner: systemOwners.custody, wallet: 'spot' },
          asset: pick([USDT, BTC]),
          units: assetUnits(1 + below(1_000_000)),
          record: record++ % 50,
        };
        break;
      case 8: {
        const units = below(2) === 0 ? {} : { units: assetUnits(1) };
        yield below(3) > 0 ? { kind: 'PostHold', hold: hold++, ...units } : { kind: 'VoidHold', hold: hold++ };
        break;
      }
      case 10: {
        const from = pick([USDT, BTC, ETH]);
        const units = assetUnits(1 + below(from === USDT ? 50_000_000 : 20_000_000));
        const to = pick([USDT, BTC, ETH].filter((asset) => asset !== from));
        yield { kind: 'Convert', owner, from, to, units, minUnits: assetUnits(0), record: record++ % 5 };
        break;
      }
      case 9:
        yield { kind: 'CancelAllOrders', owner: client(below(clients)), market };
        break;
      default:
        yield order;
    }
  }
}

/** `count` trades of one lot each: the house sells, a client buys. */
export function fillMany(count: number): Command[] {
  return [
    limitOrder(systemOwners.house, BTC_USDT, 'sell', START_TICKS, count),
    ...Array.from({ length: count }, () => limitOrder(client(0), BTC_USDT, 'buy', START_TICKS, 1)),
  ];
}
