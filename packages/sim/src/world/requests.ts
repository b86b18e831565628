import { createHash } from 'node:crypto';
import type { Command } from '@vitrine/core';
import type { AppliedBatch, Outcome } from '@vitrine/sequencer';
import type { Waiting } from './simulated-node.ts';

/** A command whose sender waits for the outcome. */
class Request implements Waiting {
  readonly command: Command;
  readonly #book: Requests;
  unanswered = true;

  constructor(command: Command, book: Requests) {
    this.command = command;
    this.#book = book;
  }

  answered(outcome: Outcome): void {
    this.unanswered = false;
    this.#book.note(this.command, outcome);
  }
}

/**
 * All acknowledgements, each stored as a digest of its events. Replaying the log from its beginning must give the same
 * events at the same positions, and each reference must have been accepted only once.
 */
export class Requests {
  readonly #promised = new Map<number, string>();
  readonly #firstOf = new Map<string, number>();
  #open: Request[] = [];
  acknowledged = 0;
  repeated = 0;

  make(command: Command): Waiting {
    const request = new Request(command, this);
    this.#open.push(request);
    return request;
  }

  /** Commands that were left without a response by a crash and will be resent unchanged. */
  takeUnanswered(): Command[] {
    const commands = this.#open.filter(({ unanswered }) => unanswered).map(({ command }) => command);
    this.#open = [];
    return commands;
  }

  note(command: Command, outcome: Outcome): void {
    if (outcome.refusal !== undefined) return;
    const key = 'reference' in command ? command.reference?.words.join('-') : undefined;
    const position = outcome.repeated?.position ?? outcome.position;
    if (key !== undefined) {
      const first = this.#firstOf.get(key);
      if (first !== undefined && first !== position)
        throw new Error(`reference ${key} was accepted at ${first} and again at ${position}`);
      this.#firstOf.set(key, position);
    }
    if (outcome.repeated) this.repeated += 1;
    else {
      this.acknowledged += 1;
      this.#promised.set(position, digest(outcome.events));
    }
  }

  /**
   * Called with each batch of a replay from the beginning: checks the acknowledgements of that batch, and removes them.
   */
  keep(applied: AppliedBatch): void {
    for (let index = 0; index < applied.count; index += 1) {
      const position = applied.firstPosition + index;
      const promised = this.#promised.get(position);
      if (promised === undefined) continue;
      if (promised !== digest(applied.events.eventsOf(index)))
        throw new Error(`the events acknowledged at position ${position} differ from those of the log`);
      this.#promised.delete(position);
    }
  }

  /** Positions that were acknowledged but are not in the log. */
  get lost(): number[] {
    return [...this.#promised.keys()];
  }
}

const digest = (events: unknown): string => createHash('sha256').update(JSON.stringify(events)).digest('base64');
