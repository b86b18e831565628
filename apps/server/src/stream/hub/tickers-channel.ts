import type { MarketId } from '@vitrine/core';
import type { Instruments } from '../../kit/instruments.ts';
import type { MarketData } from '../../projections/tables/market-data.ts';
import type { Ticker } from '../../projections/tables/market-series.ts';
import { type Subscriber, Subscribers, send } from './subscribers.ts';
import type { InstrumentTicker } from './topic-message.ts';

/**
 * The 24-hour figures of all markets, then of those that changed: through a trade, or because an old trade is no longer
 * within the 24 hours.
 */
export class TickersChannel {
  readonly #marketData: MarketData;
  readonly #instruments: Instruments;
  readonly #subscribers = new Subscribers();
  readonly #sent = new Map<MarketId, Ticker>();

  constructor(marketData: MarketData, instruments: Instruments) {
    this.#marketData = marketData;
    this.#instruments = instruments;
  }

  subscribe(subscriber: Subscriber): void {
    this.flush();
    const tickers = this.#all();
    if (this.#subscribers.isEmpty) for (const { ticker } of tickers) this.#sent.set(ticker.market, ticker);
    send(subscriber, { kind: 'tickers_snapshot', tickers });
    this.#subscribers.add(subscriber);
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
  }

  flush(): void {
    if (this.#subscribers.isEmpty) return;
    const tickers = this.#all().filter(({ ticker }) => {
      const sent = this.#sent.get(ticker.market);
      if (sent !== undefined && isSame(sent, ticker)) return false;
      this.#sent.set(ticker.market, ticker);
      return true;
    });
    if (tickers.length > 0) this.#subscribers.broadcast({ kind: 'tickers', tickers });
  }

  #all(): InstrumentTicker[] {
    return this.#marketData.markets().map((market) => ({
      instrument: this.#instruments.byMarket(market),
      ticker: this.#marketData.ticker(market),
    }));
  }
}

const isSame = (a: Ticker, b: Ticker): boolean =>
  a.lastTicks === b.lastTicks &&
  a.openTicks === b.openTicks &&
  a.highTicks === b.highTicks &&
  a.lowTicks === b.lowTicks &&
  a.volumeLots === b.volumeLots &&
  a.turnoverUnits === b.turnoverUnits;
