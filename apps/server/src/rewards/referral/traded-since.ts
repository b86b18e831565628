import type { CoreEvent, OwnerId } from '@vitrine/core';

/** Owners below this number are the exchange's own. */
const FIRST_CLIENT = 1_000;

/**
 * Who has traded since it was last looked, and at which log position last: so that only these clients' fees are read.
 * Nothing is noted until `begin`, which only the server that reads fees calls.
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

  /** Forgets a trade, unless the client has traded again. */
  seen(owner: OwnerId, position: number): void {
    if (this.#positions.get(owner) === position) this.#positions.delete(owner);
  }
}
