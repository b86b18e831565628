import type { CandleInterval } from '@vitrine/contract';
import type { Instrument } from '../../kit/instruments.ts';
import type { Candle } from '../../projections/tables/candles.ts';
import type { MarketData } from '../../projections/tables/market-data.ts';
import { type Subscriber, Subscribers, send } from './subscribers.ts';
import type { TopicMessage } from './topic-message.ts';

interface Feed {
  readonly instrument: Instrument;
  readonly interval: CandleInterval;
  readonly subscribers: Subscribers;
  /** Opening time and number of trades of the candle last sent: only trades change a candle. */
  openMs: number;
  trades: number;
}

/** The current candle of each subscribed market and interval, and its final state when it closes. */
export class CandlesChannel {
  readonly #marketData: MarketData;
  readonly #feeds = new Map<string, Feed>();

  constructor(marketData: MarketData) {
    this.#marketData = marketData;
  }

  subscribe(subscriber: Subscriber, instrument: Instrument, interval: CandleInterval): void {
    const feed = this.#feeds.get(keyOf(instrument, interval)) ?? this.#open(instrument, interval);
    this.#flush(feed);
    send(subscriber, this.#message(feed, this.#marketData.candle(instrument.market, interval)));
    feed.subscribers.add(subscriber);
  }

  unsubscribe(subscriber: Subscriber, instrument: Instrument, interval: CandleInterval): void {
    const key = keyOf(instrument, interval);
    const feed = this.#feeds.get(key);
    feed?.subscribers.delete(subscriber);
    if (feed?.subscribers.isEmpty) this.#feeds.delete(key);
  }

  flush(): void {
    for (const feed of this.#feeds.values()) this.#flush(feed);
  }

  #open(instrument: Instrument, interval: CandleInterval): Feed {
    const { openMs, trades } = this.#marketData.candle(instrument.market, interval);
    const feed = { instrument, interval, subscribers: new Subscribers(), openMs, trades };
    this.#feeds.set(keyOf(instrument, interval), feed);
    return feed;
  }

  #flush(feed: Feed): void {
    const { market } = feed.instrument;
    const candle = this.#marketData.candle(market, feed.interval);
    if (candle.openMs !== feed.openMs) {
      const closed = this.#marketData.recentCandle(market, feed.interval, feed.openMs);
      if (closed !== undefined && closed.trades !== feed.trades)
        feed.subscribers.broadcast(this.#message(feed, closed, candle.trades));
    } else if (candle.trades === feed.trades) {
      return;
    }
    feed.openMs = candle.openMs;
    feed.trades = candle.trades;
    feed.subscribers.broadcast(this.#message(feed, candle));
  }

  #message({ instrument, interval }: Feed, candle: Candle, tradesSince = 0): TopicMessage {
    const number = this.#marketData.lastTrade(instrument.market) - tradesSince;
    return { kind: 'candle', instrument, interval, number, candle };
  }
}

const keyOf = ({ market }: Instrument, interval: CandleInterval): string => `${market}/${interval}`;
