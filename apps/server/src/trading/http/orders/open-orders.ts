import { readIdCursor } from '../../../http/paging.ts';
import { findMarket } from '../../../kit/find.ts';
import { orderOnWire } from '../../../projections/wire.ts';
import type { Handler } from '../../services.ts';

const PAGE_SIZE = 100;

export const openOrders: Handler<'openOrders'> = ({ services, session, query }) => {
  const market = query.name === undefined ? undefined : findMarket(services, query.name).market;
  const { before = Number.POSITIVE_INFINITY } = readIdCursor(query.cursor);
  const orders = services.openOrders
    .of(session.owner)
    .filter((order) => order.order < before && !services.instruments.byMarket(order.market).isPerpetual)
    .filter((order) => market === undefined || order.market === market)
    .sort((a, b) => b.order - a.order);
  const page = orders.slice(0, query.limit ?? PAGE_SIZE);
  const last = page.at(-1);
  return {
    orders: page.map((order) => orderOnWire(services.instruments, order)),
    ...(last === undefined || page.length === orders.length ? {} : { next_cursor: String(last.order) }),
    position: services.core.position,
  };
};
