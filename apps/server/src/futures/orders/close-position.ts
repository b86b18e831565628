import type { MarketId, PositionSide } from '@vitrine/core';
import { sizeLots } from '@vitrine/money';
import { ApiError } from '../../kit/api-error.ts';
import type { Principal } from '../../kit/principal.ts';
import type { OrderChange } from '../../trading/orders/order-change.ts';
import { placeOrder } from '../../trading/orders/place-order.ts';
import type { Services } from '../services.ts';
import { viewOf } from '../view-of.ts';
import { orderSide } from './position-order.ts';

/**
 * Closes a position at market, within the default slippage of the mark price. If the position is larger than the
 * largest order, closes as much as one order can. Errors: no_position.
 */
export async function closeWhole(
  services: Services,
  principal: Principal,
  market: MarketId,
  side: PositionSide,
): Promise<OrderChange> {
  const { core } = services;
  const position = core.positions(principal.owner).find((one) => one.market === market && one.position === side);
  if (position === undefined) throw new ApiError('no_position');
  const { markTicks, tickLotUnits, maxNotionalUnits, maxSizeLots } = viewOf(core, market);
  const most = Math.floor(maxNotionalUnits / (markTicks * tickLotUnits));
  return placeOrder(services, principal, {
    market,
    side: orderSide(side, 'close'),
    type: 'market',
    timeInForce: 'ioc',
    sizeLots: sizeLots(Math.min(position.sizeLots, maxSizeLots, most)),
    reduceOnly: true,
    seen: { ticks: markTicks },
  });
}
