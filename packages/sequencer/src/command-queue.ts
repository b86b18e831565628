import { type Command, CommandBatch } from '@vitrine/core';
import { CommandsAhead } from './commands-ahead.ts';
import type { Outcome } from './outcome.ts';

export interface Waiter {
  resolve(outcome: Outcome): void;
  reject(reason: Error): void;
  /** When the command was first refused because its market was busy. */
  refusedAtMs?: number;
}

/**
 * Commands that will be, or are being, written as one batch. Commands that the sequencer itself sends have no waiter.
 */
export class QueuedBatch {
  readonly commands = new CommandBatch();
  readonly waiters: (Waiter | undefined)[] = [];
  readonly ahead = new CommandsAhead();

  get count(): number {
    return this.waiters.length;
  }

  push(command: Command, waiter?: Waiter): void {
    this.commands.push(command);
    this.waiters.push(waiter);
    this.ahead.add(command);
  }

  reject(reason: Error): void {
    for (const waiter of this.waiters) waiter?.reject(reason);
  }

  clear(): void {
    this.commands.clear();
    this.waiters.length = 0;
    this.ahead.clear();
  }
}

/** At most three batches are in use at the same time: one being filled, one being written and one being applied. */
const MAX_SPARE = 3;

/** Commands in the order of their arrival, already encoded, cut into batches of at most `maxBatchCommands`. */
export class CommandQueue {
  readonly #maxBatchCommands: number;
  #batches: QueuedBatch[] = [];
  /** Finished batches for reuse. Their buffers have already grown to the size that this load needs. */
  readonly #spare: QueuedBatch[] = [];
  #count = 0;

  constructor(maxBatchCommands: number) {
    this.#maxBatchCommands = maxBatchCommands;
  }

  get count(): number {
    return this.#count;
  }

  /** Returns the batch in which the command will be written. */
  push(command: Command, waiter?: Waiter): QueuedBatch {
    const last = this.#batches.at(-1);
    const batch =
      last !== undefined && last.count < this.#maxBatchCommands ? last : (this.#spare.pop() ?? new QueuedBatch());
    batch.push(command, waiter);
    if (batch !== last) this.#batches.push(batch);
    this.#count += 1;
    return batch;
  }

  take(): QueuedBatch | undefined {
    const batch = this.#batches.shift();
    if (batch !== undefined) this.#count -= batch.count;
    return batch;
  }

  /** Makes a batch available for reuse. Call this when its bytes are no longer read. */
  recycle(batch: QueuedBatch): void {
    batch.clear();
    if (this.#spare.length < MAX_SPARE) this.#spare.push(batch);
  }

  mayAffect(command: Command): boolean {
    return this.#batches.some((batch) => batch.ahead.mayAffect(command));
  }

  rejectAll(reason: Error): void {
    for (let batch = this.take(); batch !== undefined; batch = this.take()) batch.reject(reason);
  }
}
