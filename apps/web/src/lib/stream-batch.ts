import type { BookLevel, StreamMessage } from '@vitrine/contract';

type BookUpdate = Extract<StreamMessage, { type: 'book' }>;

/** How the server begins the text of an update of an order book. */
const BOOK_UPDATE = '{"type":"book",';
/** How it begins other public updates. Their numbers are their own, so a later update of a book may move before them. */
const OTHER_UPDATES = ['{"type":"trades",', '{"type":"tickers",', '{"type":"candle",', '{"type":"futures",'];

/**
 * Messages of the stream that are passed on together, as JSON texts in the order received. Updates of one order book
 * that continue each other become one update with the newest size of each level, placed where the first one was.
 */
export class StreamBatch {
  #parts: (string | MergedBook)[] = [];
  /** The updates that later ones may join: none before a snapshot, or before any other message of unknown meaning. */
  #mergeable: MergedBook[] = [];

  /** Adds a message; returns whether it may wait for later ones. Only updates of order books may. */
  add(text: string): boolean {
    if (!text.startsWith(BOOK_UPDATE)) {
      this.#parts.push(text);
      if (!OTHER_UPDATES.some((start) => text.startsWith(start))) this.#mergeable = [];
      return false;
    }
    const update = JSON.parse(text) as BookUpdate;
    if (this.#mergeable.some((book) => book.merge(update))) return true;
    const book = new MergedBook(update);
    this.#parts.push(book);
    this.#mergeable.push(book);
    return true;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** Removes and returns all messages. */
  take(): readonly string[] {
    const texts = this.#parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part.update())));
    this.#parts = [];
    this.#mergeable = [];
    return texts;
  }
}

class MergedBook {
  readonly #first: BookUpdate;
  #to: number;
  readonly #bids: Map<string, string>;
  readonly #asks: Map<string, string>;

  constructor(first: BookUpdate) {
    this.#first = first;
    this.#to = first.to;
    this.#bids = new Map(first.bids);
    this.#asks = new Map(first.asks);
  }

  /**
   * Merges the next update of the same book. Returns false for any other update, so that a gap in the numbers is not
   * hidden.
   */
  merge({ name, from, to, bids, asks }: BookUpdate): boolean {
    if (name !== this.#first.name || from !== this.#to + 1) return false;
    for (const [price, size] of bids) this.#bids.set(price, size);
    for (const [price, size] of asks) this.#asks.set(price, size);
    this.#to = to;
    return true;
  }

  update(): BookUpdate {
    const levels = (side: ReadonlyMap<string, string>): BookLevel[] => [...side];
    return { ...this.#first, to: this.#to, bids: levels(this.#bids), asks: levels(this.#asks) };
  }
}
