import type { MarketId } from '@vitrine/core';
import type { Instruments } from '../../kit/instruments.ts';
import type { MarketData } from '../../projections/tables/market-data.ts';
import type { Ticker } from '../../projections/tables/market-series.ts';
import { Readership } from './readership.ts';
import type { Subscriber } from './subscribers.ts';
import type { InstrumentTicker } from './topic-message.ts';

/**
 * The 24-hour figures: initially for all spot markets, then for those that changed, through a trade or because an old
 * trade is no longer within the 24 hours.
 */
export class TickersChannel {
  readonly #marketData: MarketData;
  readonly #instruments: Instruments;
  readonly #readership = new Readership(() => this.#snapshot());
  /** The figures that readers already have; new readers get them first. */
  readonly #sent = new Map<MarketId, InstrumentTicker>();

  constructor(marketData: MarketData, instruments: Instruments) {
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
    const tickers = this.#changed();
    if (tickers.length > 0) this.#readership.broadcast({ kind: 'tickers', tickers });
  }

  #snapshot() {
    if (this.#sent.size === 0) this.#changed();
    const tickers = [...this.#sent.values()];
    return { message: { kind: 'tickers_snapshot', tickers } as const, items: tickers.length };
  }

  /** Stores and returns the figures that readers do not have yet. */
  #changed(): InstrumentTicker[] {
    const changed: InstrumentTicker[] = [];
    for (const instrument of this.#instruments.spot()) {
      const { market } = instrument;
      const ticker = this.#marketData.ticker(market);
      const sent = this.#sent.get(market);
      if (sent !== undefined && isSameTicker(sent.ticker, ticker)) continue;
      const entry = { instrument, ticker };
      this.#sent.set(market, entry);
      changed.push(entry);
    }
    return changed;
  }
}

export const isSameTicker = (a: Ticker, b: Ticker): boolean =>
  a.lastTicks === b.lastTicks &&
  a.openTicks === b.openTicks &&
  a.highTicks === b.highTicks &&
  a.lowTicks === b.lowTicks &&
  a.volumeLots === b.volumeLots &&
  a.turnoverUnits === b.turnoverUnits;
