import type { Core, LevelChanged, MarketId } from '@vitrine/core';
import type { PriceTicks, SizeLots } from '@vitrine/money';
import type { Instrument } from '../../kit/instruments.ts';
import { Readership } from './readership.ts';
import type { Subscriber } from './subscribers.ts';

/**
 * Levels per side in a snapshot. Changes at deeper levels are sent too; a client that runs out of levels on one side
 * must subscribe again.
 */
const SNAPSHOT_LEVELS = 1_000;

type Changes = Map<PriceTicks, SizeLots>;

interface Feed {
  readonly instrument: Instrument;
  readonly readership: Readership;
  /** The sequence number of the last level change that was sent to subscribers or is pending. */
  number: number;
  /** The sequence number of the first pending level change. */
  from: number;
  bids: Changes;
  asks: Changes;
}

/** Order books: a snapshot, then merged changes. Markets without subscribers cost nothing. */
export class BookChannel {
  readonly #core: () => Core;
  readonly #feeds = new Map<MarketId, Feed>();

  constructor(core: () => Core) {
    this.#core = core;
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

  apply(event: LevelChanged): void {
    const feed = this.#feeds.get(event.market);
    if (feed === undefined || event.number <= feed.number) return;
    if (event.number !== feed.number + 1)
      throw new Error(
        `Level changes of market ${event.market} are missing: expected ${feed.number + 1}, received ${event.number}`,
      );
    if (feed.bids.size + feed.asks.size === 0) feed.from = event.number;
    feed.number = event.number;
    feed.readership.changed();
    (event.side === 'buy' ? feed.bids : feed.asks).set(event.priceTicks, event.sizeLots);
  }

  flush(): void {
    for (const feed of this.#feeds.values()) this.#flush(feed);
  }

  #open(instrument: Instrument): Feed {
    const feed: Feed = {
      instrument,
      readership: new Readership(() => this.#snapshot(feed)),
      number: this.#core().depth(instrument.market, 1).number,
      from: 0,
      bids: new Map(),
      asks: new Map(),
    };
    this.#feeds.set(instrument.market, feed);
    return feed;
  }

  #flush(feed: Feed): void {
    if (feed.bids.size + feed.asks.size > 0) {
      const { instrument, readership, from, number: to, bids, asks } = feed;
      feed.bids = new Map();
      feed.asks = new Map();
      readership.broadcast({ kind: 'book', instrument, from, to, bids, asks });
    }
    feed.readership.admitNewcomers();
  }

  #snapshot({ instrument, number }: Feed) {
    const { number: current, bids, asks } = this.#core().depth(instrument.market, SNAPSHOT_LEVELS);
    if (number !== current)
      throw new Error(
        `The stream of market ${instrument.market} is at level change ${number}, but the order book is at ${current}`,
      );
    return {
      message: { kind: 'book_snapshot', instrument, number, bids, asks } as const,
      items: bids.length + asks.length,
    };
  }
}
