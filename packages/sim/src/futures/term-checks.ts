import { type CoreEvent, type MarketId, type OrderAccepted, type OrderId, systemOwners } from '@vitrine/core';
import type { Books, PositionKey } from './books.ts';
import { assert, type Figures } from './findings.ts';
import { equityAt, worthOf } from './formulas.ts';

const DAY_MS = 86_400_000;

const nameOf = ({ owner, market, position }: PositionKey): string => `${owner} ${market} ${position}`;

/** Checks that no owner can close a position before the end of its minimum term ([S2] [S3]). */
export class TermChecks {
  readonly #books: Books;
  readonly #figures: Figures;
  readonly #days = new Map<MarketId, number>();
  readonly #openedMs = new Map<string, number>();
  readonly #liquidations = new Set<OrderId>();

  constructor(books: Books, figures: Figures) {
    this.#books = books;
    this.#figures = figures;
  }

  /** Checks an event. Must be called before the books contain the event. */
  book(event: CoreEvent, timeMs: number): void {
    switch (event.kind) {
      case 'MinimumTermSet':
        this.#days.set(event.market, event.days);
        break;
      case 'CommandRefused':
        if (event.refusal === 'before_term_end') this.#figures['early closes refused'] += 1;
        break;
      case 'LiquidationStarted':
        this.#liquidations.add(event.order);
        break;
      case 'PositionChanged': {
        const isNew = this.#books.position(event).lots === 0 && event.owner !== systemOwners.insurance;
        if (event.sizeLots === 0) this.#openedMs.delete(nameOf(event));
        else if (isNew) this.#openedMs.set(nameOf(event), timeMs);
        break;
      }
      case 'OrderAccepted':
        this.#checkOrder(event, timeMs);
    }
  }

  #checkOrder(order: OrderAccepted, timeMs: number): void {
    if (!order.reduceOnly || order.trigger === 'stop' || this.#liquidations.has(order.order)) return;
    const { owner, market, side } = order;
    const key = { owner, market, position: side === 'sell' ? 'long' : 'short' } as const;
    const openedMs = this.#openedMs.get(nameOf(key));
    const endsMs = (openedMs ?? 0) + (this.#days.get(market) ?? 0) * DAY_MS;
    if (openedMs === undefined || endsMs <= timeMs) return;
    const at = this.#books.market(market);
    const position = this.#books.position(key);
    const equity = equityAt(key.position, position, worthOf(at, position.lots, at.markTicks));
    const isEarly = equity >= 2 * position.marginUnits || 2 * equity <= position.marginUnits;
    assert(isEarly, 'no owner closes a position before the end of its minimum term', () =>
      JSON.stringify({ order, position, at, endsMs, timeMs }),
    );
  }
}
