import type { endpoints } from '@vitrine/contract';
import { rankedInstruments } from '../../trading/http/markets/ranked-instruments.ts';
import type { Handler } from '../services.ts';
import { symbolInfo } from './udf.ts';

const RESULTS = 30;

export const udfSearch: Handler<typeof endpoints.udfSearch> = ({ services, query }) => {
  const text = (query.query ?? '').toUpperCase();
  return rankedInstruments(services)
    .filter(({ instrument, coin }) => instrument.name.includes(text) || coin.fullName.toUpperCase().includes(text))
    .slice(0, query.limit ?? RESULTS)
    .map(({ instrument, coin }) => {
      const { name, full_name, description, exchange, ticker, type } = symbolInfo(instrument, coin.fullName);
      return { symbol: name, full_name, description, exchange, ticker, type };
    });
};
