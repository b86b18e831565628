import { pageOf, pageSize } from '../../../http/paging.ts';
import { findMarket } from '../../../kit/find.ts';
import { fillOnWire, orderOnWire } from '../../../projections/wire.ts';
import type { Handler } from '../../services.ts';

export const orderHistory: Handler<'orderHistory'> = async ({ services, session, query }) => {
  const { rows, next, position } = pageOf(
    await services.histories.orders({
      owner: session.owner,
      market: query.name === undefined ? undefined : findMarket(services, query.name).market,
      isPerpetual: false,
      cursor: query.cursor,
      limit: pageSize(query.limit),
    }),
  );
  return { orders: rows.map((order) => orderOnWire(services.instruments, order)), ...next, position };
};

export const tradeHistory: Handler<'tradeHistory'> = async ({ services, session, query }) => {
  const { rows, next, position } = pageOf(
    await services.histories.fills({
      owner: session.owner,
      market: query.name === undefined ? undefined : findMarket(services, query.name).market,
      order: query.order_id === undefined ? undefined : Number(query.order_id),
      cursor: query.cursor,
      limit: pageSize(query.limit),
    }),
  );
  return { trades: rows.map((fill) => fillOnWire(services.instruments, fill)), ...next, position };
};
