import type { MarketId, OrderFilled } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { Instrument } from '../../kit/instruments.ts';
import type { MarketData } from '../../projections/tables/market-data.ts';
import type { Trade } from '../../projections/tables/trades.ts';
import { type Subscriber, Subscribers, send } from './subscribers.ts';

const SNAPSHOT_TRADES = 100;

interface Feed {
  readonly instrument: Instrument;
  readonly subscribers: Subscribers;
  pending: Trade[];
}

/** The public tape: first the last trades, newest first; then new trades, oldest first. */
export class TradesChannel {
  readonly #marketData: MarketData;
  readonly #feeds = new Map<MarketId, Feed>();

  constructor(marketData: MarketData) {
    this.#marketData = marketData;
  }

  subscribe(subscriber: Subscriber, instrument: Instrument): void {
    const { market } = instrument;
    let feed = this.#feeds.get(market);
    if (feed === undefined) {
      feed = { instrument, subscribers: new Subscribers(), pending: [] };
      this.#feeds.set(market, feed);
    }
    this.#flush(feed);
    const trades = this.#marketData.tape(market, SNAPSHOT_TRADES);
    send(subscriber, { kind: 'trades_snapshot', instrument, number: this.#marketData.lastTrade(market), trades });
    feed.subscribers.add(subscriber);
  }

  unsubscribe(subscriber: Subscriber, instrument: Instrument): void {
    const feed = this.#feeds.get(instrument.market);
    feed?.subscribers.delete(subscriber);
    if (feed?.subscribers.isEmpty) this.#feeds.delete(instrument.market);
  }

  apply(event: OrderFilled, timeMs: TimeMs): void {
    const { market, trade, takerSide, priceTicks, sizeLots } = event;
    this.#feeds.get(market)?.pending.push({ trade, takerSide, priceTicks, sizeLots, timeMs });
  }

  flush(): void {
    for (const feed of this.#feeds.values()) this.#flush(feed);
  }

  #flush(feed: Feed): void {
    const [first, ...further] = feed.pending;
    if (first === undefined) return;
    feed.pending = [];
    feed.subscribers.broadcast({ kind: 'trades', instrument: feed.instrument, trades: [first, ...further] });
  }
}
