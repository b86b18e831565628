import type { StreamTrade } from '@vitrine/contract';
import type { MarketId, OrderFilled } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { Instrument } from '../kit/instruments.ts';
import type { MarketData } from '../projections/tables/market-data.ts';
import { tradeOnWire } from '../projections/wire.ts';
import type { Connection } from './connection.ts';
import { Subscribers } from './subscribers.ts';

const SNAPSHOT_TRADES = 100;

interface Feed {
  readonly instrument: Instrument;
  readonly subscribers: Subscribers;
  pending: StreamTrade[];
}

/** The public tape: the last trades newest first, then new ones oldest first. */
export class TradesChannel {
  readonly #marketData: MarketData;
  readonly #feeds = new Map<MarketId, Feed>();

  constructor(marketData: MarketData) {
    this.#marketData = marketData;
  }

  subscribe(connection: Connection, instrument: Instrument): void {
    const { market, name } = instrument;
    let feed = this.#feeds.get(market);
    if (feed === undefined) {
      feed = { instrument, subscribers: new Subscribers(), pending: [] };
      this.#feeds.set(market, feed);
    }
    this.#flush(feed);
    const trades = this.#marketData.tape(market, SNAPSHOT_TRADES).map((trade) => tradeOnWire(instrument, trade));
    connection.send({ type: 'trades_snapshot', name, number: this.#marketData.lastTrade(market), trades });
    feed.subscribers.add(connection);
  }

  unsubscribe(connection: Connection, instrument: Instrument): void {
    const feed = this.#feeds.get(instrument.market);
    feed?.subscribers.delete(connection);
    if (feed?.subscribers.size === 0) this.#feeds.delete(instrument.market);
  }

  apply(event: OrderFilled, timeMs: TimeMs): void {
    const feed = this.#feeds.get(event.market);
    feed?.pending.push(tradeOnWire(feed.instrument, { ...event, timeMs }));
  }

  flush(): void {
    for (const feed of this.#feeds.values()) this.#flush(feed);
  }

  #flush(feed: Feed): void {
    const [first, last] = [feed.pending[0], feed.pending.at(-1)];
    if (first === undefined || last === undefined) return;
    const trades = feed.pending;
    feed.pending = [];
    feed.subscribers.broadcast({ type: 'trades', name: feed.instrument.name, from: first.id, to: last.id, trades });
  }
}
