import type { CandleInterval, StreamRequest } from '@vitrine/contract';
import type { CoreEvent } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { Instrument, Instruments } from '../kit/instruments.ts';
import type { EventBatch } from '../projections/projector/event-batch.ts';
import { BookChannel } from './book-channel.ts';
import { CandlesChannel } from './candles-channel.ts';
import type { Connection } from './connection.ts';
import { type Charge, PrivateChannel } from './private-channel.ts';
import type { StreamParts } from './stream.ts';
import { TickersChannel } from './tickers-channel.ts';
import { TradesChannel } from './trades-channel.ts';

/** What can be subscribed to. */
export type Topic =
  | { readonly channel: 'book' | 'trades'; readonly instrument: Instrument }
  | { readonly channel: 'candles'; readonly instrument: Instrument; readonly interval: CandleInterval }
  | { readonly channel: 'tickers' | 'private' };

/** The topic a request names, or undefined when there is no such market. */
export function topicOf(
  request: Extract<StreamRequest, { channel: string }>,
  instruments: Instruments,
): Topic | undefined {
  if (!('name' in request)) return { channel: request.channel };
  const instrument = instruments.byName(request.name);
  if (instrument === undefined) return undefined;
  if (request.channel === 'candles') return { channel: 'candles', instrument, interval: request.interval };
  return { channel: request.channel, instrument };
}

/** The same text for the same topic. */
export function topicKey(topic: Topic): string {
  if (!('instrument' in topic)) return topic.channel;
  const interval = topic.channel === 'candles' ? `/${topic.interval}` : '';
  return `${topic.channel}/${topic.instrument.name}${interval}`;
}

type ChannelParts = Pick<StreamParts, 'core' | 'marketData' | 'openOrders' | 'instruments'>;

/** All channels, and how events reach them. */
export class Channels {
  readonly #book: BookChannel;
  readonly #trades: TradesChannel;
  readonly #tickers: TickersChannel;
  readonly #candles: CandlesChannel;
  readonly #private: PrivateChannel;

  constructor({ core, marketData, openOrders, instruments }: ChannelParts, charge: Charge) {
    this.#book = new BookChannel(core);
    this.#trades = new TradesChannel(marketData);
    this.#tickers = new TickersChannel(marketData, instruments);
    this.#candles = new CandlesChannel(marketData);
    this.#private = new PrivateChannel(core, openOrders, instruments, charge);
  }

  /** Sends the snapshot, and from then on what changes. The private topic needs a session. */
  subscribe(connection: Connection, topic: Topic): void {
    switch (topic.channel) {
      case 'book':
        this.#book.subscribe(connection, topic.instrument);
        break;
      case 'trades':
        this.#trades.subscribe(connection, topic.instrument);
        break;
      case 'candles':
        this.#candles.subscribe(connection, topic.instrument, topic.interval);
        break;
      case 'tickers':
        this.#tickers.subscribe(connection);
        break;
      case 'private':
        if (connection.session === undefined) throw new Error('the private channel needs a session');
        this.#private.subscribe(connection, connection.session.owner);
        break;
    }
  }

  unsubscribe(connection: Connection, topic: Topic): void {
    switch (topic.channel) {
      case 'book':
        this.#book.unsubscribe(connection, topic.instrument);
        break;
      case 'trades':
        this.#trades.unsubscribe(connection, topic.instrument);
        break;
      case 'candles':
        this.#candles.unsubscribe(connection, topic.instrument, topic.interval);
        break;
      case 'tickers':
        this.#tickers.unsubscribe(connection);
        break;
      case 'private':
        if (connection.session !== undefined) this.#private.unsubscribe(connection, connection.session.owner);
    }
  }

  apply({ firstPosition, count, timeMs, events }: EventBatch): void {
    events.forEach((_, event) => {
      this.#take(event, timeMs);
    });
    this.#private.send(firstPosition + count - 1);
  }

  #take(event: CoreEvent, timeMs: TimeMs): void {
    if (event.kind === 'LevelChanged') this.#book.apply(event);
    else this.#private.apply(event);
    if (event.kind === 'OrderFilled') this.#trades.apply(event, timeMs);
  }

  sendBooks(): void {
    this.#book.flush();
    this.#trades.flush();
  }

  sendFigures(): void {
    this.#tickers.flush();
    this.#candles.flush();
  }
}
