import { findMarketOfCoin } from '../../../kit/find.ts';
import { tickerOnWire } from '../../../projections/wire.ts';
import type { Handler } from '../../services.ts';

export const currentPrice: Handler<'currentPrice'> = ({ services, query }) => {
  const instrument = findMarketOfCoin(services, query.symbol);
  const ticker = tickerOnWire(instrument, services.marketData.ticker(instrument.market));
  return { chart: { close: ticker.close, increase_in_value: ticker.percent, latest_time: services.clock() } };
};
