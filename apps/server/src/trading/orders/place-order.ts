import type { OwnerId, PlaceOrder } from '@vitrine/core';
import { mulDivCeil, mulDivFloor, type PriceTicks, priceTicks } from '@vitrine/money';
import { ApiError } from '../../kit/api-error.ts';
import type { Principal } from '../../kit/principal.ts';
import { keyedBy } from '../../kit/reference.ts';
import type { Services } from '../services.ts';
import { submitOrder } from '../submit-unlocked.ts';
import { type OrderChange, orderChange } from './order-change.ts';

const MILLION = 1_000_000;
/** The highest price that a client may state as seen: even with the widest slippage added, it is a safe integer. */
const MOST_SEEN_TICKS = Math.floor(Number.MAX_SAFE_INTEGER / 2);

/** An order as the client intends it. */
export interface OrderIntent extends Omit<PlaceOrder, 'kind' | 'owner' | 'reference'> {
  /** For a market order without a trigger: it is filled only within `slippagePpm` of the price that the client saw. */
  readonly seen?: {
    readonly ticks: PriceTicks;
    /** Defaults to the market's setting. */
    readonly slippagePpm?: number | undefined;
  };
}

/** With `key`, a repeated call returns the first call's result. */
export async function placeOrder(
  services: Services,
  principal: Principal,
  intent: OrderIntent,
  key?: string,
): Promise<OrderChange> {
  const { owner } = principal;
  const command = orderCommand(services, owner, intent, key);
  return orderChange(services, owner, await submitOrder(services, principal, command));
}

/** The command that places an order. */
export const orderCommand = (
  services: Services,
  owner: OwnerId,
  { seen, ...terms }: OrderIntent,
  key?: string,
): PlaceOrder => ({
  kind: 'PlaceOrder',
  owner,
  ...terms,
  ...(seen && { priceTicks: worstPrice(services, terms, seen) }),
  ...keyedBy(owner, key),
});

/** The worst price at which a market order may be filled. */
function worstPrice(
  { exchangeSettings }: Services,
  { market, side }: Pick<OrderIntent, 'market' | 'side'>,
  { ticks, slippagePpm = exchangeSettings.slippagePpm(market) }: NonNullable<OrderIntent['seen']>,
): PriceTicks {
  if (ticks > MOST_SEEN_TICKS) throw new ApiError('exceeds_range');
  return priceTicks(
    side === 'buy'
      ? mulDivFloor(ticks, MILLION + slippagePpm, MILLION)
      : Math.max(1, mulDivCeil(ticks, MILLION - slippagePpm, MILLION)),
  );
}
