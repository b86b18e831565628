import { tradingPrincipal, wrongPasswordMessage } from '../../../auth/http/session-principal.ts';
import { readPrice, readSize } from '../../../kit/amounts.ts';
import * as acts from '../../orders/amend-order.ts';
import type { Handler } from '../../services.ts';
import { orderResponse } from './order-answer.ts';

export const amendOrder: Handler<'amendOrder'> = async (call) => {
  const { services, session, body, idempotencyKey } = call;
  const order = Number(body.order_id);
  const market = await acts.marketOfOrder(services, session.owner, order, idempotencyKey);
  const instrument = services.instruments.byMarket(market);
  const intent: acts.AmendIntent = {
    order,
    ...(body.order_per_unit === undefined ? {} : { priceTicks: readPrice(body.order_per_unit, instrument) }),
    ...(body.number_of_order === undefined ? {} : { openLots: readSize(body.number_of_order, instrument) }),
    ...(body.open_before === undefined ? {} : { openBefore: readSize(body.open_before, instrument) }),
    ...(body.trigger_price === undefined ? {} : { triggerTicks: readPrice(body.trigger_price, instrument) }),
  };
  return acts
    .amendOrder(services, tradingPrincipal(call), intent, idempotencyKey)
    .then((amended) => orderResponse(services, market, amended), wrongPasswordMessage);
};
