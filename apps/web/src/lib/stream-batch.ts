import type { BookLevel, StreamMessage } from '@vitrine/contract';

type BookUpdate = Extract<StreamMessage, { type: 'book' }>;

/** How the server begins the text of an update of an order book. */
const BOOK_UPDATE = '{"type":"book",';

/**
 * Messages of the stream that are passed on together, as JSON texts in the order received. Consecutive updates of one
 * order book become one update with the newest size of each level, so that a thousand updates cost the page little more
 * than one.
 */
export class StreamBatch {
  #parts: (string | MergedBook)[] = [];
  /**
   * The updates received since the last message of another kind. New updates are merged only into these, so that none
   * is moved ahead of a snapshot of its book.
   */
  #mergeable: MergedBook[] = [];

  /** Adds a message; returns whether it may wait for later ones. Only updates of order books may. */
  add(text: string): boolean {
    if (!text.startsWith(BOOK_UPDATE)) {
      this.#parts.push(text);
      this.#mergeable = [];
      return false;
    }
    const update = JSON.parse(text) as BookUpdate;
    if (this.#mergeable.some((book) => book.merge(update))) return true;
    const book = new MergedBook(update);
    this.#parts.push(book);
    this.#mergeable.push(book);
    return true;
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
