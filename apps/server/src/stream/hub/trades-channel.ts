import type { MarketId, OrderFilled } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { Instrument } from '../../kit/instruments.ts';
import type { MarketData } from '../../projections/tables/market-data.ts';
import type { Trade } from '../../projections/tables/trades.ts';
import { Readership } from './readership.ts';
import type { Subscriber } from './subscribers.ts';

const SNAPSHOT_TRADES = 100;

interface Feed {
  readonly instrument: Instrument;
  readonly readership: Readership;
  readonly pending: Trade[];
}

/** The public tape: first the last trades, newest first; then new trades, oldest first. */
export class TradesChannel {
  readonly #marketData: MarketData;
  readonly #feeds = new Map<MarketId, Feed>();

  constructor(marketData: MarketData) {
    this.#marketData = marketData;
  }

  subscribe(subscriber: Subscriber, instrument: Instrument): void {
    const feed = this.#feeds.get(instrument.market) ?? this.#open(instrument);
    feed.readership.add(subscriber);
  }

  unsubscribe(subscriber: Subscriber, instrument: Instrument): void {
    const feed = this.#feeds.get(instrument.market);
    feed?.readership.delete(subscriber);
    if (feed?.readership.isEmpty) this.#feeds.delete(instrument.market);
  }

  apply(event: OrderFilled, timeMs: TimeMs): void {
    const { market, trade, takerSide, priceTicks, sizeLots } = event;
    const feed = this.#feeds.get(market);
    feed?.pending.push({ trade, takerSide, priceTicks, sizeLots, timeMs });
    feed?.readership.changed();
  }

  flush(): void {
    for (const feed of this.#feeds.values()) this.#flush(feed);
  }

  #open(instrument: Instrument): Feed {
    const feed: Feed = { instrument, readership: new Readership(() => this.#snapshot(instrument)), pending: [] };
    this.#feeds.set(instrument.market, feed);
    return feed;
  }

  #snapshot(instrument: Instrument) {
    const trades = this.#marketData.tape(instrument.market, SNAPSHOT_TRADES);
    const number = this.#marketData.lastTrade(instrument.market);
    return { message: { kind: 'trades_snapshot', instrument, number, trades } as const, items: trades.length };
  }

  #flush({ instrument, readership, pending }: Feed): void {
    const [first, ...further] = pending.splice(0);
    if (first !== undefined) readership.broadcast({ kind: 'trades', instrument, trades: [first, ...further] });
    readership.admitNewcomers();
  }
}
