import type { endpoints, ResponseOf, StaffRole } from '@vitrine/contract';
import type { Pool, PoolClient } from 'pg';
import type { StaffSession } from '../../http/staff-session.ts';
import { ApiError } from '../../kit/api-error.ts';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { lockStaff } from '../members/staff-lock.ts';
import { demandSettled, isSettled } from '../members/staff-member.ts';

const EXPIRES_HOURS = 72;

/**
 * `failed`: approved, but the change could not be made, for example because its subject had changed in the meantime.
 */
export type ApprovalState = 'waiting' | 'done' | 'failed' | 'refused' | 'withdrawn' | 'expired';

/** What is requested: its subject, and the values before and after. */
export interface NewApproval<Parameters = unknown> {
  readonly kind: string;
  readonly subject: string;
  readonly parameters: Parameters;
  readonly before: unknown;
  readonly after: unknown;
  readonly reason: string;
}

/** A request that needs two-person approval, with who made it and who decided on it. */
export interface Approval extends NewApproval {
  readonly id: number;
  readonly askedById: string;
  /** The requester's email. */
  readonly askedBy: string;
  readonly askedAtMs: number;
  readonly expiresAtMs: number;
  readonly state: ApprovalState;
  /** Email of the person who decided; empty while the approval is pending. */
  readonly decidedBy: string;
  readonly decidedAtMs: number | undefined;
  readonly decisionReason: string;
  readonly failure: string;
  readonly outcome: ApprovalOutcome | undefined;
}

/** Values of a market that determine what a request does to clients. */
export type MarketValues = NonNullable<ResponseOf<typeof endpoints.consoleApprove>['approval']['current']>;

/** What an executed request did, if that depends on the market. */
export type ApprovalOutcome = NonNullable<ResponseOf<typeof endpoints.consoleApprove>['approval']['outcome']>;

/** The approval, who approved it, and the transaction that the change belongs to. */
export interface ApprovalContext {
  readonly approval: Approval;
  readonly approvedBy: StaffSession;
  readonly transaction: PoolClient;
  /** The values that the approver has seen; undefined if the caller did not send any. */
  readonly seen: MarketValues | undefined;
}

/** A kind of approval, registered once at startup. */
export interface ApprovalKind<Parameters> {
  /** Roles that may decide, besides administrators. */
  readonly roles: readonly StaffRole[];
  /**
   * Makes the change inside the transaction that marks the approval as done. A command to the core cannot be undone, so
   * an executor that submits one checks everything first and derives its reference from the approval's id: if the
   * commit fails, the approval is still pending and approving it again does not repeat the command. Throws ApiError if
   * the change can no longer be made.
   */
  execute(parameters: Parameters, context: ApprovalContext): Promise<void>;
  /** The market's present values, to be shown before approving; undefined if there are none. */
  current?(parameters: Parameters): Promise<MarketValues | undefined>;
  /** Called after the decision is committed, even if it is `failed`: updates copies in memory and sends emails. */
  readonly committed?: (parameters: Parameters) => Promise<void>;
}

interface ApprovalRow extends NewApproval {
  readonly id: string;
  readonly asked_by: string;
  readonly asker: string;
  readonly asked_at: Date;
  readonly expires_at: Date;
  readonly state: ApprovalState;
  readonly decider: string | null;
  readonly decided_at: Date | null;
  readonly decision_reason: string;
  readonly failure: string;
  readonly outcome: ApprovalOutcome | null;
}

const SELECT = `select approval.*, asker.email as asker, decider.email as decider,
    case when approval.state = 'waiting' and approval.expires_at <= now() then 'expired' else approval.state end as state
  from approval join staff_member asker on asker.id = approval.asked_by
  left join staff_member decider on decider.id = approval.decided_by`;

/** Two-person approval for changes that no one may make alone. */
export class Approvals {
  readonly #pool: Pool;
  readonly #kinds = new Map<string, ApprovalKind<unknown>>();
  /**
   * Lets only one call to `approve` execute at a time. A call that waits for this mutex occupies no connection of the
   * pool that all clients share.
   */
  readonly #approving = new KeyedMutex();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  register<Parameters>(kind: string, definition: ApprovalKind<Parameters>): void {
    this.#kinds.set(kind, definition as ApprovalKind<unknown>);
  }

  /**
   * Requests an approval, which stays pending for three days. A repeated request creates a second approval, which fails
   * or changes nothing once the first is done. Errors: approver_too_new.
   */
  async ask(
    session: StaffSession,
    { kind, subject, parameters, before, after, reason }: NewApproval,
    database: Pick<Pool, 'query'> = this.#pool,
  ): Promise<number> {
    this.#kind(kind);
    demandSettled(session);
    const { rows } = await database.query<{ id: string }>(
      `insert into approval (kind, subject, parameters, before, after, reason, asked_by, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(hours => ${EXPIRES_HOURS})) returning id`,
      [
        kind,
        subject,
        JSON.stringify(parameters),
        JSON.stringify(before),
        JSON.stringify(after),
        reason,
        session.staffId,
      ],
    );
    return Number(rows[0]?.id);
  }

  /**
   * The approvals that this person may see because of their roles, or has requested, newest first; `before` is the
   * cursor, an id.
   */
  async list(
    session: StaffSession,
    { waiting, before, limit }: { readonly waiting: boolean; readonly before?: number; readonly limit: number },
  ): Promise<Approval[]> {
    const { rows } = await this.#pool.query<ApprovalRow>(
      `${SELECT}
       where (approval.state = 'waiting' and approval.expires_at > now()) = $1 and ($2::bigint is null or approval.id < $2)
         and (approval.kind = any($3) or approval.asked_by = $4)
       order by approval.id desc limit $5`,
      [waiting, before ?? null, this.#kindsSeenBy(session.roles), session.staffId, limit],
    );
    return rows.map(fromRow);
  }

  /** The number of pending approvals that this person may decide. */
  async waitingFor(session: StaffSession): Promise<number> {
    const { rows } = await this.#pool.query<{ n: number }>(
      `select count(*)::int as n from approval
       where state = 'waiting' and expires_at > now() and asked_by <> $1 and kind = any($2)`,
      [session.staffId, [...this.#kinds.keys()].filter((kind) => this.#mayDecideKind(session.roles, kind))],
    );
    return rows[0]?.n ?? 0;
  }

  /** The approval with this id. Errors: not_found, also if this person may not see the approval. */
  async one(session: StaffSession, id: number): Promise<Approval> {
    const { rows } = await this.#pool.query<ApprovalRow>(`${SELECT} where approval.id = $1`, [id]);
    const approval = rows[0] && fromRow(rows[0]);
    const seen = this.#kindsSeenBy(session.roles);
    if (approval === undefined || !(seen.includes(approval.kind) || approval.askedById === session.staffId))
      throw new ApiError('not_found');
    return approval;
  }

  /**
   * Whether this person may refuse a pending approval: they must have a role that may decide it, and must not be the
   * requester.
   */
  mayRefuse(session: StaffSession, { kind, askedById, state }: Approval): boolean {
    return state === 'waiting' && askedById !== session.staffId && this.#mayDecideKind(session.roles, kind);
  }

  /** Whether this person may also approve the request, which a new member may not do for a day. */
  mayApprove(session: StaffSession, approval: Approval): boolean {
    return this.mayRefuse(session, approval) && isSettled(session);
  }

  /**
   * Approves a request and makes the change: both, or neither. Of two concurrent calls, only one makes the change.
   * Returns the approval in its new state: `done`, or `failed` with the error's code. Errors: not_found, own_approval,
   * not_permitted, approver_too_new, approval_decided, values_moved, and the other temporary errors in `passing`.
   */
  async approve(session: StaffSession, id: number, reason: string, seen?: MarketValues): Promise<Approval> {
    const approval = await this.#decidable(session, id);
    demandSettled(session);
    const kind = this.#kind(approval.kind);
    try {
      await this.#approving.runExclusive('one', () =>
        inTransaction(this.#pool, async (transaction) => {
          await lockStaff(transaction);
          await this.#demandTwo(transaction, session, approval);
          await this.#close(transaction, id, session, 'done', reason);
          await kind.execute(approval.parameters, { approval, approvedBy: session, transaction, seen });
        }),
      );
    } catch (error) {
      // Permanent errors are recorded; after a transient one the approval stays pending.
      if (!(error instanceof ApiError) || passing.has(error.code)) throw error;
      await this.#close(this.#pool, id, session, 'failed', reason, error.code);
    }
    await kind.committed?.(approval.parameters);
    return this.one(session, id);
  }

  /** The values that an approver of a pending request should see; undefined if there are none. */
  async currentOf({ kind, parameters, state }: Approval): Promise<MarketValues | undefined> {
    return state === 'waiting' ? this.#kinds.get(kind)?.current?.(parameters) : undefined;
  }

  /** Records, in the transaction of the approval, what the executed request did. */
  async setOutcome(transaction: PoolClient, id: number, outcome: ApprovalOutcome): Promise<void> {
    await transaction.query('update approval set outcome = $2 where id = $1', [id, JSON.stringify(outcome)]);
  }

  /** Refuses a pending request. Errors: not_found, own_approval, not_permitted, approval_decided. */
  async refuse(session: StaffSession, id: number, reason: string): Promise<Approval> {
    await this.#decidable(session, id);
    await this.#close(this.#pool, id, session, 'refused', reason);
    return this.one(session, id);
  }

  /** Withdraws a request; only its requester may do so. Errors: not_found, not_yours, approval_decided. */
  async withdraw(session: StaffSession, id: number): Promise<Approval> {
    const approval = await this.one(session, id);
    if (approval.askedById !== session.staffId) throw new ApiError('not_yours');
    await this.#close(this.#pool, id, session, 'withdrawn', '');
    return this.one(session, id);
  }

  /**
   * Ends the pending requests of these kinds about a subject, because this person is about to make the opposite change.
   * If one of these requests is being approved, waits for that transaction to end, so that the opposite change is made
   * after the approved one. A caller that runs inside the transaction of another approval passes that transaction.
   */
  async overtake(
    session: Pick<StaffSession, 'staffId'>,
    kinds: readonly string[],
    subject: string,
    reason: string,
    database: Pick<Pool, 'query'> = this.#pool,
  ): Promise<void> {
    await database.query(
      `update approval set decided_by = $3, decided_at = now(), decision_reason = $4,
         state = case when asked_by = $3 then 'withdrawn' else 'refused' end
       where kind = any($1) and subject = $2 and state = 'waiting'`,
      [kinds, subject, session.staffId, reason],
    );
  }

  async #decidable(session: StaffSession, id: number): Promise<Approval> {
    const approval = await this.one(session, id);
    if (approval.askedById === session.staffId) throw new ApiError('own_approval');
    if (!this.#mayDecideKind(session.roles, approval.kind)) throw new ApiError('not_permitted');
    if (approval.state !== 'waiting') throw new ApiError('approval_decided');
    return approval;
  }

  /**
   * Throws unless both people still qualify: not disabled, not reset, and in a role for this kind. Errors:
   * not_permitted (the approver), asker_not_permitted (the requester).
   */
  async #demandTwo(transaction: PoolClient, { staffId }: StaffSession, { kind, askedById }: Approval): Promise<void> {
    const { rows } = await transaction.query<{ id: string; roles: StaffRole[] }>(
      'select id, roles from staff_member where id = any($1) and disabled_at is null and decides_from(staff_member) <= now()',
      [[staffId, askedById]],
    );
    const may = (person: string) => rows.some(({ id, roles }) => id === person && this.#mayDecideKind(roles, kind));
    if (!may(staffId)) throw new ApiError('not_permitted');
    if (!may(askedById)) throw new ApiError('asker_not_permitted');
  }

  async #close(
    client: Pick<Pool, 'query'>,
    id: number,
    { staffId }: StaffSession,
    state: ApprovalState,
    reason: string,
    failure = '',
  ): Promise<void> {
    const { rowCount } = await client.query(
      `update approval set state = $2, decided_by = $3, decided_at = now(), decision_reason = $4, failure = $5
       where id = $1 and state = 'waiting' and expires_at > now()`,
      [id, state, staffId, reason, failure],
    );
    if (rowCount !== 1) throw new ApiError('approval_decided');
  }

  #kind(kind: string): ApprovalKind<unknown> {
    const definition = this.#kinds.get(kind);
    if (definition === undefined) throw new Error(`no executor is registered for approval kind ${kind}`);
    return definition;
  }

  #mayDecideKind(roles: readonly StaffRole[], kind: string): boolean {
    const allowed = this.#kinds.get(kind)?.roles ?? [];
    return roles.some((role) => role === 'administrator' || allowed.includes(role));
  }

  #kindsSeenBy(roles: readonly StaffRole[]): string[] {
    return [...this.#kinds.keys()].filter((kind) => roles.includes('auditor') || this.#mayDecideKind(roles, kind));
  }
}

/**
 * Temporary refusals: the same approval may succeed later. `approval_decided`: someone else was first. `not_permitted`:
 * this approver is not permitted, but someone else may be. `values_moved`: the approver has not seen the present values.
 * `mark_price_unconfirmed`: no price of the index is confirmed at this moment.
 */
const passing = new Set([
  'unavailable',
  'busy',
  'outcome_unknown',
  'approval_decided',
  'not_permitted',
  'values_moved',
  'mark_price_unconfirmed',
]);

const fromRow = (row: ApprovalRow): Approval => ({
  id: Number(row.id),
  kind: row.kind,
  subject: row.subject,
  parameters: row.parameters,
  before: row.before,
  after: row.after,
  reason: row.reason,
  askedById: row.asked_by,
  askedBy: row.asker,
  askedAtMs: row.asked_at.getTime(),
  expiresAtMs: row.expires_at.getTime(),
  state: row.state,
  decidedBy: row.decider ?? '',
  decidedAtMs: row.decided_at?.getTime(),
  decisionReason: row.decision_reason,
  failure: row.failure,
  outcome: row.outcome ?? undefined,
});
