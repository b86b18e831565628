import type { FastifyBaseLogger } from 'fastify';
import type { Restrictions } from './restrictions.ts';

const EVERY_MS = 60_000;

/** Ends restrictions whose time is over, once a minute, and finishes what an outage has left half done. Running twice changes nothing. */
export class EndRestrictions {
  readonly #restrictions: Pick<Restrictions, 'run'>;
  readonly #log: FastifyBaseLogger;
  #timer: NodeJS.Timeout | undefined;

  constructor(restrictions: Pick<Restrictions, 'run'>, log: FastifyBaseLogger) {
    this.#restrictions = restrictions;
    this.#log = log;
  }

  start(): void {
    const run = () => {
      this.#restrictions.run().catch((reason: unknown) => {
        this.#log.error({ err: reason }, 'restrictions could not be ended');
      });
    };
    run();
    this.#timer = setInterval(run, EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
