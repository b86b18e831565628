import type { AmendOrder, MarketId, OrderId, OwnerId } from '@vitrine/core';
import { readHistories } from '../../http/log-position.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Principal } from '../../kit/principal.ts';
import { keyedBy } from '../../kit/reference.ts';
import type { Services } from '../services.ts';
import { submitOrder } from '../submit-unlocked.ts';
import { type OrderChange, orderChange } from './order-change.ts';

/** The new values of an open order. */
export type AmendIntent = Omit<AmendOrder, 'kind' | 'owner' | 'reference'>;

/** With `key`, a repeated call returns the first call's result. */
export async function amendOrder(
  services: Services,
  principal: Principal,
  intent: AmendIntent,
  key?: string,
): Promise<OrderChange> {
  const { owner } = principal;
  const command: AmendOrder = { kind: 'AmendOrder', owner, ...intent, ...keyedBy(owner, key) };
  return orderChange(services, owner, await submitOrder(services, principal, command));
}

/**
 * The order's market, whose tick and lot determine how the price and size of an amendment are parsed. With `key`, finds
 * an ended order too, because the call may repeat an amendment from before the order ended. Errors: unknown_order.
 */
export async function marketOfOrder(
  services: Services,
  owner: OwnerId,
  id: OrderId,
  key: string | undefined,
): Promise<MarketId> {
  const open = services.core.order(id);
  if (open?.owner === owner) return open.market;
  if (key === undefined) throw new ApiError('unknown_order');
  const { core, histories } = services;
  const ended = await readHistories(services, owner, core.position, () => histories.order(owner, id));
  if (ended === undefined) throw new ApiError('unknown_order');
  return ended.market;
}
