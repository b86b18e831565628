import type { CandleInterval } from '@vitrine/contract';
import type { Instrument } from '../../kit/instruments.ts';
import type { Candle } from '../../projections/tables/candles.ts';
import type { MarketData } from '../../projections/tables/market-data.ts';
import { Readership } from './readership.ts';
import type { Subscriber } from './subscribers.ts';
import type { TopicMessage } from './topic-message.ts';

interface Feed {
  readonly instrument: Instrument;
  readonly interval: CandleInterval;
  readonly readership: Readership;
  /** The opening time of the candle last sent and, in `trades`, its number of trades: only trades change a candle. */
  openMs: number;
  trades: number;
  /** The last message to the readers; new readers get it first. */
  last: TopicMessage;
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
    feed.readership.add(subscriber);
  }

  unsubscribe(subscriber: Subscriber, instrument: Instrument, interval: CandleInterval): void {
    const key = keyOf(instrument, interval);
    const feed = this.#feeds.get(key);
    feed?.readership.delete(subscriber);
    if (feed?.readership.isEmpty) this.#feeds.delete(key);
  }

  flush(): void {
    for (const feed of this.#feeds.values()) this.#flush(feed);
  }

  #open(instrument: Instrument, interval: CandleInterval): Feed {
    const candle = this.#marketData.candle(instrument.market, interval);
    const feed: Feed = {
      instrument,
      interval,
      readership: new Readership(() => ({ message: feed.last, items: 1 })),
      openMs: candle.openMs,
      trades: candle.trades,
      last: this.#message(instrument, interval, candle),
    };
    this.#feeds.set(keyOf(instrument, interval), feed);
    return feed;
  }

  #flush(feed: Feed): void {
    const { instrument, interval } = feed;
    const candle = this.#marketData.candle(instrument.market, interval);
    if (candle.openMs !== feed.openMs) {
      const closed = this.#marketData.recentCandle(instrument.market, interval, feed.openMs);
      if (closed !== undefined && closed.trades !== feed.trades)
        feed.readership.broadcast(this.#message(instrument, interval, closed, candle.trades));
    } else if (candle.trades === feed.trades) {
      return;
    }
    feed.openMs = candle.openMs;
    feed.trades = candle.trades;
    feed.last = this.#message(instrument, interval, candle);
    feed.readership.broadcast(feed.last);
  }

  #message(instrument: Instrument, interval: CandleInterval, candle: Candle, tradesSince = 0): TopicMessage {
    const number = this.#marketData.lastTrade(instrument.market) - tradesSince;
    return { kind: 'candle', instrument, interval, number, candle };
  }
}

const keyOf = ({ market }: Instrument, interval: CandleInterval): string => `${market}/${interval}`;
