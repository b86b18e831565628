import type { endpoints } from '@vitrine/contract';
import { pageOf, pageSize } from '../../../http/paging.ts';
import { findMarket } from '../../../kit/find.ts';
import { orderOnWire } from '../../../projections/wire.ts';
import type { Handler } from '../../services.ts';

export const orderHistories: Handler<typeof endpoints.orderHistories> = async ({ services, session, query }) => {
  const { rows, next, position } = pageOf(
    await services.histories.orders({
      owner: session.owner,
      market: query.name === undefined ? undefined : findMarket(services, query.name).market,
      cursor: query.cursor,
      limit: pageSize(query.limit),
    }),
  );
  return { orders: rows.map((order) => orderOnWire(services.instruments, order)), ...next, position };
};
