import type { MarketId, PositionSide } from '@vitrine/core';
import type { PriceTicks, SizeLots } from '@vitrine/money';
import { submit } from '../../http/submit.ts';
import { ApiError } from '../../kit/api-error.ts';
import { demandRight, type Principal } from '../../kit/principal.ts';
import { type OrderChange, orderChange } from '../../trading/orders/order-change.ts';
import { orderCommand, placeOrder } from '../../trading/orders/place-order.ts';
import { refuseTrading, submitAllowed } from '../../trading/submit-unlocked.ts';
import { changeLeverage } from '../positions/set-leverage.ts';
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

/**
 * Sets the leverage if it differs, then places the order. With `key`, a repeated call changes nothing. If the order is
 * refused, the previous leverage is restored. A client's calls run one after the other, so that no order is placed at
 * the leverage of another call.
 */
export async function buyMore(
  services: Services,
  principal: Principal,
  { market, side, leverage, sizeLots, seenTicks }: BuyMoreIntent,
  key?: string,
): Promise<OrderChange> {
  const { core, leverageTurns } = services;
  const { owner } = principal;
  const intent = {
    market,
    side: orderSide(side, 'open'),
    type: 'market',
    timeInForce: 'ioc',
    sizeLots,
    seen: { ticks: seenTicks },
  } as const;
  const command = orderCommand(services, owner, intent, key);
  const isRepeated = () => core.acceptanceOf(command) !== undefined;
  const refuse = () => refuseTrading(services, owner);
  if (isRepeated()) return placeOrder(services, principal, intent, key);
  demandRight(principal, 'trade');
  refuse();
  await demandAccepted(services, principal, market);
  await principal.unlock();
  return leverageTurns.runExclusive(`${owner}`, async () => {
    const before = core.leverages(owner, market)?.[side];
    const isChanged = !isRepeated() && before !== leverage;
    if (isChanged) await changeLeverage(services, principal, { market, position: side, leverage });
    try {
      return await orderChange(services, owner, await submitAllowed(services, command, refuse));
    } catch (error) {
      const isRefused = error instanceof ApiError && error.code !== 'outcome_unknown';
      if (isChanged && isRefused && before !== undefined && core.leverages(owner, market)?.[side] === leverage)
        // The reason why the order was refused may also prevent restoring the leverage, for example if the market has
        // been halted.
        await submit(services, { kind: 'SetLeverage', owner, market, position: side, leverage: before }).catch(
          () => {},
        );
      throw error;
    }
  });
}
