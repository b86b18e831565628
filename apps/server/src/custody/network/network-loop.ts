import { ChainError, type Network } from '@vitrine/chains';
import type { FastifyBaseLogger } from 'fastify';
import type { CustodyAlarms } from '../alarms.ts';

/** A node that has not been heard of for so long is told to operators. */
const QUIET_MS = 60_000;

export interface NetworkLoopParts {
  readonly network: Network;
  /** One round of everything there is to do; returns whether there is more at once. Throws ChainError where the node is at fault. */
  readonly round: () => Promise<boolean>;
  readonly everyMs: number;
  /** How far the network has been read. */
  readonly tipHeight: () => Promise<number | undefined>;
  /** Without a new block for so long the node has stopped following its network; undefined: blocks come when they come. */
  readonly silentAfterMs: number | undefined;
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
  #newest: { readonly height: number | undefined; readonly atMs: number } | undefined;

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
      await this.#listen();
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

  /** A node that answers and knows of nothing new is as good as none. */
  async #listen(): Promise<void> {
    const { alarms, network, silentAfterMs, tipHeight } = this.#parts;
    if (silentAfterMs === undefined) return;
    const height = await tipHeight();
    if (this.#newest === undefined || this.#newest.height !== height) {
      this.#newest = { height, atMs: performance.now() };
      await alarms.end(network, 'node', 'blocks');
    }
    const silentMs = performance.now() - this.#newest.atMs;
    if (silentMs < silentAfterMs) return;
    const detail = `No new block since ${height}, for more than ${Math.floor(silentAfterMs / 60_000)} minutes.`;
    await alarms.raise({ network, kind: 'node', subject: 'blocks', detail });
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
