import type { Services } from '../services.ts';
import { type IndexedMarket, type IndexQuote, type IndexSource, tickSize } from './index-source.ts';

/**
 * The mid price of our own spot book, scaled to the ticks of the perpetual market. It is only compared with the index
 * and does not influence it, because a client could set this price with two small orders.
 */
export class BookSource implements IndexSource {
  readonly name = 'own spot book';
  readonly isCompared = true;
  readonly #services: Pick<Services, 'core' | 'instruments' | 'clock'>;

  constructor(services: Pick<Services, 'core' | 'instruments' | 'clock'>) {
    this.#services = services;
  }

  quote({ base, quote, tick }: IndexedMarket): IndexQuote | undefined {
    const { core, instruments, clock } = this.#services;
    const spot = instruments.spot().find((one) => one.base.asset === base.asset && one.quote.asset === quote.asset);
    if (spot === undefined || core.market(spot.market)?.status !== 'open') return undefined;
    const { bids, asks } = core.depth(spot.market, 1);
    const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
    if (bid === undefined || ask === undefined) return undefined;
    const scale = tickSize(spot) / tickSize({ tick });
    return { ticks: ((bid + ask) / 2) * scale, atMs: clock() };
  }
}
