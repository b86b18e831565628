import type { AssetId, Command, MarketId, OrderId } from '@vitrine/core';
import { type AssetUnits, addUnits } from '@vitrine/money';
import { searchHistories } from '../../http/position.ts';
import { submit } from '../../http/submit.ts';
import { ApiError } from '../../kit/api-error.ts';
import { demandRight, type Principal } from '../../kit/principal.ts';
import { keyedBy } from '../../kit/reference.ts';
import type { EndedOrders } from '../../projections/tables/orders.ts';
import type { Services } from '../services.ts';

type CancelAllOrders = Extract<Command, { kind: 'CancelAllOrders' }>;

/** What a cancellation ended, and how much of each asset it released. */
export interface Cancelled {
  readonly position: number;
  /** An OCO pair counts as two. */
  readonly orders: number;
  readonly released: ReadonlyMap<AssetId, AssetUnits>;
}

/** Needs no unlock. With `key`, a repeated call returns the first call's result. */
export const cancelOrder = (services: Services, principal: Principal, order: OrderId, key?: string) =>
  cancel(services, principal, {
    kind: 'CancelOrder',
    owner: principal.owner,
    order,
    ...keyedBy(principal.owner, key),
  });

/** Like `cancelOrder`, for all open orders of one market. */
export const cancelAllOrders = (services: Services, principal: Principal, market: MarketId, key?: string) =>
  cancel(services, principal, allOf(principal, market, key));

const allOf = ({ owner }: Principal, market: MarketId, key?: string): CancelAllOrders => ({
  kind: 'CancelAllOrders',
  owner,
  market,
  ...keyedBy(owner, key),
});

/**
 * Like `cancelOrder`, for all open orders of spot markets: those of perpetual markets protect positions and stay. Each
 * market is a command of its own, with the key and its number as the key. With a key, every market gets one, so that the
 * repetition of a call that was cut off cancels the rest, and that of a whole one nothing more.
 */
export async function cancelAllSpotOrders(services: Services, principal: Principal, key?: string): Promise<Cancelled> {
  const { instruments, openOrders } = services;
  const commandOf = (market: MarketId) => allOf(principal, market, key === undefined ? key : `${key} ${market}`);
  // A halted market keeps its orders, as in a mass cancellation of the core.
  const markets = instruments.spot().filter(({ rules }) => rules.status !== 'halted');
  const withOrders = new Set(openOrders.of(principal.owner).map(({ market }) => market));
  const open = markets.filter(({ market }) => withOrders.has(market));
  const chosen = key !== undefined ? markets : open.length > 0 ? open : markets.slice(0, 1);
  if (chosen.length === 0) throw new ApiError('market_halted');
  const parts = await Promise.all(chosen.map(({ market }) => cancel(services, principal, commandOf(market))));
  const released = new Map<AssetId, AssetUnits>();
  for (const part of parts)
    for (const [asset, units] of part.released)
      released.set(asset, addUnits(released.get(asset) ?? (0 as AssetUnits), units));
  return {
    position: Math.max(...parts.map(({ position }) => position)),
    orders: parts.reduce((sum, { orders }) => sum + orders, 0),
    released,
  };
}

async function cancel(
  services: Services,
  principal: Principal,
  command: Extract<Command, { kind: 'CancelOrder' }> | CancelAllOrders,
): Promise<Cancelled> {
  demandRight(principal, 'trade');
  const { owner } = principal;
  const { repeated, position, events } = await submit(services, command);
  if (repeated !== undefined) {
    const { position } = repeated;
    const read = () => services.histories.ordersEndedAt(owner, position);
    return cancelled(services, position, await searchHistories(services, owner, position, read));
  }
  const ended = events.flatMap((event) => {
    const order = event.kind === 'OrderEnded' ? services.openOrders.find(owner, event.order) : undefined;
    return order === undefined ? [] : [{ ...order, orders: 1 }];
  });
  return cancelled(services, position, ended);
}

function cancelled({ instruments }: Services, position: number, ended: readonly EndedOrders[]): Cancelled {
  const released = new Map<AssetId, AssetUnits>();
  for (const { market, side, releasedUnits } of ended) {
    const { base, quote, isPerpetual } = instruments.byMarket(market);
    const { asset } = isPerpetual || side === 'buy' ? quote : base;
    if (releasedUnits > 0) released.set(asset, ((released.get(asset) ?? 0) + releasedUnits) as AssetUnits);
  }
  return { position, orders: ended.reduce((count, { orders }) => count + orders, 0), released };
}
