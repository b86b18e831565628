import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { refuseOwn } from '../../staff/members/staff-member.ts';
import { nodeUnavailable } from '../network/node-unavailable.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import type { FailureDecision, ReviewedWithdrawal, Reviewer } from './review.ts';
import type { Withdrawals } from './withdrawals.ts';

export interface FailedPaymentsParts {
  readonly pool: Pool;
  readonly clock: () => number;
  readonly withdrawals: Pick<Withdrawals, 'table' | 'review' | 'progress'> & {
    readonly telling: Pick<Withdrawals['telling'], 'refused' | 'deliver'>;
    readonly blocked: Pick<Withdrawals['blocked'], 'reasonFor'>;
  };
  readonly outgoing: Pick<Outgoing, 'confirmFailure' | 'giveUp'>;
}

/**
 * The failed payment that an operator has reviewed. By the time of the decision, a newer payment of the withdrawal may
 * have failed.
 */
export interface LookedAt {
  readonly id: number;
  readonly attempt: number;
  readonly reason: string;
}

/**
 * Operators' decisions on a withdrawal whose payment was included and moved nothing, or can never be included because
 * another transaction used its nonce or inputs: pay again, or refund. A decision also gives up the failed payment, in
 * the same database transaction. A payment can be given up only once, so only one decision on it takes effect.
 */
export class FailedPayments {
  readonly #parts: FailedPaymentsParts;

  constructor(parts: FailedPaymentsParts) {
    this.#parts = parts;
  }

  /**
   * Pays again with a new payment. The approvals stay valid; restrictions, stop switches and the signer's limits apply
   * as to any payment. No further approval is needed: the same amount goes to the same recipient, and the chain itself
   * proves that nothing was paid. Errors: unknown_withdrawal, own_account, payment_not_failed, payment_not_final,
   * recipient_flagged, node_unavailable.
   */
  async payAgain(about: LookedAt, reviewer: Reviewer): Promise<ReviewedWithdrawal> {
    const { withdrawals } = this.#parts;
    const { network, address } = await withdrawals.review.one(about.id);
    const blockedFor = await withdrawals.blocked.reasonFor(network, address);
    if (blockedFor !== undefined) throw new ApiError('recipient_flagged', { reason: blockedFor });
    await this.#decide('pay_again', about, reviewer, (client) =>
      withdrawals.table.payAgain(about.id, about.attempt, client),
    );
    return withdrawals.review.one(about.id);
  }

  /**
   * Returns the full amount to the client, who sees the note. Errors: those of `payAgain`, except recipient_flagged.
   */
  async giveBack(about: LookedAt, note: string, reviewer: Reviewer): Promise<ReviewedWithdrawal> {
    const { table, review, progress, telling } = this.#parts.withdrawals;
    const withdrawal = await review.one(about.id);
    await this.#decide('give_back', about, reviewer, async (client) => {
      const said = note.trim();
      const isMine = await table.giveBack(about.id, about.attempt, said, reviewer.email, client);
      if (isMine) await telling.refused(withdrawal, 'network_failed', said, client);
      return isMine;
    });
    await progress.advance(about.id);
    await telling.deliver(withdrawal.owner);
    return review.one(about.id);
  }

  async #decide(
    decision: FailureDecision['decision'],
    { id, attempt, reason }: LookedAt,
    reviewer: Reviewer,
    move: (client: PoolClient) => Promise<boolean>,
  ): Promise<void> {
    const { pool, clock, withdrawals, outgoing } = this.#parts;
    const { email, hasFailed, paymentAttempt, paymentId, network, txid, displacedBy } =
      await withdrawals.review.one(id);
    refuseOwn(email, reviewer);
    if (!hasFailed || paymentAttempt !== attempt) throw new ApiError('payment_not_failed');
    // The failure is checked on the chain again, because it may have been reverted since it was recorded.
    const isFinal = await outgoing.confirmFailure(paymentId).catch(nodeUnavailable(network));
    if (!isFinal) throw new ApiError('payment_not_final');
    await inTransaction(pool, async (client) => {
      if (!(await outgoing.giveUp(client, paymentId)) || !(await move(client)))
        throw new ApiError('payment_not_failed');
      await client.query(
        `insert into failed_payment_decisions (withdrawal_id, attempt, decision, txid, displaced_by, staff_id, email,
           reason, at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [id, attempt, decision, txid, displacedBy, reviewer.staffId, reviewer.email, reason, new Date(clock())],
      );
    });
  }
}
