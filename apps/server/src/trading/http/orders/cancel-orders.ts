import { tradingPrincipal } from '../../../auth/http/session-principal.ts';
import { findMarket } from '../../../kit/find.ts';
import * as acts from '../../orders/cancel-orders.ts';
import type { Handler } from '../../services.ts';
import { cancelResponse } from './order-answer.ts';

export const cancelOrder: Handler<'cancelOrder'> = async (call) => {
  const { services, body } = call;
  const principal = tradingPrincipal(call);
  return cancelResponse(services, await acts.cancelOrder(services, principal, Number(body.order_id), call));
};

export const cancelAllOrders: Handler<'cancelAllOrders'> = async (call) => {
  const { services, body } = call;
  const principal = tradingPrincipal(call);
  const market = body.name === undefined ? undefined : findMarket(services, body.name).market;
  return cancelResponse(services, await acts.cancelAllOrders(services, principal, market, call));
};
