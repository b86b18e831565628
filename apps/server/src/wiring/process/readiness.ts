import type { FastifyBaseLogger } from 'fastify';

/**
 * The maximum time to respond to a probe: a load balancer polls every few seconds, and treats a later response as no
 * response.
 */
const RESPONSE_MS = 2_000;
/**
 * If the read models have not advanced for this long although the log has, the server would show clients outdated data,
 * and is not ready.
 */
const STALLED_MS = 10_000;
const LOOK_EVERY_MS = 250;

export interface ReadinessParts {
  /** Whether the state is up to date. */
  readonly isCurrent: () => boolean;
  /** Log position of the state. */
  readonly position: () => number;
  /** Log position of the read models. */
  readonly projectedPosition: () => number;
  /** Resolves when the database has responded to a query. */
  readonly askDatabase: () => Promise<unknown>;
  readonly log: FastifyBaseLogger;
}

/**
 * Whether this server should receive requests: the state is up to date, the read models follow it, and the
 * database responds.
 */
export class Readiness {
  readonly #parts: ReadinessParts;
  readonly #timer: NodeJS.Timeout;
  #projectedPosition = -1;
  #followingAtMs = performance.now();
  #isStalled = false;
  #answer: Promise<boolean> | undefined;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /** Whether this server should receive requests now. Resolves within two seconds. */
  async isReady(): Promise<boolean> {
    if (!this.#parts.isCurrent() || this.stalledMs() > STALLED_MS) return false;
    return this.#isDatabaseResponding();
  }

  /**
   * How long the read models have been stalled although the log is ahead of them; 0 if they are advancing or have
   * caught up.
   */
  stalledMs(): number {
    const sinceMs = performance.now() - this.#followingAtMs;
    return sinceMs < 2 * LOOK_EVERY_MS ? 0 : sinceMs;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const projected = this.#parts.projectedPosition();
    // While the state may be out of date, it is unknown how far the log extends.
    const isAhead = this.#parts.isCurrent() && this.#parts.position() > projected;
    if (!isAhead || projected !== this.#projectedPosition) {
      this.#projectedPosition = projected;
      this.#followingAtMs = performance.now();
    }
    const isStalled = this.stalledMs() > STALLED_MS;
    if (isStalled === this.#isStalled) return;
    this.#isStalled = isStalled;
    if (isStalled) this.#parts.log.warn({ position: projected }, 'read models stalled, not ready');
    else this.#parts.log.info({ position: projected }, 'read models resumed');
  }

  /** Concurrent probes share one query: otherwise, many probes would take all connections. */
  #isDatabaseResponding(): Promise<boolean> {
    this.#answer ??= this.#parts
      .askDatabase()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        this.#answer = undefined;
      });
    return Promise.race([this.#answer, falseAfter(RESPONSE_MS)]);
  }
}

const falseAfter = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(resolve, ms, false).unref());
