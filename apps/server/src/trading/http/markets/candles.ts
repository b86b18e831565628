import type { CandleInterval, endpoints, QueryOf } from '@vitrine/contract';
import { findCharted } from '../../../kit/find.ts';
import { intervalMs } from '../../../projections/tables/candles.ts';
import { mostCandlesIn } from '../../../projections/tables/market-data.ts';
import { candleOnWire } from '../../../projections/wire.ts';
import type { Handler } from '../../services.ts';

const CANDLES = 500;

const intervals: Readonly<Record<QueryOf<typeof endpoints.candles>['timeframe'], CandleInterval>> = {
  '1min': '1m',
  '1m': '1m',
  '5min': '5m',
  '5m': '5m',
  '15min': '15m',
  '15m': '15m',
  '1h': '1h',
  '1hr': '1h',
  '4h': '4h',
  '4hr': '4h',
  '1d': '1d',
  '1D': '1d',
};

export const candles: Handler<'candles'> = async ({ services, query, chargeItems }) => {
  const instrument = findCharted(services, query.symbol);
  const interval = intervals[query.timeframe];
  const { marketData } = services;
  const present = marketData.candle(instrument.market, interval);
  const toMs = query.before ?? present.openMs + 1;
  const range = { fromMs: Math.max(0, toMs - (query.limit ?? CANDLES) * intervalMs[interval]), toMs };
  chargeItems(mostCandlesIn(interval, range));
  const position = services.core.position;
  const candles = await marketData.candles(instrument.market, interval, range);
  const series = candles.map((candle) => candleOnWire(instrument, candle));
  return {
    dates: series.map(({ time }) => new Date(time).toISOString()),
    series,
    latest_time: candleOnWire(instrument, present),
    position,
  };
};
