import { tradingPrincipal } from '../../auth/http/session-principal.ts';
import { readIdCursor } from '../../http/paging.ts';
import { cancelResponse } from '../../trading/http/orders/order-answer.ts';
import * as acts from '../../trading/orders/cancel-orders.ts';
import type { Handler } from '../services.ts';
import { findPerpetual } from './find-perpetual.ts';
import { futuresOrderOnWire } from './wire.ts';

const PAGE_SIZE = 100;

export const futuresOpenOrders: Handler<'futuresOpenOrders'> = ({ services, session, query }) => {
  const { instruments, openOrders, core } = services;
  const market = query.name === undefined ? undefined : findPerpetual(services, query.name).market;
  const { before = Number.POSITIVE_INFINITY } = readIdCursor(query.cursor);
  const orders = openOrders
    .of(session.owner)
    .filter((one) => one.order < before && instruments.byMarket(one.market).isPerpetual)
    .filter((one) => market === undefined || one.market === market)
    .sort((a, b) => b.order - a.order);
  const page = orders.slice(0, query.limit ?? PAGE_SIZE);
  const last = page.at(-1);
  return {
    orders: page.map((order) => futuresOrderOnWire(instruments, order)),
    ...(last === undefined || page.length === orders.length ? {} : { next_cursor: String(last.order) }),
    position: core.position,
  };
};

export const cancelFuturesOrder: Handler<'cancelFuturesOrder'> = async (call) => {
  const { services, body } = call;
  const principal = tradingPrincipal(call);
  return cancelResponse(services, await acts.cancelOrder(services, principal, Number(body.order_id), call));
};

export const cancelAllFuturesOrders: Handler<'cancelAllFuturesOrders'> = async (call) => {
  const { services, body } = call;
  const { market } = findPerpetual(services, body.name);
  return cancelResponse(services, await acts.cancelAllOrders(services, tradingPrincipal(call), market, call));
};
