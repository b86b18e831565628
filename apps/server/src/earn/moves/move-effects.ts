import type { PoolClient } from 'pg';
import type { Move } from './move-table.ts';

/** Changes to other tables that follow from the outcome of a move, in the transaction that stores the outcome. */
export interface MoveEffects {
  done(client: PoolClient, move: Move, position: number): Promise<void>;
  /** The ledger refused a client's move, or it was never submitted. */
  failed(client: PoolClient, move: Move): Promise<void>;
}
