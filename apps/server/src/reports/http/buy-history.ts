import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../http/handler.ts';
import { orderOnWire } from '../../trading/wire.ts';
import { orderHistory } from './order-history.ts';

export const buyHistory: Handler<typeof endpoints.buyHistory> = async ({ services, session, query }) => {
  const { rows, turned } = await orderHistory(services, session, 'buy', query);
  return { buy: rows.map((order) => orderOnWire(services.instruments, order)), ...turned };
};
