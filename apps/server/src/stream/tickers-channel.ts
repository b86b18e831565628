import type { StreamTicker } from '@vitrine/contract';
import type { Instruments } from '../kit/instruments.ts';
import type { MarketData } from '../projections/tables/market-data.ts';
import { tickerOnWire } from '../projections/wire.ts';
import type { Connection } from './connection.ts';
import { Subscribers } from './subscribers.ts';

/** The 24 h figures of all markets, then of those that changed: by a trade, or because an old one fell out of the day. */
export class TickersChannel {
  readonly #marketData: MarketData;
  readonly #instruments: Instruments;
  readonly #subscribers = new Subscribers();
  /** As last sent, by name. */
  readonly #sent = new Map<string, string>();

  constructor(marketData: MarketData, instruments: Instruments) {
    this.#marketData = marketData;
    this.#instruments = instruments;
  }

  subscribe(connection: Connection): void {
    this.flush();
    const tickers = this.#all();
    if (this.#subscribers.size === 0) for (const ticker of tickers) this.#sent.set(ticker.name, JSON.stringify(ticker));
    connection.send({ type: 'tickers_snapshot', tickers });
    this.#subscribers.add(connection);
  }

  unsubscribe(connection: Connection): void {
    this.#subscribers.delete(connection);
  }

  flush(): void {
    if (this.#subscribers.size === 0) return;
    const tickers = this.#all().filter((ticker) => {
      const text = JSON.stringify(ticker);
      if (this.#sent.get(ticker.name) === text) return false;
      this.#sent.set(ticker.name, text);
      return true;
    });
    if (tickers.length > 0) this.#subscribers.broadcast({ type: 'tickers', tickers });
  }

  #all(): StreamTicker[] {
    return this.#marketData
      .markets()
      .map((market) => tickerOnWire(this.#instruments.byMarket(market), this.#marketData.ticker(market)));
  }
}
