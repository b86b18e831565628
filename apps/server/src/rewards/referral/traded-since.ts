import type { CoreEvent, OwnerId } from '@vitrine/core';

/** Owners below this number belong to the exchange. */
const FIRST_CLIENT = 1_000;

/**
 * Which clients have traded since their fees were last processed, and the log position of their last trade. Records
 * nothing before `begin`, which only the server that processes fees calls.
 */
export class TradedSince {
  readonly #positions = new Map<OwnerId, number>();
  #hasBegun = false;

  begin(): void {
    this.#hasBegun = true;
  }

  add(event: CoreEvent, position: number): void {
    if (!this.#hasBegun || event.kind !== 'OrderFilled') return;
    for (const owner of [event.makerOwner, event.takerOwner])
      if (owner >= FIRST_CLIENT) this.#positions.set(owner, position);
  }

  all(): readonly (readonly [OwnerId, number])[] {
    return [...this.#positions];
  }

  /** Removes a client, unless they have traded again since `position`. */
  seen(owner: OwnerId, position: number): void {
    if (this.#positions.get(owner) === position) this.#positions.delete(owner);
  }
}
