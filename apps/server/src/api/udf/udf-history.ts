import type { endpoints } from '@vitrine/contract';
import { intervalMs } from '../../projections/tables/candles.ts';
import { candleOnWire } from '../../projections/wire.ts';
import type { Handler } from '../services.ts';
import { findSymbol, intervalOf } from './udf.ts';

/** `countback`, where given, wins over `from`, as the protocol says. */
export const udfHistory: Handler<typeof endpoints.udfHistory> = async ({ services, query }) => {
  const instrument = findSymbol(services, query.symbol);
  const interval = intervalOf(query.resolution);
  const toMs = query.to * 1000;
  const fromMs = query.countback === undefined ? query.from * 1000 : toMs - query.countback * intervalMs[interval];
  const range = { fromMs: Math.max(0, fromMs), toMs };
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
