import type { CoreEvent, EventBuffer } from '@vitrine/core';

/** A batch's events as objects: each command's are read when first asked for, and once for all who ask. */
export class DecodedEvents {
  #buffer: EventBuffer;
  readonly #byCommand: (readonly CoreEvent[])[] = [];
  #read = 0;
  #isLent = false;

  constructor(buffer: EventBuffer) {
    this.#buffer = buffer;
  }

  /** In the order in which they happened. */
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

  /** From now on somebody may ask at any time. */
  lend(): this {
    this.#isLent = true;
    return this;
  }

  /** To be called before the buffer takes other events: what may still be asked for and has not been read is copied. */
  detach(): void {
    if (this.#isLent && this.#read < this.#buffer.commandCount) this.#buffer = this.#buffer.copy();
  }

  forEach(visit: (commandIndex: number, event: CoreEvent) => void): void {
    for (let index = 0; index < this.#buffer.commandCount; index += 1) {
      for (const event of this.eventsOf(index)) visit(index, event);
    }
  }
}
