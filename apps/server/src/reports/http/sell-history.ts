import { orderOnWire } from '../../projections/wire.ts';
import type { Handler } from '../services.ts';
import { orderHistory } from './order-history.ts';

export const sellHistory: Handler<'sellHistory'> = async ({ services, session, query }) => {
  const { rows, turned } = await orderHistory(services, session, 'sell', query);
  return {
    sell: rows.map((order) => {
      const item = orderOnWire(services.instruments, order);
      return { ...item, state: item.state === 'APPROVED' ? ('APPROVED' as const) : ('DECLINED' as const) };
    }),
    ...turned,
  };
};
