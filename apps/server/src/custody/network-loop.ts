import { ChainError, type Network } from '@vitrine/chains';
import type { FastifyBaseLogger } from 'fastify';
import type { CustodyAlarms } from './alarms.ts';

/** A node that has not been heard of for so long is told to operators. */
const QUIET_MS = 60_000;

export interface NetworkLoopParts {
  readonly network: Network;
  /** One round of everything there is to do; returns whether there is more at once. Throws ChainError where the node is at fault. */
  readonly round: () => Promise<boolean>;
  readonly everyMs: number;
  readonly alarms: CustodyAlarms;
  readonly log: FastifyBaseLogger;
}

/** Works on one network, one round at a time, for as long as the server runs. What fails is tried again with the next round. */
export class NetworkLoop {
  readonly #parts: NetworkLoopParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isAsked = false;
  #isStopped = true;
  #failingSince: number | undefined;
  #isAlarmed = false;

  constructor(parts: NetworkLoopParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#isStopped = false;
    this.#timer = setInterval(() => this.poke(), this.#parts.everyMs).unref();
    this.poke();
  }

  /** A round soon: now, or after the one under way. */
  poke(): void {
    if (this.#isStopped) return;
    this.#isAsked = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#isAsked) this.poke();
    });
  }

  /** A whole round that begins from now on. */
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

  async #run(): Promise<void> {
    const { round, log, network } = this.#parts;
    this.#isAsked = false;
    try {
      while (!this.#isStopped && (await round()));
      await this.#recovered();
    } catch (error) {
      if (error instanceof ChainError) await this.#failed(error).catch(() => undefined);
      else log.error({ err: error, network }, 'a round of custody failed and is repeated');
    }
  }

  async #recovered(): Promise<void> {
    this.#failingSince = undefined;
    if (!this.#isAlarmed) return;
    this.#isAlarmed = false;
    await this.#parts.alarms.end(this.#parts.network, 'node', 'node');
  }

  async #failed(error: ChainError): Promise<void> {
    const { alarms, log, network } = this.#parts;
    this.#failingSince ??= performance.now();
    if (performance.now() - this.#failingSince < QUIET_MS) return;
    if (!this.#isAlarmed) log.warn({ err: error, network }, 'a network’s node cannot be used');
    this.#isAlarmed = true;
    await alarms.raise({ network, kind: 'node', subject: 'node', detail: error.message });
  }
}
