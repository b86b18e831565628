import type { StreamMessage } from '@vitrine/contract';
import type { Connection } from './connection.ts';
import { frameOf } from './frame.ts';

/** The connections that get the same messages. */
export class Subscribers {
  readonly #connections = new Set<Connection>();

  get size(): number {
    return this.#connections.size;
  }

  add(connection: Connection): void {
    this.#connections.add(connection);
  }

  delete(connection: Connection): void {
    this.#connections.delete(connection);
  }

  /** Made once, and the same bytes are sent to all. */
  broadcast(message: StreamMessage): void {
    if (this.#connections.size === 0) return;
    const frame = frameOf(message);
    for (const connection of this.#connections) connection.sendFrame(frame);
  }
}
