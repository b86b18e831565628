import type { MarketId } from '@vitrine/core';
import type { Services } from '../services.ts';
import type { IndexQuote, IndexSource } from './index-source.ts';

/** The middle of our own spot book, scaled to the ticks of the perpetual market. */
export class BookSource implements IndexSource {
  readonly name = 'own spot book';
  readonly #services: Pick<Services, 'core' | 'instruments' | 'clock'>;

  constructor(services: Pick<Services, 'core' | 'instruments' | 'clock'>) {
    this.#services = services;
  }

  quote(market: MarketId): IndexQuote | undefined {
    const { core, instruments, clock } = this.#services;
    const perpetual = instruments.byMarket(market);
    const spot = instruments.spot().find(({ base, quote }) => base === perpetual.base && quote === perpetual.quote);
    if (spot === undefined || core.market(spot.market)?.status !== 'open') return undefined;
    const { bids, asks } = core.depth(spot.market, 1);
    const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
    if (bid === undefined || ask === undefined) return undefined;
    const scale = stepOf(spot.tick) / stepOf(perpetual.tick);
    return { ticks: ((bid + ask) / 2) * scale, atMs: clock() };
  }
}

const stepOf = ({ coefficient, scale }: { readonly coefficient: number; readonly scale: number }): number =>
  coefficient / 10 ** scale;
