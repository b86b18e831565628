import type { TimeMs } from '@vitrine/money';
import { fractionalPriceText } from '../../kit/instruments.ts';
import type { Handler } from '../services.ts';
import { findPerpetual } from './find-perpetual.ts';
import { indexOnWire } from './index-wire.ts';

export const futuresIndex: Handler<'futuresIndex'> = async ({ services }) => {
  const { instruments, indexPrices, clock, core } = services;
  const perpetuals = instruments.perpetuals();
  const states = await indexPrices.states(perpetuals.map(({ market }) => market));
  const time = clock() as TimeMs;
  const indexes = perpetuals.map((perpetual) => indexOnWire(perpetual, states.get(perpetual.market), time));
  return { indexes, time, position: core.position };
};

/** Number of minutes returned by default: eight hours. */
const MINUTES = 480;

export const indexHistory: Handler<'indexHistory'> = async ({ services, query, chargeItems }) => {
  const perpetual = findPerpetual(services, query.name);
  const limit = query.limit ?? MINUTES;
  chargeItems(limit);
  const { indexPrices, clock, core } = services;
  const candles = await indexPrices.candles(perpetual.market, query.before ?? clock() + 1, limit);
  const text = (ticks: number) => fractionalPriceText(perpetual, ticks);
  const prices = candles.map(({ minuteMs, open, high, low, close, sources }) => ({
    time: minuteMs as TimeMs,
    open: text(open),
    high: text(high),
    low: text(low),
    close: text(close),
    sources,
  }));
  return { prices, position: core.position };
};
