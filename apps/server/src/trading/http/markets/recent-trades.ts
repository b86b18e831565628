import type { endpoints } from '@vitrine/contract';
import { findMarket } from '../../../kit/find.ts';
import { bookEntries, priceText } from '../../../projections/wire.ts';
import type { Handler } from '../../services.ts';

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
