import type { Command, CoreEvent, MarketId, MarketStatus, OrderAccepted, OrderId } from '@vitrine/core';
import type { Books } from './books.ts';
import { assert, type Figures } from './findings.ts';

interface Waiting {
  readonly market: MarketId;
  readonly isAbove: boolean;
  readonly triggerTicks: number;
  /** Whether the mark price has reached the trigger while the market fired orders. */
  readonly isReached: boolean;
}

/** [X8]: how long after its opening a market fires no orders. */
const PAUSE_MS = 10_000;
/**
 * If a market is closed during its opening pause and opens again less than this long after the pause would have ended,
 * that pause continues; otherwise a new one begins.
 */
const RESUMED_MS = 60_000;

/**
 * Checks that orders with a trigger fire by the mark price, and only while their market is open and its opening pause is
 * over ([X7] [X8]).
 */
export class TriggerChecks {
  readonly #books: Books;
  readonly #figures: Figures;
  readonly #waiting = new Map<OrderId, Waiting>();
  /** For each market in its opening pause, or whose pause was cut off, the time from which the pause can end. */
  readonly #pauses = new Map<MarketId, number>();
  readonly #open = new Set<MarketId>();

  constructor(books: Books, figures: Figures) {
    this.#books = books;
    this.#figures = figures;
  }

  /** Called before the events of a command: a Tick or a mark price ends the pauses that have lasted long enough. */
  begin(command: Command, timeMs: number): void {
    for (const [market, endsMs] of this.#pauses) {
      const isEnding = command.kind === 'Tick' || (command.kind === 'SetMarkPrice' && command.market === market);
      if (!isEnding || timeMs < endsMs || !this.#open.has(market)) continue;
      this.#pauses.delete(market);
      // If a mark price ended the pause, the event `MarkPriceSet` that follows compares the triggers with the new
      // price.
      if (command.kind === 'Tick') this.#figures['triggers reached before their market opened'] += this.#reach(market);
    }
  }

  /** Checks an event that the books already contain. */
  book(event: CoreEvent, timeMs: number): void {
    switch (event.kind) {
      case 'PerpetualListed':
        this.#changeStatus(event, timeMs);
        break;
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
        this.#changeStatus(event, timeMs);
        break;
    }
  }

  /**
   * Called when nothing is due: checks that no order of a market that fires orders still waits for a trigger that
   * the mark price has reached.
   */
  atRest(): void {
    for (const [order, waiting] of this.#waiting) {
      const isLeft = this.#isReached(waiting);
      assert(!isLeft, 'an order fires when the mark price reaches its trigger, and not before', () =>
        told(order, waiting),
      );
    }
  }

  #changeStatus({ market, status }: { market: MarketId; status: MarketStatus }, timeMs: number): void {
    if (status !== 'open') this.#open.delete(market);
    else if (!this.#open.has(market)) {
      this.#open.add(market);
      const cutOff = this.#pauses.get(market);
      if (cutOff === undefined || timeMs >= cutOff + RESUMED_MS) this.#pauses.set(market, timeMs + PAUSE_MS);
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
    const isDue = waiting?.isReached === true && this.#firesOrders(waiting.market);
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
    const { markTicks } = this.#books.market(market);
    return this.#firesOrders(market) && (isAbove ? markTicks >= triggerTicks : markTicks <= triggerTicks);
  }

  #firesOrders(market: MarketId): boolean {
    return this.#open.has(market) && !this.#pauses.has(market);
  }
}

const told = (order: OrderId, waiting: Waiting | undefined): string => `order ${order}: ${JSON.stringify(waiting)}`;
