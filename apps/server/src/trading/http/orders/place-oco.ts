import type { endpoints } from '@vitrine/contract';
import type { PlaceOco } from '@vitrine/core';
import { readPrice, readSize } from '../../../kit/amounts.ts';
import { findMarket } from '../../../kit/find.ts';
import { clientReference } from '../../../kit/reference.ts';
import type { Handler } from '../../services.ts';
import { sideOf } from './my-order.ts';
import { orderResult } from './order-result.ts';
import { submitOrder } from './submit-order.ts';

export const placeOco: Handler<typeof endpoints.placeOco> = async (call) => {
  const { services, session, body, idempotencyKey } = call;
  const instrument = findMarket(services, body.name);
  const command: PlaceOco = {
    kind: 'PlaceOco',
    owner: session.owner,
    market: instrument.market,
    side: sideOf(body.delegate_type),
    sizeLots: readSize(body.number_of_order, instrument),
    priceTicks: readPrice(body.order_per_unit, instrument),
    stopTriggerTicks: readPrice(body.trigger_price, instrument),
    ...(body.stop_price === undefined ? {} : { stopPriceTicks: readPrice(body.stop_price, instrument) }),
    ...(idempotencyKey === undefined ? {} : { reference: clientReference(session.owner, idempotencyKey) }),
  };
  const accepted = await submitOrder(call, command);
  if (accepted === undefined) return { message: 'wrong_transaction_password' };
  const { result: limit, position } = accepted;
  const result = await orderResult(services, command, accepted);
  // The core gives the stop the id after the limit's.
  return { message: 'success', order_id: String(limit), oco_order_id: String(limit + 1), position, result };
};
