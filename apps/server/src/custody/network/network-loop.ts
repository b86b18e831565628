import { ChainError, type Network } from '@vitrine/chains';
import type { FastifyBaseLogger } from 'fastify';
import { Loop } from '../../kit/loop.ts';
import { alarmDetail, type CustodyAlarms } from '../alarms.ts';

/** If a node fails for this long, an alarm is raised. */
const QUIET_MS = 60_000;

export interface NetworkLoopParts {
  readonly network: Network;
  /**
   * Runs one cycle of all work; returns whether there is more to do immediately. Throws ChainError if the node fails.
   */
  readonly round: () => Promise<boolean>;
  readonly everyMs: number;
  /** The height of the last block read. */
  readonly tipHeight: () => Promise<number | undefined>;
  /** If the node has no new block for this long, an alarm is raised; if undefined, no such alarm is raised. */
  readonly silentAfterMs: number | undefined;
  readonly alarms: CustodyAlarms;
  readonly log: FastifyBaseLogger;
}

/**
 * Runs the work on one network, one cycle at a time, for as long as the server runs, and raises an alarm if the
 * network's node is unusable.
 */
export class NetworkLoop extends Loop {
  readonly #parts: NetworkLoopParts;
  #failingSince: number | undefined;
  #isAlarmed = false;
  #newest: { readonly height: number | undefined; readonly atMs: number } | undefined;

  constructor(parts: NetworkLoopParts) {
    const { network, everyMs, log } = parts;
    super({ name: `custody of ${network}`, everyMs, cycle: () => this.#cycle(), log });
    this.#parts = parts;
  }

  async #cycle(): Promise<boolean> {
    try {
      if (await this.#parts.round()) return true;
      await this.#recovered();
      await this.#listen();
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      await this.#failed(error).catch(() => undefined);
    }
    return false;
  }

  async #recovered(): Promise<void> {
    this.#failingSince = undefined;
    if (!this.#isAlarmed) return;
    this.#isAlarmed = false;
    await this.#parts.alarms.end(this.#parts.network, 'node', 'node');
  }

  /** Raises or ends the alarm about missing new blocks: a node that responds but has no new block is unusable too. */
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
    const minutes = String(Math.floor(silentAfterMs / 60_000));
    const detail = alarmDetail('no_new_block', { height: String(height), minutes });
    await alarms.raise({ network, kind: 'node', subject: 'blocks', detail });
  }

  async #failed(error: ChainError): Promise<void> {
    const { alarms, log, network } = this.#parts;
    this.#failingSince ??= performance.now();
    if (performance.now() - this.#failingSince < QUIET_MS) return;
    if (!this.#isAlarmed) log.warn({ err: error, network }, 'network node unavailable');
    this.#isAlarmed = true;
    const detail = alarmDetail('reported', { message: error.message });
    await alarms.raise({ network, kind: 'node', subject: 'node', detail });
  }
}
