import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { TimeMs } from '@vitrine/money';
import { fractionalPriceText, type Instrument, nameIn, type Perpetual } from '../../kit/instruments.ts';
import type { IndexState } from '../index-price/index-feed.ts';
import { quoteStates } from '../index-price/index-price.ts';

type Index = ResponseOf<typeof endpoints.futuresIndex>['indexes'][number];

/** The sources of an index with their prices and states at this time. */
function indexSourcesOnWire(instrument: Instrument, { names, sources }: IndexState, nowMs: number): Index['sources'] {
  const states = quoteStates(sources, nowMs);
  return names.map((name) => {
    const at = sources.findIndex((one) => one.name === name);
    const quote = sources[at];
    if (quote === undefined) return { name, state: 'silent', price: '', at: 0 as TimeMs };
    const isPrice = Number.isFinite(quote.ticks) && quote.ticks > 0;
    const price = isPrice ? fractionalPriceText(instrument, quote.ticks) : '';
    return { name, state: states[at] ?? 'stale', price, at: quote.atMs };
  });
}

/** The index of a market. `state` is undefined if this server has none. */
export function indexOnWire(perpetual: Perpetual, state: IndexState | undefined, nowMs: number): Index {
  const sources = state === undefined ? [] : indexSourcesOnWire(perpetual, state, nowMs);
  const ticks = state?.ticks;
  return {
    name: nameIn.web(perpetual),
    state: ticks === undefined ? 'unconfirmed' : 'confirmed',
    price: ticks === undefined ? '' : fractionalPriceText(perpetual, ticks),
    confirmed_at: state?.confirmedAtMs ?? (0 as TimeMs),
    used_sources: sources.filter((one) => one.state === 'used').length,
    needed_sources: state?.needed ?? 0,
    sources,
  };
}
