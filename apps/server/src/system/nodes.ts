import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { PostgresChannel } from '../kit/postgres/channel.ts';
import type { ChannelConnection } from '../kit/postgres/shared-connection.ts';

const CHANNEL = 'node';
const EVERY_MS = 500;
/** A node silent for this long is considered down. */
const GONE_MS = 3_000;

export interface NodesParts {
  readonly pool: Pool;
  /** Opens the connection of a channel. */
  readonly connect: () => Promise<ChannelConnection>;
  /** The log position that this node has applied. */
  readonly position: () => number;
}

/**
 * Tracks which nodes (servers) of the exchange are up, and how far each has applied the log. Each node notifies the
 * others.
 */
export class Nodes {
  readonly #parts: NodesParts;
  readonly #id = randomUUID();
  readonly #others = new Map<string, { readonly position: number; readonly receivedMs: number }>();
  readonly #channel: PostgresChannel;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: NodesParts) {
    this.#parts = parts;
    this.#channel = new PostgresChannel({
      connect: parts.connect,
      name: CHANNEL,
      received: (payload) => this.#hear(payload),
    });
  }

  async open(): Promise<void> {
    await this.#channel.open();
    await this.#announce();
    // If the database is unreachable for a moment, the next cycle reports again.
    this.#timer = setInterval(() => void this.#announce().catch(() => undefined), EVERY_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#parts.pool.query('select pg_notify($1, $2)', [CHANNEL, `${this.#id} gone`]).catch(() => undefined);
    await this.#channel.close();
  }

  /**
   * The number of nodes that are up, including this one, and the number of those that have applied the log up to `at`.
   */
  count(at: number): { readonly nodes: number; readonly confirmed: number } {
    const since = performance.now() - GONE_MS;
    const positions = [this.#parts.position()];
    for (const [id, { position, receivedMs }] of this.#others) {
      if (receivedMs < since) this.#others.delete(id);
      else positions.push(position);
    }
    return { nodes: positions.length, confirmed: positions.filter((position) => position >= at).length };
  }

  async #announce(): Promise<void> {
    const { pool, position } = this.#parts;
    await pool.query('select pg_notify($1, $2)', [CHANNEL, `${this.#id} ${position()}`]);
  }

  #hear(payload: string): void {
    const [id = '', position = ''] = payload.split(' ');
    if (id === this.#id) return;
    if (position === 'gone') this.#others.delete(id);
    else this.#others.set(id, { position: Number(position), receivedMs: performance.now() });
  }
}
