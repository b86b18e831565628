import { nameIn } from '../../kit/instruments.ts';
import { intervalMs } from '../../projections/tables/candles.ts';
import { mostCandlesIn } from '../../projections/tables/market-data.ts';
import { candleOnWire } from '../../projections/wire.ts';
import { rankedInstruments } from '../../trading/http/markets/ranked-instruments.ts';
import type { Handler } from '../services.ts';
import { findSymbol, intervalOf, resolutions, symbolInfo } from './udf.ts';

export const udfConfig: Handler<'udfConfig'> = () => ({
  supported_resolutions: Object.keys(resolutions),
  supports_search: true,
  supports_group_request: false,
  supports_marks: false,
  supports_timescale_marks: false,
  supports_time: true,
});

const RESULTS = 30;

export const udfSearch: Handler<'udfSearch'> = ({ services, query }) => {
  const text = (query.query ?? '').toUpperCase();
  return rankedInstruments(services)
    .filter(
      ({ instrument, coin }) => nameIn.web(instrument).includes(text) || coin.fullName.toUpperCase().includes(text),
    )
    .slice(0, query.limit ?? RESULTS)
    .map(({ instrument, coin }) => {
      const { name, full_name, description, exchange, ticker, type } = symbolInfo(instrument, coin.fullName);
      return { symbol: name, full_name, description, exchange, ticker, type };
    });
};

export const udfSymbols: Handler<'udfSymbols'> = ({ services, query }) => {
  const instrument = findSymbol(services, query.symbol);
  return symbolInfo(instrument, services.coins.byCode(instrument.base.code).fullName);
};

export const udfTime: Handler<'udfTime'> = ({ services }) => Math.floor(services.clock() / 1000);

/** If given, `countback` takes precedence over `from`, as the protocol specifies. */
export const udfHistory: Handler<'udfHistory'> = async ({ services, query, chargeItems }) => {
  const instrument = findSymbol(services, query.symbol);
  const interval = intervalOf(query.resolution);
  const toMs = query.to * 1000;
  const fromMs = query.countback === undefined ? query.from * 1000 : toMs - query.countback * intervalMs[interval];
  const range = { fromMs: Math.max(0, fromMs), toMs };
  chargeItems(mostCandlesIn(interval, range));
  const candles = await services.marketData.candles(instrument.market, interval, range);
  if (candles.length === 0) return { s: 'no_data' };
  const bars = candles.map((candle) => candleOnWire(instrument, candle));
  return {
    s: 'ok',
    t: bars.map((bar) => bar.time / 1000),
    o: bars.map((bar) => Number(bar.open)),
    h: bars.map((bar) => Number(bar.high)),
    l: bars.map((bar) => Number(bar.low)),
    c: bars.map((bar) => Number(bar.close)),
    v: bars.map((bar) => Number(bar.volume)),
  };
};
