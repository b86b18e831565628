import { findListedMarket } from '../../../kit/find.ts';
import { bookEntries, priceText, tradeOnWire } from '../../../projections/wire.ts';
import type { Handler } from '../../services.ts';

const TAPE_LENGTH = 100;

export const marketTrades: Handler<'marketTrades'> = ({ services, query }) => {
  const instrument = findListedMarket(services, query.name);
  const tape = services.marketData.tape(instrument.market, query.limit ?? TAPE_LENGTH);
  return { trades: tape.map((trade) => tradeOnWire(instrument, trade)), position: services.core.position };
};

const LEVELS = 50;

/**
 * Reading this many levels takes the core thread as long as reading one candle, so they cost as much of the rate limit
 * as one list item.
 */
const LEVELS_PER_ITEM = 5;

export const orderBook: Handler<'orderBook'> = ({ services, query, chargeItems }) => {
  const { core, marketData } = services;
  const levels = query.levels ?? LEVELS;
  chargeItems(levels / LEVELS_PER_ITEM);
  const instrument = findListedMarket(services, query.name);
  const { number, bids, asks } = core.depth(instrument.market, levels);
  return {
    asks: bookEntries(instrument, asks),
    bids: bookEntries(instrument, bids),
    price: priceText(instrument, marketData.ticker(instrument.market).lastTicks),
    number,
    position: core.position,
  };
};
