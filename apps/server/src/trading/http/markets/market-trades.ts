import type { endpoints } from '@vitrine/contract';
import { findMarket } from '../../../kit/find.ts';
import { tradeOnWire } from '../../../projections/wire.ts';
import type { Handler } from '../../services.ts';

const TAPE_LENGTH = 100;

export const marketTrades: Handler<typeof endpoints.marketTrades> = ({ services, query }) => {
  const instrument = findMarket(services, query.name);
  const tape = services.marketData.tape(instrument.market, query.limit ?? TAPE_LENGTH);
  return { trades: tape.map((trade) => tradeOnWire(instrument, trade)), position: services.core.position };
};
