import type { RateSheet, Rates } from './rates.ts';

/** The sandbox's prices, which never change. */
export class SimulatedRates implements Rates {
  async current(): Promise<RateSheet> {
    const prices = {
      PHP: 5_870_000_000,
      USD: 100_000_000,
      VND: 2_630_000_000_000,
      MYR: 413_000_000,
      SGD: 130_000_000,
    };
    return { prices, timeMs: Date.now() };
  }
}
