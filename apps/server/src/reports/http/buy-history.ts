import { orderOnWire } from '../../projections/wire.ts';
import type { Handler } from '../services.ts';
import { orderHistory } from './order-history.ts';

export const buyHistory: Handler<'buyHistory'> = async ({ services, session, query }) => {
  const { rows, turned } = await orderHistory(services, session, 'buy', query);
  return { buy: rows.map((order) => orderOnWire(services.instruments, order)), ...turned };
};
