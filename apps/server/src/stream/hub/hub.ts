import type { Core, CoreEvent } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { Instruments } from '../../kit/instruments.ts';
import type { EventBatch } from '../../projections/projector/event-batch.ts';
import type { MarketData } from '../../projections/tables/market-data.ts';
import type { OpenOrders } from '../../projections/tables/open-orders.ts';
import { BookChannel } from './book-channel.ts';
import { CandlesChannel } from './candles-channel.ts';
import { futuresChannel } from './futures-channel.ts';
import { LogChannel } from './log-channel.ts';
import type { MarketFigures } from './market-figures.ts';
import { PrivateChannel } from './private-channel.ts';
import type { Subscriber } from './subscribers.ts';
import { tickersChannel } from './tickers-channel.ts';
import type { InstrumentTicker, PerpetualFigures, Topic } from './topic-message.ts';
import { TradesChannel } from './trades-channel.ts';

export interface HubParts {
  readonly core: () => Core;
  readonly marketData: MarketData;
  readonly openOrders: OpenOrders;
  readonly instruments: Instruments;
}

/** Distributes events to all topics, in the exchange's internal units, for subscribers of any dialect. */
export class Hub {
  readonly #book: BookChannel;
  readonly #trades: TradesChannel;
  readonly #tickers: MarketFigures<InstrumentTicker>;
  readonly #futures: MarketFigures<PerpetualFigures>;
  readonly #candles: CandlesChannel;
  readonly #log: LogChannel;
  readonly #private: PrivateChannel;
  #subscriptions = 0;

  constructor({ core, marketData, openOrders, instruments }: HubParts) {
    this.#book = new BookChannel(core);
    this.#trades = new TradesChannel(marketData);
    this.#tickers = tickersChannel(marketData, instruments);
    this.#futures = futuresChannel(core, marketData, instruments);
    this.#candles = new CandlesChannel(marketData);
    this.#log = new LogChannel(core, instruments);
    this.#private = new PrivateChannel(core, openOrders, instruments);
  }

  /** Sends the subscriber the topic's snapshot, then every change. */
  subscribe(subscriber: Subscriber, topic: Topic): void {
    this.#subscriptions += 1;
    switch (topic.channel) {
      case 'book':
        this.#book.subscribe(subscriber, topic.instrument);
        break;
      case 'trades':
        this.#trades.subscribe(subscriber, topic.instrument);
        break;
      case 'candles':
        this.#candles.subscribe(subscriber, topic.instrument, topic.interval);
        break;
      case 'tickers':
        this.#tickers.subscribe(subscriber);
        break;
      case 'futures':
        this.#futures.subscribe(subscriber);
        break;
      case 'log':
        this.#log.subscribe(subscriber);
        break;
      case 'private':
        this.#private.subscribe(subscriber, topic.owner);
        break;
    }
  }

  /** Undoes one `subscribe`. */
  unsubscribe(subscriber: Subscriber, topic: Topic): void {
    this.#subscriptions -= 1;
    switch (topic.channel) {
      case 'book':
        this.#book.unsubscribe(subscriber, topic.instrument);
        break;
      case 'trades':
        this.#trades.unsubscribe(subscriber, topic.instrument);
        break;
      case 'candles':
        this.#candles.unsubscribe(subscriber, topic.instrument, topic.interval);
        break;
      case 'tickers':
        this.#tickers.unsubscribe(subscriber);
        break;
      case 'futures':
        this.#futures.unsubscribe(subscriber);
        break;
      case 'log':
        this.#log.unsubscribe(subscriber);
        break;
      case 'private':
        this.#private.unsubscribe(subscriber, topic.owner);
    }
  }

  /**
   * Takes the changes of a batch: those of private topics are sent at once, those of public topics later. Call this
   * right after the core, the market data and the open orders have applied the batch.
   */
  apply({ firstPosition, count, timeMs, events }: EventBatch): void {
    if (this.#subscriptions === 0) return;
    const firstLogged = this.#log.begin(firstPosition, count, timeMs);
    events.forEach((index, event) => {
      this.#take(event, timeMs);
      if (index >= firstLogged) this.#log.apply(index, event);
    });
    this.#private.send(firstPosition + count - 1);
  }

  #take(event: CoreEvent, timeMs: TimeMs): void {
    if (event.kind === 'LevelChanged') this.#book.apply(event);
    else this.#private.apply(event);
    if (event.kind === 'OrderFilled') this.#trades.apply(event, timeMs);
  }

  /** Sends the pending changes of books and tapes. */
  sendBooks(): void {
    this.#book.flush();
    this.#trades.flush();
  }

  sendFigures(): void {
    this.#tickers.flush();
    this.#futures.flush();
    this.#candles.flush();
    this.#log.flush();
  }
}
