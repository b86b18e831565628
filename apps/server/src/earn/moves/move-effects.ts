import type { PoolClient } from 'pg';
import type { Move } from './move-table.ts';

/** What follows in the tables from the outcome of a move, in the transaction that stores the outcome. */
export interface MoveEffects {
  done(client: PoolClient, move: Move, position: number): Promise<void>;
  /** The ledger has refused a client's move, or was never asked. */
  failed(client: PoolClient, move: Move): Promise<void>;
}
