import type { CoreEvent, Refusal } from '@vitrine/core';
import type { DecodedEvents } from './decoded-events.ts';
import type { AppliedBatch } from './replica.ts';

/** The outcome of a command. An outcome that has been returned is durable. */
export interface Outcome {
  /**
   * The command's position in the log. If it was refused immediately, the last position that the refusal takes into
   * account.
   */
  readonly position: number;
  readonly refusal?: Refusal;
  /**
   * Set if a command with the same reference and content was accepted before: position and result of that earlier
   * command.
   */
  readonly repeated?: { readonly position: number; readonly result: number };
  /** The command's events in order; empty if it was refused immediately. They are decoded when first read. */
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

/**
 * The outcome of an accepted command. Its events are decoded on demand, because most callers need to know only that the
 * command was accepted.
 */
class AcceptedOutcome implements Outcome {
  readonly position: number;
  readonly #decoded: DecodedEvents;
  readonly #index: number;

  constructor(position: number, decoded: DecodedEvents, index: number) {
    this.position = position;
    this.#decoded = decoded;
    this.#index = index;
  }

  get events(): readonly CoreEvent[] {
    return this.#decoded.eventsOf(this.#index);
  }
}

/** The outcome of the batch's command at this index. Callers may store it. */
export function outcomeAt({ firstPosition, decoded }: AppliedBatch, index: number): Outcome {
  const position = firstPosition + index;
  return decoded.wasAccepted(index)
    ? new AcceptedOutcome(position, decoded.lend(), index)
    : outcomeOf(position, decoded.eventsOf(index));
}
