import type { MarketId, PositionSide } from '@vitrine/core';
import type { PriceTicks, SizeLots } from '@vitrine/money';
import type { Principal } from '../../kit/principal.ts';
import type { OrderChange } from '../../trading/orders/order-change.ts';
import { orderCommand, placeOrder } from '../../trading/orders/place-order.ts';
import { setLeverage } from '../positions/set-leverage.ts';
import type { Services } from '../services.ts';
import { demandAccepted } from './open-position.ts';
import { orderSide } from './position-order.ts';

/** A position to be opened with a market order, at the given leverage. */
export interface BuyMoreIntent {
  readonly market: MarketId;
  readonly side: PositionSide;
  readonly leverage: number;
  readonly sizeLots: SizeLots;
  /** The price that the client saw. */
  readonly seenTicks: PriceTicks;
}

/** Sets the leverage if it differs, then places the order. With `key`, a repeated call changes nothing. */
export async function buyMore(
  services: Services,
  principal: Principal,
  { market, side, leverage, sizeLots, seenTicks }: BuyMoreIntent,
  key?: string,
): Promise<OrderChange> {
  const intent = {
    market,
    side: orderSide(side, 'open'),
    type: 'market',
    timeInForce: 'ioc',
    sizeLots,
    seen: { ticks: seenTicks },
  } as const;
  await demandAccepted(services, principal, market);
  const { core } = services;
  const isRepeated = core.acceptanceOf(orderCommand(services, principal.owner, intent, key)) !== undefined;
  if (!isRepeated && core.leverages(principal.owner, market)?.[side] !== leverage)
    await setLeverage(services, principal, { market, position: side, leverage });
  return placeOrder(services, principal, intent, key);
}
