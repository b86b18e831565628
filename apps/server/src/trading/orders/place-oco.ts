import type { OrderId, PlaceOco } from '@vitrine/core';
import type { Principal } from '../../kit/principal.ts';
import { keyedBy } from '../../kit/reference.ts';
import type { Services } from '../services.ts';
import { submitOrder } from '../submit-unlocked.ts';
import { type OrderChange, orderChange } from './order-change.ts';

/** A limit order and a stop that cancel each other. */
export type OcoIntent = Omit<PlaceOco, 'kind' | 'owner' | 'reference'>;

/** The outcome of the limit order, and the id of the stop order. */
export interface OcoChange extends OrderChange {
  readonly stopOrder: OrderId;
}

/** With `key`, a repeated call returns the first call's result. */
export async function placeOco(
  services: Services,
  principal: Principal,
  intent: OcoIntent,
  key?: string,
): Promise<OcoChange> {
  const { owner } = principal;
  const command: PlaceOco = { kind: 'PlaceOco', owner, ...intent, ...keyedBy(owner, key) };
  const limit = await orderChange(services, owner, await submitOrder(services, principal, command));
  // The stop order's id is the one after the limit order's.
  return { ...limit, stopOrder: limit.order + 1 };
}
