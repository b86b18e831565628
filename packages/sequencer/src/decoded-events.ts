import type { CoreEvent, EventBuffer } from '@vitrine/core';

/** The events of a batch as objects, decoded once per command when they are first requested. */
export class DecodedEvents {
  #buffer: EventBuffer;
  readonly #byCommand: (readonly CoreEvent[])[] = [];
  #read = 0;
  #isLent = false;

  constructor(buffer: EventBuffer) {
    this.#buffer = buffer;
  }

  /** The events in order. */
  eventsOf(commandIndex: number): readonly CoreEvent[] {
    const known = this.#byCommand[commandIndex];
    if (known !== undefined) return known;
    const events = this.#buffer.eventsOf(commandIndex);
    this.#byCommand[commandIndex] = events;
    this.#read += 1;
    return events;
  }

  wasAccepted(commandIndex: number): boolean {
    return this.#buffer.wasAccepted(commandIndex);
  }

  /** Marks the events as still needed after the buffer is reused, so that `detach` copies them. */
  lend(): this {
    this.#isLent = true;
    return this;
  }

  /**
   * Must be called before the buffer is reused: copies the events if some of them may still be requested but are not
   * decoded yet.
   */
  detach(): void {
    if (this.#isLent && this.#read < this.#buffer.commandCount) this.#buffer = this.#buffer.copy();
  }

  forEach(visit: (commandIndex: number, event: CoreEvent) => void): void {
    for (let index = 0; index < this.#buffer.commandCount; index += 1) {
      for (const event of this.eventsOf(index)) visit(index, event);
    }
  }
}
