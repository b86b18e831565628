/**
 * The values that a click in the book or chart passes to the ticket, as decimal strings; `amount` is the size up to
 * that price.
 */
export interface Pick {
  readonly price: string;
  readonly amount?: string;
  /** Set if an order in the book has this price: the side on which a new order would trade with it. */
  readonly side?: 'BUY' | 'SELL';
}

/**
 * Passes the prices that the client clicks from the book and the chart to the ticket, so that these views and the
 * ticket do not depend on each other.
 */
export class PickBus {
  readonly #listeners = new Set<(pick: Pick) => void>();

  readonly send = (pick: Pick): void => {
    for (const listener of this.#listeners) listener(pick);
  };

  readonly listen = (listener: (pick: Pick) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
