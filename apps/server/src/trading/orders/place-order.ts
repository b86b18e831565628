import type { PlaceOrder, Side } from '@vitrine/core';
import { mulDivCeil, mulDivFloor, type PriceTicks, priceTicks } from '@vitrine/money';
import { ApiError } from '../../kit/api-error.ts';
import type { Principal } from '../../kit/principal.ts';
import { keyedBy } from '../../kit/reference.ts';
import type { Services } from '../services.ts';
import { submitOrder } from '../submit-unlocked.ts';
import { type OrderChange, orderChange } from './order-change.ts';

const MILLION = 1_000_000;
/** With the widest slippage on top it is a safe integer still. */
const MOST_SEEN_TICKS = Math.floor(Number.MAX_SAFE_INTEGER / 2);

/** An order as its client means it. */
export interface OrderIntent extends Omit<PlaceOrder, 'kind' | 'owner' | 'reference'> {
  /** Of a market order without a trigger: it fills at no worse a price than so far from the one that the client saw. */
  readonly seen?: {
    readonly ticks: PriceTicks;
    /** The market's own where left out. */
    readonly slippagePpm?: number | undefined;
  };
}

/** With a key, a repetition gives what the first gave. */
export async function placeOrder(
  services: Services,
  principal: Principal,
  { seen, ...terms }: OrderIntent,
  key?: string,
): Promise<OrderChange> {
  const { owner } = principal;
  const command: PlaceOrder = {
    kind: 'PlaceOrder',
    owner,
    ...terms,
    ...(seen && { priceTicks: worstPrice(services, terms.side, seen) }),
    ...keyedBy(owner, key),
  };
  return orderChange(services, owner, await submitOrder(services, principal, command));
}

/** The worst price that a market order may fill at. */
function worstPrice(
  { exchangeSettings }: Services,
  side: Side,
  { ticks, slippagePpm = exchangeSettings.current().maxSlippagePpm }: NonNullable<OrderIntent['seen']>,
): PriceTicks {
  if (ticks > MOST_SEEN_TICKS) throw new ApiError('exceeds_range');
  return priceTicks(
    side === 'buy'
      ? mulDivFloor(ticks, MILLION + slippagePpm, MILLION)
      : Math.max(1, mulDivCeil(ticks, MILLION - slippagePpm, MILLION)),
  );
}
