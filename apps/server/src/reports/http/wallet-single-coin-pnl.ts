import { findAsset } from '../../kit/find.ts';
import type { Handler } from '../services.ts';
import { coinProfit } from './coin-profit.ts';
import { pricedBook } from './profits.ts';

export const walletSingleCoinPnl: Handler<'walletSingleCoinPnl'> = async ({ services, session, query }) => {
  const asset = findAsset(services, query.name);
  const priced = await pricedBook(services, session);
  return { ...coinProfit(services, priced, asset), position: priced.book.position, as_of: services.clock() };
};
