import type { FastifyBaseLogger } from 'fastify';

/** Work that the leader does without a request. */
export interface Duty {
  readonly name: string;
  start(): void | Promise<void>;
  /** Resolves once no cycle is running. */
  stop(): Promise<void>;
}

export interface LoopParts {
  /** The name of the work in the server's log, such as `fee tiers`. */
  readonly name: string;
  readonly everyMs: number;
  /** Runs one cycle; returns true if there is more to do now. Errors are logged, and the next cycle retries. */
  readonly cycle: () => Promise<unknown>;
  /** If true, the first cycle begins one period after the start instead of immediately. */
  readonly isFirstLater?: boolean;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Work that is repeated, one cycle at a time, until it is stopped. */
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

  /** Requests a cycle: now, or after the current cycle, which may be too far advanced to notice a change. */
  poke(): void {
    if (this.#isStopped) return;
    this.#isAsked = true;
    this.#begin();
  }

  /** Resolves once a complete cycle that began after this call has ended; immediately if the loop is stopped. */
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
