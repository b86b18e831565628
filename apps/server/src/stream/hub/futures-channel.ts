import type { Core, MarketId } from '@vitrine/core';
import type { Instruments } from '../../kit/instruments.ts';
import type { MarketData } from '../../projections/tables/market-data.ts';
import { Readership } from './readership.ts';
import type { Subscriber } from './subscribers.ts';
import { isSameTicker } from './tickers-channel.ts';
import type { PerpetualFigures } from './topic-message.ts';

/** Mark price, open interest and 24-hour figures: initially for all perpetual markets, then for those that changed. */
export class FuturesChannel {
  readonly #core: () => Core;
  readonly #marketData: MarketData;
  readonly #instruments: Instruments;
  readonly #readership = new Readership(() => this.#snapshot());
  /** The figures that readers already have; new readers get them first. */
  readonly #sent = new Map<MarketId, PerpetualFigures>();

  constructor(core: () => Core, marketData: MarketData, instruments: Instruments) {
    this.#core = core;
    this.#marketData = marketData;
    this.#instruments = instruments;
  }

  subscribe(subscriber: Subscriber): void {
    this.#readership.add(subscriber);
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#readership.delete(subscriber);
    // Without readers nothing is updated, so the next reader starts from the current figures.
    if (this.#readership.isEmpty) this.#sent.clear();
  }

  flush(): void {
    if (this.#readership.isEmpty) return;
    const markets = this.#changed();
    if (markets.length > 0) this.#readership.broadcast({ kind: 'futures', markets });
  }

  #snapshot() {
    if (this.#sent.size === 0) this.#changed();
    const markets = [...this.#sent.values()];
    return { message: { kind: 'futures_snapshot', markets } as const, items: markets.length };
  }

  /** Stores and returns the figures that readers do not have yet. */
  #changed(): PerpetualFigures[] {
    const core = this.#core();
    return this.#instruments.perpetuals().flatMap((instrument) => {
      const { market } = instrument;
      const view = core.perpetual(market);
      if (view === undefined) return [];
      const { status, markTicks, openInterestLots } = view;
      const figures = { instrument, ticker: this.#marketData.ticker(market), status, markTicks, openInterestLots };
      if (isSame(this.#sent.get(market), figures)) return [];
      this.#sent.set(market, figures);
      return [figures];
    });
  }
}

const isSame = (a: PerpetualFigures | undefined, b: PerpetualFigures): boolean =>
  a !== undefined &&
  a.status === b.status &&
  a.markTicks === b.markTicks &&
  a.openInterestLots === b.openInterestLots &&
  isSameTicker(a.ticker, b.ticker);
