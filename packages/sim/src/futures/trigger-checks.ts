import type { CoreEvent, MarketId, OrderAccepted, OrderId } from '@vitrine/core';
import type { Books } from './books.ts';
import { assert, type Figures } from './findings.ts';

interface Waiting {
  readonly market: MarketId;
  readonly isAbove: boolean;
  readonly triggerTicks: number;
  /** Whether the mark price has reached the trigger while the market was open. */
  readonly isReached: boolean;
}

/** Checks that orders with a trigger fire by the mark price, and only while their market is open ([X7]). */
export class TriggerChecks {
  readonly #books: Books;
  readonly #figures: Figures;
  readonly #waiting = new Map<OrderId, Waiting>();

  constructor(books: Books, figures: Figures) {
    this.#books = books;
    this.#figures = figures;
  }

  /** Checks an event that the books already contain. */
  book(event: CoreEvent): void {
    switch (event.kind) {
      case 'OrderAccepted':
        if (event.trigger !== 'none') this.#accept(event);
        break;
      case 'OrderAmended':
        this.#amend(event.order, event.triggerTicks);
        break;
      case 'OrderTriggered':
        this.#fire(event.order);
        break;
      case 'OrderEnded':
        this.#waiting.delete(event.order);
        break;
      case 'MarkPriceSet':
        this.#reach(event.market);
        break;
      case 'MarketStatusChanged':
        this.#figures['triggers reached before their market opened'] += this.#reach(event.market);
        break;
    }
  }

  /**
   * Called when nothing is due: checks that no order of an open market still waits for a trigger that the mark price
   * has reached.
   */
  atRest(): void {
    for (const [order, waiting] of this.#waiting) {
      const isLeft = this.#isReached(waiting);
      assert(!isLeft, 'an order fires when the mark price reaches its trigger, and not before', () =>
        told(order, waiting),
      );
    }
  }

  #accept({ order, market, side, trigger, triggerTicks }: OrderAccepted): void {
    const waiting = { market, isAbove: (side === 'buy') === (trigger === 'stop'), triggerTicks };
    this.#waiting.set(order, { ...waiting, isReached: this.#isReached(waiting) });
  }

  #amend(order: OrderId, triggerTicks: number): void {
    const waiting = this.#waiting.get(order);
    if (waiting !== undefined && waiting.triggerTicks !== triggerTicks)
      this.#waiting.set(order, { ...waiting, triggerTicks, isReached: false });
  }

  #fire(order: OrderId): void {
    const waiting = this.#waiting.get(order);
    const isDue = waiting?.isReached === true && this.#books.market(waiting.market).status === 'open';
    assert(isDue, 'an order fires when the mark price reaches its trigger, and not before', () => told(order, waiting));
    this.#waiting.delete(order);
  }

  /** Marks the orders of this market whose trigger is reached. Returns their number. */
  #reach(market: MarketId): number {
    let count = 0;
    for (const [order, waiting] of this.#waiting) {
      if (waiting.market !== market || waiting.isReached || !this.#isReached(waiting)) continue;
      this.#waiting.set(order, { ...waiting, isReached: true });
      count += 1;
    }
    return count;
  }

  #isReached({ market, isAbove, triggerTicks }: Omit<Waiting, 'isReached'>): boolean {
    const { markTicks, status } = this.#books.market(market);
    return status === 'open' && (isAbove ? markTicks >= triggerTicks : markTicks <= triggerTicks);
  }
}

const told = (order: OrderId, waiting: Waiting | undefined): string => `order ${order}: ${JSON.stringify(waiting)}`;
