import type { Network } from '@vitrine/chains';
import type { Pool } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import type { Operator } from '../../staff/members/staff-member.ts';
import type { CustodyAlarms } from '../alarms.ts';
import type { Custody } from '../custody.ts';
import { nodeUnavailable } from './node-unavailable.ts';

export interface UnreadParts {
  readonly pool: Pool;
  readonly custody: Pick<Custody, 'readAgain' | 'poke'>;
  readonly alarms: CustodyAlarms;
}

/** A transaction that the node could not read when its block was read. */
export interface UnreadTransaction {
  readonly network: Network;
  readonly txid: string;
}

/** An alarm that does not end automatically, and the transaction that it is about. */
export interface LookedAt extends UnreadTransaction {
  readonly kind: 'unread' | 'key_used';
}

/**
 * Operators' actions on transactions that the node could not read, and on transactions that were signed with our keys
 * outside the exchange.
 */
export class Unread {
  readonly #parts: UnreadParts;

  constructor(parts: UnreadParts) {
    this.#parts = parts;
  }

  /**
   * Queries the node again and processes the transaction, including its deposits, as if it had been read with its
   * block. Errors: alarm_over, still_unread, network_closed, node_unavailable.
   */
  async readAgain({ network, txid }: UnreadTransaction): Promise<void> {
    await this.#expectOpen({ network, txid });
    const isRead = await this.#parts.custody.readAgain(network, txid).catch(nodeUnavailable(network));
    if (isRead === undefined) throw new ApiError('network_closed', { network });
    if (!isRead) throw new ApiError('still_unread');
    this.#parts.custody.poke(network);
  }

  /** Ends an alarm, because an operator has checked its transaction by other means. Errors: alarm_over. */
  async acknowledge({ network, kind, txid }: LookedAt, reason: string, { email }: Pick<Operator, 'email'>) {
    const isMine = await this.#parts.alarms.end(network, kind, txid, { by: email, because: reason });
    if (!isMine) throw new ApiError('alarm_over');
  }

  async #expectOpen({ network, txid }: UnreadTransaction): Promise<void> {
    const { rowCount } = await this.#parts.pool.query(
      `select from custody_alarms where network = $1 and kind = 'unread' and subject = $2 and ended_at is null`,
      [network, txid],
    );
    if (rowCount === 0) throw new ApiError('alarm_over');
  }
}
