import type { BookLevel } from '@vitrine/contract';
import type { Core, LevelChanged, MarketId } from '@vitrine/core';
import type { PriceTicks, SizeLots } from '@vitrine/money';
import type { Instrument } from '../kit/instruments.ts';
import { priceText, sizeText } from '../projections/wire.ts';
import type { Connection } from './connection.ts';
import { type Frame, frameOf } from './frame.ts';
import { Subscribers } from './subscribers.ts';

/**
 * Levels a side in a snapshot. Changes deeper than that are sent all the same; a client whose side of the book has run
 * out subscribes again.
 */
const SNAPSHOT_LEVELS = 1_000;

type Levels = Map<PriceTicks, SizeLots>;

interface Feed {
  readonly instrument: Instrument;
  readonly subscribers: Subscribers;
  /** The last level change that subscribers know of or that is pending. */
  number: number;
  /** The first pending one. */
  from: number;
  bids: Levels;
  asks: Levels;
  snapshot: { readonly number: number; readonly frame: Frame } | undefined;
}

/** Order books: a snapshot, then what changed, merged. Only markets that somebody watches cost anything. */
export class BookChannel {
  readonly #core: () => Core;
  readonly #feeds = new Map<MarketId, Feed>();

  constructor(core: () => Core) {
    this.#core = core;
  }

  subscribe(connection: Connection, instrument: Instrument): void {
    const feed = this.#feeds.get(instrument.market) ?? this.#open(instrument);
    // The others get what is pending first, so that the newcomer's snapshot and their next update meet at one number.
    this.#flush(feed);
    connection.sendFrame(this.#snapshot(feed));
    feed.subscribers.add(connection);
  }

  unsubscribe(connection: Connection, instrument: Instrument): void {
    const feed = this.#feeds.get(instrument.market);
    feed?.subscribers.delete(connection);
    if (feed?.subscribers.size === 0) this.#feeds.delete(instrument.market);
  }

  apply(event: LevelChanged): void {
    const feed = this.#feeds.get(event.market);
    if (feed === undefined || event.number <= feed.number) return;
    if (event.number !== feed.number + 1)
      throw new Error(`Level change ${event.number} of ${feed.instrument.name} follows ${feed.number}`);
    if (feed.bids.size + feed.asks.size === 0) feed.from = event.number;
    feed.number = event.number;
    (event.side === 'buy' ? feed.bids : feed.asks).set(event.priceTicks, event.sizeLots);
  }

  flush(): void {
    for (const feed of this.#feeds.values()) this.#flush(feed);
  }

  #open(instrument: Instrument): Feed {
    const feed = {
      instrument,
      subscribers: new Subscribers(),
      number: this.#core().depth(instrument.market, 1).number,
      from: 0,
      bids: new Map(),
      asks: new Map(),
      snapshot: undefined,
    };
    this.#feeds.set(instrument.market, feed);
    return feed;
  }

  #flush(feed: Feed): void {
    if (feed.bids.size + feed.asks.size === 0) return;
    const { instrument, subscribers, from, number: to } = feed;
    const [bids, asks] = [levelTexts(instrument, feed.bids), levelTexts(instrument, feed.asks)];
    feed.bids = new Map();
    feed.asks = new Map();
    subscribers.broadcast({ type: 'book', name: instrument.name, from, to, bids, asks });
  }

  /** Kept until the book changes: many may come at once. */
  #snapshot(feed: Feed): Frame {
    if (feed.snapshot?.number === feed.number) return feed.snapshot.frame;
    const { instrument } = feed;
    const { number, bids, asks } = this.#core().depth(instrument.market, SNAPSHOT_LEVELS);
    if (number !== feed.number) throw new Error(`The stream stands at ${feed.number}, the book at ${number}`);
    const frame = frameOf({
      type: 'book_snapshot',
      name: instrument.name,
      number,
      bids: levelTexts(instrument, bids),
      asks: levelTexts(instrument, asks),
    });
    feed.snapshot = { number, frame };
    return frame;
  }
}

function levelTexts(instrument: Instrument, levels: Iterable<readonly [PriceTicks, SizeLots]>): BookLevel[] {
  const texts: BookLevel[] = [];
  for (const [ticks, lots] of levels)
    texts.push([priceText(instrument, ticks), lots === 0 ? '0' : sizeText(instrument, lots)]);
  return texts;
}
