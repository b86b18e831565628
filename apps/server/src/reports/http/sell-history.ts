import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../http/handler.ts';
import { orderOnWire } from '../../trading/wire.ts';
import { orderHistory } from './order-history.ts';

export const sellHistory: Handler<typeof endpoints.sellHistory> = async ({ services, session, query }) => {
  const { rows, turned } = await orderHistory(services, session, 'sell', query);
  return {
    sell: rows.map((order) => {
      const item = orderOnWire(services.instruments, order);
      return { ...item, state: item.state === 'APPROVED' ? ('APPROVED' as const) : ('DECLINED' as const) };
    }),
    ...turned,
  };
};
