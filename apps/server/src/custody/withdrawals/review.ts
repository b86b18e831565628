import type { WithdrawalRefusal } from '@vitrine/contract';
import type { Pool } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { demandSettled, type Operator, refuseOwn } from '../../staff/members/staff-member.ts';
import type { WithdrawalNotifier } from './notifier.ts';
import type { WithdrawalProgress } from './progress.ts';
import { withdrawalSteps } from './states.ts';
import { HAS_FAILED, type OperatorList, type OperatorPage, type Withdrawal, type WithdrawalsTable } from './table.ts';

export interface WithdrawalReviewParts {
  readonly pool: Pool;
  readonly table: WithdrawalsTable;
  readonly progress: WithdrawalProgress;
  readonly telling: Pick<WithdrawalNotifier, 'refused' | 'deliver'>;
  readonly clock: () => number;
}

/** A member of staff who decides on withdrawals. */
export interface Reviewer extends Pick<Operator, 'email'> {
  readonly staffId: string;
}

interface Decision {
  readonly email: string;
  readonly reason: string;
  readonly atMs: number;
}

/** Why an approval is no longer valid: the approver's access has ended, or they lost the role that may approve. */
type VoidReason = 'access_ended' | 'role_lost';

export interface GivenApproval extends Decision {
  readonly voidReason: VoidReason | undefined;
}

/** A withdrawal as operators see it. */
export interface ReviewedWithdrawal extends Withdrawal {
  readonly uid: string;
  readonly email: string;
  /** The email address of the client who receives an internal transfer; empty if the withdrawal leaves the exchange. */
  readonly receiverEmail: string;
  readonly isVerified: boolean;
  readonly clientSinceMs: number;
  /** Earlier completed withdrawals: how many, and their total value in units of USDT. */
  readonly completedBefore: number;
  readonly completedValueUnits: number;
  readonly given: readonly GivenApproval[];
  /** Ids of staff who decided on an identity photo of the client. */
  readonly identityDeciders: readonly string[];
  readonly refusedBy: string;
  /** Whether the withdrawal's current payment was included and moved nothing, or was displaced. */
  readonly hasFailed: boolean;
  /** The transaction that used the nonce or inputs of the current payment instead; empty if there is none. */
  readonly displacedBy: string;
  /** The decisions on failed payments, oldest first. */
  readonly decisions: readonly FailureDecision[];
}

export interface FailureDecision extends Decision {
  readonly decision: 'pay_again' | 'give_back';
  readonly txid: string;
  readonly displacedBy: string;
}

interface GivenRow {
  readonly email: string;
  readonly reason: string;
  readonly at_ms: number;
}

interface ApprovalRow extends GivenRow {
  readonly void_reason: VoidReason | null;
}

interface ContextRow {
  readonly id: string;
  readonly uid: string;
  readonly email: string;
  readonly receiver_email: string;
  readonly is_verified: boolean;
  readonly client_since: Date;
  readonly completed_before: number;
  readonly completed_value: string;
  readonly given: readonly ApprovalRow[];
  readonly identity_deciders: readonly string[];
  readonly refused_by: string;
  readonly has_failed: boolean;
  readonly displaced_by: string;
  readonly decisions: readonly (GivenRow & Pick<FailureDecision, 'decision' | 'txid' | 'displacedBy'>)[];
}

/** Decisions on withdrawals above a threshold, by one operator or by two different ones. */
export class WithdrawalReview {
  readonly #parts: WithdrawalReviewParts;

  constructor(parts: WithdrawalReviewParts) {
    this.#parts = parts;
  }

  /** A page of withdrawals for operators: those awaiting a decision oldest first, all others newest first. */
  async list(which: OperatorList, page: OperatorPage): Promise<ReviewedWithdrawal[]> {
    return this.#withContext(await this.#parts.table.list(which, page));
  }

  waiting(): Promise<number> {
    return this.#parts.table.count('waiting');
  }

  /** A withdrawal as operators see it. Errors: unknown_withdrawal. */
  async one(id: number): Promise<ReviewedWithdrawal> {
    const found = await this.#parts.table.find(id);
    const [withdrawal] = found === undefined ? [] : await this.#withContext([found]);
    if (withdrawal === undefined) throw new ApiError('unknown_withdrawal');
    return withdrawal;
  }

  /**
   * Records an operator's approval. Errors: unknown_withdrawal, own_account, approver_too_new, identity_decided_by_you,
   * not_permitted, withdrawal_not_waiting, withdrawal_approved_by_you.
   */
  async approve(id: number, reason: string, reviewer: Reviewer): Promise<ReviewedWithdrawal> {
    const { pool, table, progress, clock } = this.#parts;
    const { email, receiverEmail, owner } = await this.one(id);
    for (const account of [email, receiverEmail]) refuseOwn(account, reviewer);
    await inTransaction(pool, async (client) => {
      // The row lock waits for a concurrent revocation of the approver's access, which would void their approvals.
      const { rows: approvers } = await client.query<{ decides_from: Date }>(
        `select decides_from(staff_member) from staff_member where id = $1 and may_approve_withdrawals(staff_member)
         and totp_secret is not null for share`,
        [reviewer.staffId],
      );
      if (approvers[0] === undefined) throw new ApiError('not_permitted');
      // The row lock ensures that concurrent approvals are counted one after the other.
      const { rows } = await client.query<{ approvals_needed: number }>(
        'select approvals_needed from withdrawals where id = $1 and state = any($2) for update',
        [id, withdrawalSteps.approve.from],
      );
      if (rows[0] === undefined) throw new ApiError('withdrawal_not_waiting');
      // The row lock waits for a concurrent decision on the client's identity.
      const { rows: photos } = await client.query<{ reviewer_id: string | null }>(
        'select reviewer_id from kyc_photo where owner = $1 for share',
        [owner],
      );
      if (photos.some(({ reviewer_id }) => reviewer_id === reviewer.staffId))
        throw new ApiError('identity_decided_by_you');
      demandSettled({ decidesFromMs: approvers[0].decides_from.getTime() });
      const { rowCount } = await client.query(
        `insert into withdrawal_approvals (withdrawal_id, staff_id, email, reason, at) values ($1, $2, $3, $4, $5)
         on conflict do nothing`,
        [id, reviewer.staffId, reviewer.email, reason, new Date(clock())],
      );
      if (rowCount !== 1) throw new ApiError('withdrawal_approved_by_you');
      const { rowCount: given } = await client.query(
        'select from withdrawal_approvals where withdrawal_id = $1 and void_reason is null for share',
        [id],
      );
      if ((given ?? 0) >= rows[0].approvals_needed) await table.move(id, 'approve', client);
    });
    await progress.alone(owner, () => progress.advance(id));
    return this.one(id);
  }

  /**
   * Refuses a withdrawal that is not signed yet, and returns the full amount. Does not wait for the client's other
   * requests. Errors: unknown_withdrawal, own_account, withdrawal_not_waiting.
   */
  async refuse(id: number, reason: WithdrawalRefusal, note: string, reviewer: Reviewer): Promise<ReviewedWithdrawal> {
    const { pool, table, progress, telling } = this.#parts;
    const withdrawal = await this.one(id);
    const { owner } = withdrawal;
    refuseOwn(withdrawal.email, reviewer);
    await inTransaction(pool, async (database) => {
      const said = { note: note.trim(), by: reviewer.email, database };
      if (!(await table.refuse(id, 'refuse', reason, said))) throw new ApiError('withdrawal_not_waiting');
      await telling.refused(withdrawal, reason, said.note, database);
    });
    await progress.advance(id);
    await telling.deliver(owner);
    return this.one(id);
  }

  async #withContext(withdrawals: readonly Withdrawal[]): Promise<ReviewedWithdrawal[]> {
    const { rows } = await this.#parts.pool.query<ContextRow>(
      `select withdrawals.id, client.unique_id as uid, person.email, client.verified_at is not null as is_verified,
         client.created_at as client_since, refused_by,
         coalesce((select receiving.email from client to_client join person receiving on receiving.id = to_client.person_id
           where to_client.owner = withdrawals.receiver), '') as receiver_email,
         (select count(*)::int from withdrawals before where before.owner = withdrawals.owner
           and before.id < withdrawals.id and before.state = 'completed') as completed_before,
         (select coalesce(sum(value_units), 0) from withdrawals before where before.owner = withdrawals.owner
           and before.id < withdrawals.id and before.state = 'completed') as completed_value,
         (select coalesce(json_agg(json_build_object('email', given.email, 'reason', given.reason,
            'void_reason', void_reason, 'at_ms', floor(extract(epoch from given.at) * 1000)) order by given.at), '[]')
          from withdrawal_approvals given where withdrawal_id = withdrawals.id) as given,
         array(select distinct reviewer_id from kyc_photo
           where kyc_photo.owner = withdrawals.owner and reviewer_id is not null) as identity_deciders,
         ${HAS_FAILED} as has_failed,
         coalesce((select displaced_by from outgoing_payments where id = withdrawals.payment_id), '') as displaced_by,
         (select coalesce(json_agg(json_build_object('email', made.email, 'reason', made.reason, 'decision', decision,
            'txid', made.txid, 'displacedBy', made.displaced_by, 'at_ms', floor(extract(epoch from made.at) * 1000)) order by attempt), '[]')
          from failed_payment_decisions made where withdrawal_id = withdrawals.id) as decisions
       from withdrawals join client using (owner) join person on person.id = person_id where withdrawals.id = any($1)`,
      [withdrawals.map(({ id }) => id)],
    );
    const contexts = new Map(rows.map((row) => [Number(row.id), row]));
    return withdrawals.flatMap((withdrawal) => {
      const context = contexts.get(withdrawal.id);
      return context === undefined ? [] : [withContext(withdrawal, context)];
    });
  }
}

const decisionOf = ({ email, reason, at_ms }: GivenRow): Decision => ({ email, reason, atMs: at_ms });

const withContext = (withdrawal: Withdrawal, context: ContextRow): ReviewedWithdrawal => ({
  ...withdrawal,
  uid: context.uid,
  email: context.email,
  receiverEmail: context.receiver_email,
  isVerified: context.is_verified,
  clientSinceMs: context.client_since.getTime(),
  completedBefore: context.completed_before,
  completedValueUnits: Number(context.completed_value),
  given: context.given.map((row) => ({ ...decisionOf(row), voidReason: row.void_reason ?? undefined })),
  identityDeciders: context.identity_deciders,
  refusedBy: context.refused_by,
  hasFailed: context.has_failed,
  displacedBy: context.displaced_by,
  decisions: context.decisions.map((row) => ({
    ...decisionOf(row),
    decision: row.decision,
    txid: row.txid,
    displacedBy: row.displacedBy,
  })),
});
