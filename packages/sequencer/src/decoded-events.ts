import type { CoreEvent, EventBuffer } from '@vitrine/core';

/** A batch's events as objects: each command's are read when first asked for, and once for all who ask. */
export class DecodedEvents {
  readonly #buffer: EventBuffer;
  readonly #byCommand: (readonly CoreEvent[])[] = [];

  constructor(buffer: EventBuffer) {
    this.#buffer = buffer;
  }

  /** In the order in which they happened. */
  eventsOf(commandIndex: number): readonly CoreEvent[] {
    const known = this.#byCommand[commandIndex];
    if (known !== undefined) return known;
    const events = this.#buffer.eventsOf(commandIndex);
    this.#byCommand[commandIndex] = events;
    return events;
  }

  forEach(visit: (commandIndex: number, event: CoreEvent) => void): void {
    for (let index = 0; index < this.#buffer.commandCount; index += 1) {
      for (const event of this.eventsOf(index)) visit(index, event);
    }
  }
}
