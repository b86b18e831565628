import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { findSymbol, symbolInfo } from './udf.ts';

export const udfSymbols: Handler<typeof endpoints.udfSymbols> = ({ services, query }) => {
  const instrument = findSymbol(services, query.symbol);
  return symbolInfo(instrument, services.coins.byCode(instrument.base.code).fullName);
};
