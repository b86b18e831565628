import { isPerpetual } from '../../kit/instruments.ts';
import type { Principal } from '../../kit/principal.ts';
import type { OrderChange } from '../../trading/orders/order-change.ts';
import { type OrderIntent, orderCommand, placeOrder } from '../../trading/orders/place-order.ts';
import type { Services } from '../services.ts';

/**
 * Places an order in a perpetual market. An order that opens a position is refused unless the client has accepted the
 * notice on the risks of futures and the market's minimum term. With `key`, a repeated call returns the first call's
 * result, even if the minimum term has become longer since.
 */
export async function placePerpetualOrder(
  services: Services,
  principal: Principal,
  intent: OrderIntent,
  key?: string,
): Promise<OrderChange> {
  const command = orderCommand(services, principal.owner, intent, key);
  const isRepeated = services.core.acceptanceOf(command) !== undefined;
  if (!intent.reduceOnly && !isRepeated) await demandAccepted(services, principal, intent.market);
  return placeOrder(services, principal, intent, key);
}

/** Errors: futures_risks_not_accepted, minimum_term_not_accepted. */
export async function demandAccepted(
  { acceptances, instruments }: Services,
  { owner }: Principal,
  market: OrderIntent['market'],
): Promise<void> {
  const perpetual = instruments.byMarket(market);
  if (isPerpetual(perpetual)) await acceptances.demand(owner, perpetual);
}
