import type { Pool } from 'pg';
import type { ChannelConnection } from './postgres/shared-connection.ts';

/** The resources that a module needs in order to open. */
export interface Ground {
  readonly pool: Pool;
  /** Opens the connection that all PostgresChannels share, which is not part of the pool. */
  connect(): Promise<ChannelConnection>;
  /** Called when the exchange closes, in reverse order of registration. */
  onClose(close: () => unknown): void;
}
