import type { MarketId, PerpetualView } from '@vitrine/core';
import type { Services } from './services.ts';

/** A listed perpetual market as it is now. */
export function viewOf(core: Services['core'], market: MarketId): PerpetualView {
  const view = core.perpetual(market);
  if (view === undefined) throw new Error(`perpetual market ${market} is not listed`);
  return view;
}
