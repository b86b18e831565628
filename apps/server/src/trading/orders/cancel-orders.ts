import type { AssetId, Command, MarketId, OrderId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { searchHistories } from '../../http/log-position.ts';
import { submit } from '../../http/submit.ts';
import { demandRight, type Principal } from '../../kit/principal.ts';
import { keyedBy } from '../../kit/reference.ts';
import type { EndedOrders } from '../../projections/tables/orders.ts';
import type { Services } from '../services.ts';

/** The orders that a cancellation ended, and the amount of each asset that it released. */
export interface Cancelled {
  readonly position: number;
  /** An OCO pair counts as two. */
  readonly orders: number;
  readonly released: ReadonlyMap<AssetId, AssetUnits>;
}

/**
 * A call that may be repeated with the same key. A repetition must search for the first call's result, and the search
 * counts against the rate limit.
 */
export interface RepeatableCall {
  readonly idempotencyKey: string | undefined;
  chargeItems(items: number): void;
}

/** Cancels an order; needs no unlock. With a key, a repeated call returns the first call's result. */
export const cancelOrder = (services: Services, principal: Principal, order: OrderId, call: RepeatableCall) =>
  cancel(services, principal, call, {
    kind: 'CancelOrder',
    owner: principal.owner,
    order,
    ...keyedBy(principal.owner, call.idempotencyKey),
  });

/** Like `cancelOrder`, for all open orders of one market, or of all spot markets if `market` is undefined. */
export const cancelAllOrders = (
  services: Services,
  principal: Principal,
  market: MarketId | undefined,
  call: RepeatableCall,
) =>
  cancel(services, principal, call, {
    kind: 'CancelAllOrders',
    owner: principal.owner,
    ...(market === undefined ? {} : { market }),
    ...keyedBy(principal.owner, call.idempotencyKey),
  });

async function cancel(
  services: Services,
  principal: Principal,
  call: RepeatableCall,
  command: Extract<Command, { kind: 'CancelOrder' | 'CancelAllOrders' }>,
): Promise<Cancelled> {
  demandRight(principal, 'trade');
  const { owner } = principal;
  const { repeated, position, events } = await submit(services, command);
  if (repeated !== undefined) {
    const { position } = repeated;
    const read = () => services.histories.ordersEndedAt(owner, position);
    const chargeItems = (items: number) => call.chargeItems(items);
    return cancelled(services, position, await searchHistories(services, { owner, position, chargeItems, read }));
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
