import { tradingPrincipal, wrongPasswordMessage } from '../../../auth/http/session-principal.ts';
import { readPrice, readSize } from '../../../kit/amounts.ts';
import { findMarket } from '../../../kit/find.ts';
import * as acts from '../../orders/place-oco.ts';
import type { Handler } from '../../services.ts';
import { orderResponse } from './order-answer.ts';
import { sideOf } from './place-order.ts';

export const placeOco: Handler<'placeOco'> = async (call) => {
  const { services, body, idempotencyKey } = call;
  const instrument = findMarket(services, body.name);
  const { market } = instrument;
  const intent: acts.OcoIntent = {
    market,
    side: sideOf(body.delegate_type),
    sizeLots: readSize(body.number_of_order, instrument),
    priceTicks: readPrice(body.order_per_unit, instrument),
    stopTriggerTicks: readPrice(body.trigger_price, instrument),
    ...(body.stop_price === undefined ? {} : { stopPriceTicks: readPrice(body.stop_price, instrument) }),
  };
  return acts
    .placeOco(services, tradingPrincipal(call), intent, idempotencyKey)
    .then(
      (placed) => ({ ...orderResponse(services, market, placed), oco_order_id: String(placed.stopOrder) }),
      wrongPasswordMessage,
    );
};
