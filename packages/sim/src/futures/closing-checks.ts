import { type Command, type CoreEvent, FIRST_CLIENT_OWNER, type OrderAccepted, type OrderId } from '@vitrine/core';
import type { Books } from './books.ts';
import { assert, type Figures } from './findings.ts';

const CHECK = 'a close by operators covers the whole position and fills only within its distance from the mark price';
const PPM = 1_000_000;

/** The prices at which an order may trade. */
interface Range {
  readonly lowTicks: number;
  readonly highTicks: number;
}

/** Checks the orders of `ClosePosition` ([I1] [I2]). */
export class ClosingChecks {
  readonly #books: Books;
  readonly #figures: Figures;
  readonly #ranges = new Map<OrderId, Range>();
  #command: Command | undefined;

  constructor(books: Books, figures: Figures) {
    this.#books = books;
    this.#figures = figures;
  }

  /** Checks an event of this command. Must be called before the books contain the event. */
  book(event: CoreEvent, command: Command): void {
    if (event.kind === 'OrderAccepted' && command !== this.#command) {
      // The first order of the command.
      this.#command = command;
      this.#accept(event, command);
    }
    if (event.kind === 'OrderEnded') this.#ranges.delete(event.order);
    if (event.kind !== 'OrderFilled') return;
    const range = this.#ranges.get(event.takerOrder);
    if (range === undefined) return;
    this.#figures['fills of position closes by operators'] += 1;
    const isWithin = event.priceTicks >= range.lowTicks && event.priceTicks <= range.highTicks;
    assert(isWithin, CHECK, () => JSON.stringify({ event, range }));
  }

  #accept(order: OrderAccepted, command: Command): void {
    if (command.kind !== 'ClosePosition') return;
    const { owner, market, position, distancePpm } = command;
    const { lots } = this.#books.position(command);
    const { markTicks } = this.#books.market(market);
    const isWhole = order.sizeLots === lots && order.reduceOnly === true;
    const isUnstoppable = order.timeInForce === 'ioc' && order.selfTrade === 'cancel_oldest';
    const isTheirs = order.owner === owner && order.market === market && owner >= FIRST_CLIENT_OWNER;
    const isClosing = (order.side === 'sell') === (position === 'long');
    assert(isWhole && isUnstoppable && isTheirs && isClosing, CHECK, () => JSON.stringify({ command, order, lots }));
    const at = (ppm: number) => (markTicks * (PPM + ppm)) / PPM;
    this.#ranges.set(order.order, {
      lowTicks: position === 'long' ? at(-distancePpm) : 0,
      highTicks: position === 'short' ? at(distancePpm) : Number.POSITIVE_INFINITY,
    });
  }
}
