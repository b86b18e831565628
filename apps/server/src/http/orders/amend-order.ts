import type { endpoints } from '@vitrine/contract';
import type { AmendOrder, MarketId, OrderId, OwnerId } from '@vitrine/core';
import { readPrice, readSize } from '../amounts.ts';
import { ApiError } from '../api-error.ts';
import type { Handler } from '../handler.ts';
import { clientReference } from '../reference.ts';
import type { Services } from '../services.ts';
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
  return { message: 'success', order_id: String(accepted.result), position: accepted.position };
};

/** Where a client's open order is. */
function openMarket({ core }: Services, owner: OwnerId, id: OrderId): MarketId | undefined {
  const order = core.order(id);
  return order?.owner === owner ? order.market : undefined;
}

const WAIT_MS = 2_000;

/** Where a client's order was that may have ended since this call was made first. Its amounts are read by that market's steps. */
async function endedMarket(services: Services, owner: OwnerId, id: OrderId): Promise<MarketId | undefined> {
  const { histories, core } = services;
  if (!(await histories.reached(core.position, WAIT_MS))) throw new ApiError('outcome_unknown');
  return histories.marketOf(owner, id);
}
