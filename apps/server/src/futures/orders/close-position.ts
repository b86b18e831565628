import type { MarketId, PositionSide } from '@vitrine/core';
import { sizeLots } from '@vitrine/money';
import { readHistories } from '../../http/log-position.ts';
import { ApiError } from '../../kit/api-error.ts';
import { demandRight, type Principal } from '../../kit/principal.ts';
import { clientReference } from '../../kit/reference.ts';
import { type OrderChange, orderChange } from '../../trading/orders/order-change.ts';
import { placeOrder } from '../../trading/orders/place-order.ts';
import type { Services } from '../services.ts';
import { viewOf } from '../view-of.ts';
import { orderSide } from './position-order.ts';

/**
 * Closes a position at market, within the default slippage of the mark price. If the position is larger than the
 * largest order, closes as much as one order can. With `key`, a repeated call returns the first call's result. Errors:
 * no_position, reference_conflict.
 */
export async function closeWhole(
  services: Services,
  principal: Principal,
  market: MarketId,
  side: PositionSide,
  key?: string,
): Promise<OrderChange> {
  const repeated = await repeatedClose(services, principal, market, side, key);
  if (repeated !== undefined) return repeated;
  const { core } = services;
  const position = core.positions(principal.owner).find((one) => one.market === market && one.position === side);
  if (position === undefined) throw new ApiError(core.isFrozen(principal.owner) ? 'account_frozen' : 'no_position');
  const { markTicks, tickLotUnits, maxNotionalUnits, maxSizeLots } = viewOf(core, market);
  const most = Math.floor(maxNotionalUnits / (markTicks * tickLotUnits));
  const intent = {
    market,
    side: orderSide(side, 'close'),
    type: 'market',
    timeInForce: 'ioc',
    sizeLots: sizeLots(Math.min(position.sizeLots, maxSizeLots, most)),
    reduceOnly: true,
    seen: { ticks: markTicks },
  } as const;
  try {
    return await placeOrder(services, principal, intent, key);
  } catch (error) {
    // A concurrent call with this key may have been first, at another mark price or size.
    const isConflict = error instanceof ApiError && error.code === 'reference_conflict';
    const first = isConflict ? await repeatedClose(services, principal, market, side, key) : undefined;
    if (first === undefined) throw error;
    return first;
  }
}

/**
 * The result of an earlier call with this key. The core cannot recognize a repeated call by its order, because the
 * order's size and price depend on the position and the mark price at the time of the call.
 */
async function repeatedClose(
  services: Services,
  principal: Principal,
  market: MarketId,
  side: PositionSide,
  key: string | undefined,
): Promise<OrderChange | undefined> {
  demandRight(principal, 'trade');
  const { core, histories } = services;
  const { owner } = principal;
  const first = key === undefined ? undefined : core.acceptanceUnder(clientReference(owner, key));
  if (first === undefined) return undefined;
  const order = await readHistories(services, owner, first.position, () => histories.order(owner, first.result));
  const isClose =
    order?.market === market && order.type === 'market' && order.reduceOnly && order.side === orderSide(side, 'close');
  if (!isClose) throw new ApiError('reference_conflict');
  return orderChange(services, owner, first);
}
