import type { FastifyBaseLogger } from 'fastify';
import { type FeeRatesParts, followFeeRates } from '../../settings/fee-rates.ts';

const EVERY_MS = 60_000;

/** At the start and once a minute: what a stop or an outage has kept from the core after its change was committed. */
export class FollowFeeRates {
  readonly #parts: FeeRatesParts;
  readonly #log: FastifyBaseLogger;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: FeeRatesParts, log: FastifyBaseLogger) {
    this.#parts = parts;
    this.#log = log;
  }

  start(): void {
    const run = () => {
      followFeeRates(this.#parts).catch((reason: unknown) => {
        this.#log.error({ err: reason }, 'the fees of the newest settings are not in the core yet');
      });
    };
    run();
    this.#timer = setInterval(run, EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
