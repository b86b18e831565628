import type { endpoints } from '@vitrine/contract';
import type { AmendOrder, MarketId, OrderId, OwnerId } from '@vitrine/core';
import { demandHistories } from '../../../http/position.ts';
import { readPrice, readSize } from '../../../kit/amounts.ts';
import { ApiError } from '../../../kit/api-error.ts';
import { clientReference } from '../../../kit/reference.ts';
import type { Handler, Services } from '../../services.ts';
import { orderResult } from './order-result.ts';
import { submitOrder } from './submit-order.ts';

export const amendOrder: Handler<typeof endpoints.amendOrder> = async (call) => {
  const { services, session, body, idempotencyKey } = call;
  const id = Number(body.order_id);
  const market =
    openMarket(services, session.owner, id) ??
    (idempotencyKey === undefined ? undefined : await endedMarket(services, session.owner, id));
  if (market === undefined) throw new ApiError('unknown_order');
  const instrument = services.instruments.byMarket(market);
  const command: AmendOrder = {
    kind: 'AmendOrder',
    owner: session.owner,
    order: id,
    ...(body.order_per_unit === undefined ? {} : { priceTicks: readPrice(body.order_per_unit, instrument) }),
    ...(body.number_of_order === undefined ? {} : { openLots: readSize(body.number_of_order, instrument) }),
    ...(body.trigger_price === undefined ? {} : { triggerTicks: readPrice(body.trigger_price, instrument) }),
    ...(idempotencyKey === undefined ? {} : { reference: clientReference(session.owner, idempotencyKey) }),
  };
  const accepted = await submitOrder(call, command);
  if (accepted === undefined) return { message: 'wrong_transaction_password' };
  const result = await orderResult(services, { owner: session.owner, market }, accepted);
  return { message: 'success', order_id: String(accepted.result), position: accepted.position, result };
};

/** Where a client's open order is. */
function openMarket({ core }: Services, owner: OwnerId, id: OrderId): MarketId | undefined {
  const order = core.order(id);
  return order?.owner === owner ? order.market : undefined;
}

/** Where a client's order was that may have ended since this call was made first. Its amounts are read by that market's steps. */
async function endedMarket(services: Services, owner: OwnerId, id: OrderId): Promise<MarketId | undefined> {
  await demandHistories(services, services.core.position);
  return (await services.histories.order(owner, id))?.market;
}
