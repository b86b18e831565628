import type { StreamMessage, StreamTrade } from '@vitrine/contract';
import { BookState } from './book-state.ts';

export type MarketTopic = 'book' | 'tape' | 'price';
export type PriceMove = 'up' | 'down' | 'none';

const TAPE_LENGTH = 100;

/**
 * The current state of one pair, fed by stream messages and, before or without them, by REST responses. It has no
 * transport and renders nothing: views subscribe to a topic and read.
 */
export class LiveMarket {
  readonly name: string;
  readonly book: BookState;
  #trades: readonly StreamTrade[] = [];
  #tapeReady = false;
  #lastPrice = '';
  #move: PriceMove = 'none';
  #receivedMs = 0;
  readonly #listeners: Record<MarketTopic, Set<() => void>> = { book: new Set(), tape: new Set(), price: new Set() };

  constructor(name: string, priceDecimals: number, amountDecimals: number) {
    this.name = name;
    this.book = new BookState(priceDecimals, amountDecimals);
  }

  /** When a call about this pair last succeeded, in milliseconds since the Unix epoch; zero before the first. */
  get receivedMs(): number {
    return this.#receivedMs;
  }

  received(atMs: number): void {
    this.#receivedMs = atMs;
  }

  /** Newest first. */
  get trades(): readonly StreamTrade[] {
    return this.#trades;
  }

  get tapeReady(): boolean {
    return this.#tapeReady;
  }

  /** Price of the last trade; empty before it is known. */
  get lastPrice(): string {
    return this.#lastPrice;
  }

  /** Direction of the last price change. */
  get move(): PriceMove {
    return this.#move;
  }

  on(topic: MarketTopic, listener: () => void): () => void {
    this.#listeners[topic].add(listener);
    return () => this.#listeners[topic].delete(listener);
  }

  /**
   * Applies a stream message; ignores messages of other pairs. `gap` means that a message was missed, so that a new
   * snapshot of the message's channel is needed.
   */
  take(message: StreamMessage): 'taken' | 'gap' {
    switch (message.type) {
      case 'book_snapshot':
        if (message.name === this.name) this.loadBook(message);
        return 'taken';
      case 'book':
        return message.name === this.name ? this.#mergeBook(message) : 'taken';
      case 'trades_snapshot':
        if (message.name === this.name) this.loadTrades(message.trades);
        return 'taken';
      case 'trades':
        return message.name === this.name ? this.#addTrades(message.trades) : 'taken';
      default:
        return 'taken';
    }
  }

  loadBook(book: Parameters<BookState['load']>[0]): void {
    this.book.load(book);
    this.#notify('book');
  }

  /** Newest first. */
  loadTrades(trades: readonly StreamTrade[]): void {
    this.#trades = trades.slice(0, TAPE_LENGTH);
    this.#tapeReady = true;
    this.#notify('tape');
    const [newest, before] = trades;
    if (newest) this.setPrice(newest.px, before?.px);
  }

  setPrice(price: string, before = this.#lastPrice): void {
    if (price === this.#lastPrice) return;
    if (before !== '' && before !== price) this.#move = Number(price) > Number(before) ? 'up' : 'down';
    this.#lastPrice = price;
    this.#notify('price');
  }

  #mergeBook(update: Extract<StreamMessage, { type: 'book' }>): 'taken' | 'gap' {
    const outcome = this.book.merge(update);
    if (outcome !== 'old') this.#notify('book');
    return outcome === 'gap' ? 'gap' : 'taken';
  }

  #addTrades(trades: readonly StreamTrade[]): 'taken' | 'gap' {
    const newest = this.#trades[0]?.id ?? 0;
    const fresh = trades.filter((trade) => trade.id > newest);
    const first = fresh[0];
    if (!first) return 'taken';
    if (!this.#tapeReady || (newest > 0 && first.id > newest + 1)) return 'gap';
    this.#trades = [...fresh.toReversed(), ...this.#trades].slice(0, TAPE_LENGTH);
    this.#notify('tape');
    for (const trade of fresh) this.setPrice(trade.px);
    return 'taken';
  }

  #notify(topic: MarketTopic): void {
    for (const listener of this.#listeners[topic]) listener();
  }
}
