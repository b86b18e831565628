import type { CoreEvent, Refusal } from '@vitrine/core';

/** What became of a command. Once it is answered, it is durable. */
export interface Outcome {
  /** The command's place in the log. For one that was refused at once: the last position that the refusal takes into account. */
  readonly position: number;
  readonly refusal?: Refusal;
  /** Its reference had been accepted before, with the same content: where, and what it gave. */
  readonly repeated?: { readonly position: number; readonly result: number };
  /** In the order in which they happened; empty for a command that was refused at once. */
  readonly events: readonly CoreEvent[];
}

export function outcomeOf(position: number, events: readonly CoreEvent[]): Outcome {
  const first = events[0];
  if (first?.kind === 'CommandRefused') return { position, refusal: first.refusal, events };
  if (first?.kind === 'CommandRepeated') {
    return { position, repeated: { position: first.position, result: first.result }, events };
  }
  return { position, events };
}
