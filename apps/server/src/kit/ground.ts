import type { Pool } from 'pg';
import type { ChannelConnection } from './postgres/shared-connection.ts';

/** What a room is opened on. */
export interface Ground {
  readonly pool: Pool;
  /** The connection outside the pool that all PostgresChannels share. */
  connect(): Promise<ChannelConnection>;
  /** Done when the exchange closes; what was named last is done first. */
  onClose(close: () => unknown): void;
}
