import type { Command } from '@vitrine/core';
import type { Waiter } from './command-queue.ts';
import type { Outcome } from './outcome.ts';

/** At most this many commands wait for a busy market, each for at most this long. */
const MAX_WAITING = 1_000;
const PATIENCE_MS = 3_000;

interface Held {
  readonly command: Command;
  readonly waiter: Waiter;
  readonly outcome: Outcome;
  readonly untilMs: number;
}

/**
 * Commands that the core refused because their market is busy with work that takes several commands, such as a large
 * order. They wait here while the core continues that work with Ticks, and are then sent again, so that few callers
 * ever see the refusal. A refused command has changed nothing, and its reference is still unused.
 */
export class BusyCommands {
  #held: Held[] = [];

  get count(): number {
    return this.#held.length;
  }

  /**
   * Queues the command for a retry. Returns false if it was not queued and its caller must get the refusal.
   * `waiter.refusedAtMs` is the time of the first refusal.
   */
  keep(command: Command, waiter: Waiter, outcome: Outcome): boolean {
    if (this.#held.length >= MAX_WAITING) return false;
    waiter.refusedAtMs ??= performance.now();
    const untilMs = waiter.refusedAtMs + PATIENCE_MS;
    if (performance.now() >= untilMs) return false;
    this.#held.push({ command, waiter, outcome, untilMs });
    return true;
  }

  /**
   * Retries, in order, the commands whose market is no longer busy, and returns the refusal to those that have waited
   * too long.
   */
  release(isBusy: (command: Command) => boolean, send: (command: Command, waiter: Waiter) => void): void {
    const held = this.#held;
    if (held.length === 0) return;
    this.#held = [];
    for (const each of held) {
      if (!isBusy(each.command)) send(each.command, each.waiter);
      else if (performance.now() < each.untilMs) this.#held.push(each);
      else each.waiter.resolve(each.outcome);
    }
  }

  /** Answers each waiting command with its refusal. */
  answerAll(): void {
    for (const { waiter, outcome } of this.#held) waiter.resolve(outcome);
    this.#held = [];
  }

  rejectAll(reason: Error): void {
    for (const { waiter } of this.#held) waiter.reject(reason);
    this.#held = [];
  }
}
