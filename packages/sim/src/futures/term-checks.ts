import {
  type Command,
  type CoreEvent,
  type MarketId,
  type OrderAccepted,
  type OrderId,
  systemOwners,
} from '@vitrine/core';
import type { Books, PositionKey } from './books.ts';
import { assert, type Figures } from './findings.ts';
import { equityAt, worthOf } from './formulas.ts';

const DAY_MS = 86_400_000;

const nameOf = ({ owner, market, position }: PositionKey): string => `${owner} ${market} ${position}`;

/** Checks that no owner can close a position, or remove margin, before the end of the minimum term ([S2] [S3]). */
export class TermChecks {
  readonly #books: Books;
  readonly #figures: Figures;
  readonly #days = new Map<MarketId, number>();
  /** When an order last added lots to each position. */
  readonly #openedMs = new Map<string, number>();
  readonly #liquidations = new Set<OrderId>();
  /** How far the clock of the core is ahead of the batches' times. */
  #aheadMs = 0;

  constructor(books: Books, figures: Figures) {
    this.#books = books;
    this.#figures = figures;
  }

  /** Checks an event of this command. Must be called before the books contain the event. */
  book(event: CoreEvent, command: Command, batchTimeMs: number): void {
    const timeMs = batchTimeMs + this.#aheadMs;
    switch (event.kind) {
      case 'ClockAdvanced':
        this.#aheadMs += event.byMs;
        break;
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
        const isMore = this.#books.position(event).lots < event.sizeLots && event.owner !== systemOwners.insurance;
        if (event.sizeLots === 0) this.#openedMs.delete(nameOf(event));
        else if (isMore) this.#openedMs.set(nameOf(event), timeMs);
        break;
      }
      case 'MarginChanged': {
        const isEarly = event.change === 'remove' && this.#endsMs(event) > timeMs;
        assert(!isEarly, 'no owner removes margin before the end of the minimum term', () => JSON.stringify(event));
        break;
      }
      case 'OrderAccepted':
        if (!isByOperator(event, command)) this.#checkOrder(event, timeMs);
    }
  }

  /** When the position's minimum term ends; 0 if it has none. */
  #endsMs(key: PositionKey): number {
    const openedMs = this.#openedMs.get(nameOf(key));
    return openedMs === undefined ? 0 : openedMs + (this.#days.get(key.market) ?? 0) * DAY_MS;
  }

  #checkOrder(order: OrderAccepted, timeMs: number): void {
    if (!order.reduceOnly || order.trigger === 'stop' || this.#liquidations.has(order.order)) return;
    const { owner, market, side } = order;
    const key = { owner, market, position: side === 'sell' ? 'long' : 'short' } as const;
    const endsMs = this.#endsMs(key);
    if (endsMs <= timeMs) return;
    const at = this.#books.market(market);
    const position = this.#books.position(key);
    const equity = equityAt(key.position, position, worthOf(at, position.lots, at.markTicks));
    const isEarly = equity >= 2 * position.marginUnits || 2 * equity <= position.marginUnits;
    assert(isEarly, 'no owner closes a position before the end of its minimum term', () =>
      JSON.stringify({ order, position, at, endsMs, timeMs }),
    );
  }
}

/** [S4]: whether this is the order with which operators close the position. */
const isByOperator = (order: OrderAccepted, command: Command): boolean =>
  command.kind === 'ClosePosition' && command.owner === order.owner && command.market === order.market;
