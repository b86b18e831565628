import type { MarketId } from '@vitrine/core';
import { Readership } from './readership.ts';
import type { Subscriber } from './subscribers.ts';
import type { InstrumentTicker, TopicMessage } from './topic-message.ts';

interface MarketFiguresParts<Figures> {
  /** The current figures of all markets. */
  readonly current: () => readonly Figures[];
  readonly isSame: (a: Figures, b: Figures) => boolean;
  readonly snapshot: (figures: readonly Figures[]) => TopicMessage;
  readonly change: (figures: readonly Figures[]) => TopicMessage;
}

/** Sends the figures of all markets to a new reader, then those of the markets that have changed. */
export class MarketFigures<Figures extends InstrumentTicker> {
  readonly #parts: MarketFiguresParts<Figures>;
  readonly #readership = new Readership(() => this.#snapshot());
  /** The figures that readers already have; new readers get them first. */
  readonly #sent = new Map<MarketId, Figures>();

  constructor(parts: MarketFiguresParts<Figures>) {
    this.#parts = parts;
  }

  subscribe(subscriber: Subscriber): void {
    this.#readership.add(subscriber);
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#readership.delete(subscriber);
    // The stored figures are not updated while there are no readers. Clearing them makes the next reader start from the
    // current figures.
    if (this.#readership.isEmpty) this.#sent.clear();
  }

  flush(): void {
    if (this.#readership.isEmpty) return;
    const changed = this.#changed();
    if (changed.length > 0) this.#readership.broadcast(this.#parts.change(changed));
  }

  #snapshot() {
    if (this.#sent.size === 0) this.#changed();
    return { message: this.#parts.snapshot([...this.#sent.values()]), items: this.#sent.size };
  }

  /** Stores and returns the figures that readers do not have yet. */
  #changed(): Figures[] {
    const changed = this.#parts.current().filter((figures) => {
      const sent = this.#sent.get(figures.instrument.market);
      return sent === undefined || !this.#parts.isSame(sent, figures);
    });
    for (const figures of changed) this.#sent.set(figures.instrument.market, figures);
    return changed;
  }
}
