import type { Pool } from 'pg';
import type { ChannelConnection } from './postgres/shared-connection.ts';

/** The resources that a module needs in order to open. */
export interface Ground {
  readonly pool: Pool;
  /** Opens the connection that all PostgresChannels share, which is not part of the pool. */
  connect(): Promise<ChannelConnection>;
  /** Registers a function to call when the exchange closes. The last function registered is called first. */
  onClose(close: () => unknown): void;
}
