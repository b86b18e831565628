import type { Client, Pool } from 'pg';

/** What a room is opened on. */
export interface Ground {
  readonly pool: Pool;
  /** Opens a connection outside the pool, which the database knows by this name. */
  connect(name: string): () => Promise<Client>;
  /** Done when the exchange closes; what was named last is done first. */
  onClose(close: () => unknown): void;
}
