import type { endpoints } from '@vitrine/contract';
import { findMarket } from '../../../kit/find.ts';
import type { Handler } from '../../../http/handler.ts';
import { bookEntries, priceText } from '../../wire.ts';

const LEVELS = 50;

export const recentTrades: Handler<typeof endpoints.recentTrades> = ({ services, query }) => {
  const { core, marketData } = services;
  const instrument = findMarket(services, query.name);
  const { number, bids, asks } = core.depth(instrument.market, query.levels ?? LEVELS);
  return {
    asks: bookEntries(instrument, asks),
    bids: bookEntries(instrument, bids),
    price: priceText(instrument, marketData.ticker(instrument.market).lastTicks),
    number,
    position: core.position,
  };
};
