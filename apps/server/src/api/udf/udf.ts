import type { CandleInterval } from '@vitrine/contract';
import { brand } from '../../http/brand.ts';
import { ApiError } from '../../kit/api-error.ts';
import { marketOfCoin } from '../../kit/find.ts';
import { type Instrument, isDelisted, nameIn } from '../../kit/instruments.ts';
import type { Services } from '../services.ts';

/** Candle intervals by their UDF names: minutes, then days. */
export const resolutions: Readonly<Record<string, CandleInterval>> = {
  '1': '1m',
  '5': '5m',
  '15': '15m',
  '60': '1h',
  '240': '4h',
  '1D': '1d',
};

/** 'D' means the same as '1D'. Throws invalid_request for an unsupported resolution. */
export function intervalOf(resolution: string): CandleInterval {
  const interval =
    resolution === 'D' ? '1d' : Object.hasOwn(resolutions, resolution) ? resolutions[resolution] : undefined;
  if (interval === undefined) throw new ApiError('invalid_request', { reason: 'resolution_unsupported' });
  return interval;
}

/** Finds a market by pair name or coin, with or without the exchange's name as a prefix. Throws unknown_market. */
export function findSymbol(services: Services, symbol: string): Instrument {
  const name = symbol.slice(symbol.lastIndexOf(':') + 1).replace(/[/_-]/g, '');
  const instrument = services.instruments.byName('web', name) ?? marketOfCoin(services, name);
  if (instrument === undefined || isDelisted(instrument)) throw new ApiError('unknown_market', { name: symbol });
  return instrument;
}

/** UDF's view of a market. `pricescale` ÷ `minmov` ticks make up one unit of price. */
export function symbolInfo(instrument: Instrument, fullName: string) {
  const { tick, lot, base, quote } = instrument;
  const name = nameIn.web(instrument);
  return {
    name,
    ticker: name,
    full_name: `${brand}:${name}`,
    description: `${fullName} / ${quote.code}`,
    type: 'crypto',
    exchange: brand,
    listed_exchange: brand,
    session: '24x7',
    timezone: 'Etc/UTC',
    minmov: tick.coefficient,
    pricescale: 10 ** tick.scale,
    has_intraday: true,
    has_daily: true,
    has_weekly_and_monthly: false,
    supported_resolutions: Object.keys(resolutions),
    intraday_multipliers: ['1', '5', '15', '60', '240'],
    volume_precision: lot.scale,
    currency_code: quote.code,
    base_name: [base.code],
    data_status: 'streaming',
  };
}
