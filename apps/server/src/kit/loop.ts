import type { FastifyBaseLogger } from 'fastify';

/** What the exchange does by itself, without being asked: only where the log is written. */
export interface Duty {
  readonly name: string;
  start(): void | Promise<void>;
  /** Resolves once no cycle is running. */
  stop(): Promise<void>;
}

export interface LoopParts {
  /** The name of the work in the log: `fee tiers`. */
  readonly name: string;
  readonly everyMs: number;
  /** One cycle; true where there is more to do at once. What it throws is logged, and the next cycle tries again. */
  readonly cycle: () => Promise<unknown>;
  /** The first cycle begins with the start, unless this is true. */
  readonly isFirstLater?: boolean;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Work that is done again and again, one cycle at a time, until it is stopped. */
export class Loop implements Duty {
  readonly name: string;
  readonly #parts: LoopParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isAsked = false;
  #isStopped = true;

  constructor(parts: LoopParts) {
    this.name = parts.name;
    this.#parts = parts;
  }

  start(): void {
    this.#isStopped = false;
    this.#timer = setInterval(() => this.#begin(), this.#parts.everyMs).unref();
    if (!this.#parts.isFirstLater) this.poke();
  }

  /** A cycle soon: now, or after the one under way, which may have passed what this is about. */
  poke(): void {
    if (this.#isStopped) return;
    this.#isAsked = true;
    this.#begin();
  }

  /** Resolves after a whole cycle that begins from now on; at once where it is stopped. */
  async next(): Promise<void> {
    if (this.#isStopped) return;
    await this.#running;
    this.poke();
    await this.#running;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isAsked = false;
    clearInterval(this.#timer);
    await this.#running;
  }

  #begin(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#isAsked) this.poke();
    });
  }

  async #run(): Promise<void> {
    const { name, cycle, log } = this.#parts;
    this.#isAsked = false;
    try {
      let hasMore = true;
      while (hasMore && !this.#isStopped) hasMore = (await cycle()) === true;
    } catch (error) {
      log.error({ err: error, loop: name }, 'cycle failed, will retry');
    }
  }
}
