import type { endpoints } from '@vitrine/contract';
import { findMarket } from '../find.ts';
import type { Handler } from '../handler.ts';
import { orderOnWire } from '../wire.ts';

export const openOrders: Handler<typeof endpoints.openOrders> = ({ services, session, query }) => {
  const market = query.name === undefined ? undefined : findMarket(services, query.name).market;
  const orders = services.openOrders
    .of(session.owner)
    .filter((order) => market === undefined || order.market === market)
    .reverse();
  return { orders: orders.map((order) => orderOnWire(services.instruments, order)), position: services.core.position };
};
