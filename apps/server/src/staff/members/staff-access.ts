import type { StaffRole } from '@vitrine/contract';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { MailQueue } from '../../notifications/mail/mail-queue.ts';
import { type AccessDecision, disabledMail, givenMail, invitationMail, resetMail, rolesMail } from '../mails.ts';
import { lockStaff } from './staff-lock.ts';
import { invitationLink, type StaffMember, type StaffMembers } from './staff-members.ts';

export type StaffStatus = 'active' | 'invited' | 'disabled';

/** A change that may extend access to the console. `before` is the state when the change was requested. */
export type AccessChange =
  | {
      readonly kind: 'staff_create';
      readonly email: string;
      readonly name: string;
      readonly roles: readonly StaffRole[];
    }
  | {
      readonly kind: 'staff_roles';
      readonly id: string;
      readonly before: readonly StaffRole[];
      readonly roles: readonly StaffRole[];
    }
  | { readonly kind: 'staff_reinvite'; readonly id: string; readonly before: StaffStatus };

export interface StaffAccessParts {
  readonly pool: Pool;
  readonly members: StaffMembers;
  readonly mailQueue: Pick<MailQueue, 'addForOthers' | 'addEncrypted' | 'sendAll'>;
  readonly brand: () => string;
  /** Base URL of the links in invitations. */
  readonly baseUrl: string;
}

interface Standing extends StaffMember {
  readonly status: StaffStatus;
}

const STANDING = `select id, name, email, roles,
  case when disabled_at is not null then 'disabled' when totp_secret is null then 'invited' else 'active' end as status
  from staff_member where id = $1`;

/**
 * Grants and revokes access to the console. Each change is made in one transaction with the emails that notify staff of
 * it.
 */
export class StaffAccess {
  readonly #parts: StaffAccessParts;

  constructor(parts: StaffAccessParts) {
    this.#parts = parts;
  }

  /** The member with their current status. Errors: not_found. */
  async standing(id: string, database: Pick<Pool, 'query'> = this.#parts.pool): Promise<Standing> {
    const { rows } = await database.query<Standing>(STANDING, [id]);
    if (rows[0] === undefined) throw new ApiError('not_found');
    return rows[0];
  }

  /** Makes the change if one administrator may do so alone. Returns false if two are needed. Errors: as for `apply`. */
  async alone(change: AccessChange, decision: AccessDecision): Promise<boolean> {
    const isDone = await inTransaction(this.#parts.pool, async (transaction) => {
      await lockStaff(transaction);
      if (await takesTwo(transaction)) return false;
      await this.apply(change, decision, transaction);
      return true;
    });
    if (isDone) await this.deliver();
    return isDone;
  }

  /**
   * Makes the change. The transaction must hold the lock (`lockStaff`). Errors: email_invalid, email_taken, not_found,
   * staff_changed, last_administrator.
   */
  async apply(change: AccessChange, decision: AccessDecision, transaction: PoolClient): Promise<void> {
    if (change.kind === 'staff_create') return this.#create(change, decision, transaction);
    const member = await this.standing(change.id, transaction);
    if (change.kind === 'staff_roles') return this.#changeRoles(member, change, decision, transaction);
    if (member.status !== change.before) throw new ApiError('staff_changed');
    await this.reset(member, decision, transaction);
    await this.#invite(member, transaction);
  }

  /**
   * Ends a member's access immediately. One administrator is enough, since this grants nothing. Errors: not_found,
   * last_administrator.
   */
  async disable(id: string, decision: AccessDecision): Promise<void> {
    await inTransaction(this.#parts.pool, async (transaction) => {
      await lockStaff(transaction);
      const member = await this.standing(id, transaction);
      if (member.status === 'disabled') throw new ApiError('not_found');
      await transaction.query('update staff_member set disabled_at = now() where id = $1', [id]);
      await this.#demandAdministrator(transaction);
      await forgetSignIns(transaction, id);
      await this.#notify(disabledMail(member, decision), member, transaction);
    });
    await this.deliver();
  }

  /**
   * Removes the member's password, authenticator, passkeys, recovery codes and sessions, so that the member needs a new
   * invitation. Also enables a disabled member.
   */
  async reset(member: StaffMember, decision: AccessDecision, transaction: PoolClient): Promise<void> {
    const { id } = member;
    await transaction.query(
      `update staff_member set password = null, totp_secret = null, enrolled_at = null, disabled_at = null where id = $1`,
      [id],
    );
    await forgetSignIns(transaction, id);
    for (const table of ['staff_passkey', 'staff_recovery_code'])
      await transaction.query(`delete from ${table} where staff_id = $1`, [id]);
    await this.#notify(resetMail(member, decision), member, transaction);
  }

  /** Creates a member without inviting them yet. Errors: email_invalid, email_taken. */
  async give(
    { email, name, roles }: Pick<StaffMember, 'email' | 'name'> & { readonly roles: readonly StaffRole[] },
    decision: AccessDecision,
    transaction: PoolClient,
  ): Promise<StaffMember> {
    const { members } = this.#parts;
    const member = await members.create({ email, name, roles, createdBy: decision.by }, transaction);
    await this.#notify(givenMail(member, decision), member, transaction);
    return member;
  }

  /** Gives the member the role `administrator` if they do not have it. */
  async makeAdministrator(member: StaffMember, decision: AccessDecision, transaction: PoolClient): Promise<void> {
    if (member.roles.includes('administrator')) return;
    await this.#setRoles(member, [...member.roles, 'administrator'], decision, transaction);
  }

  /** Sends the emails about a committed change. Emails that fail are retried later. */
  async deliver(): Promise<void> {
    await this.#parts.mailQueue.sendAll('others');
  }

  async #create(
    change: Extract<AccessChange, { kind: 'staff_create' }>,
    decision: AccessDecision,
    transaction: PoolClient,
  ): Promise<void> {
    const member = await this.give(change, decision, transaction);
    await this.#invite(member, transaction);
  }

  async #changeRoles(
    member: Standing,
    { before, roles }: Extract<AccessChange, { kind: 'staff_roles' }>,
    decision: AccessDecision,
    transaction: PoolClient,
  ): Promise<void> {
    if (member.status === 'disabled' || String(member.roles) !== String(before)) throw new ApiError('staff_changed');
    await this.#setRoles(member, roles, decision, transaction);
  }

  async #setRoles(
    member: StaffMember,
    roles: readonly StaffRole[],
    decision: AccessDecision,
    transaction: PoolClient,
  ): Promise<void> {
    await transaction.query('update staff_member set roles = $2 where id = $1', [member.id, roles]);
    await this.#demandAdministrator(transaction);
    await this.#notify(rolesMail(member, roles, decision), member, transaction);
  }

  async #invite(member: StaffMember, transaction: PoolClient): Promise<void> {
    const { members, mailQueue, brand, baseUrl } = this.#parts;
    const link = invitationLink(baseUrl, await members.invite(member, transaction));
    await mailQueue.addEncrypted(member.email, invitationMail(brand(), member, link), transaction);
  }

  /**
   * Notifies all members who have joined, except those who are disabled. A member whose access was just reset is still
   * notified, and so is the member whom the change concerns, even if disabled.
   */
  async #notify(
    message: { readonly subject: string; readonly text: string },
    { id }: StaffMember,
    transaction: PoolClient,
  ): Promise<void> {
    const { rows } = await transaction.query<{ email: string }>(
      'select email from staff_member where joined_at is not null and (disabled_at is null or id = $1) order by email',
      [id],
    );
    const emails = rows.map(({ email }) => email);
    await this.#parts.mailQueue.addForOthers(emails, message, transaction);
  }

  /** Throws if the change leaves no administrator. Errors: last_administrator. */
  async #demandAdministrator(transaction: PoolClient): Promise<void> {
    if ((await this.#parts.members.administrators(transaction)) === 0) throw new ApiError('last_administrator');
  }
}

/**
 * Whether a change needs two people, which is the case once two administrators have joined. An administrator who has
 * since been disabled is counted too; otherwise one administrator could disable the other and then act alone.
 */
async function takesTwo(database: Pick<Pool, 'query'>): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from staff_member where 'administrator' = any(roles) and joined_at is not null limit 2`,
  );
  return rowCount === 2;
}

/**
 * Deletes the member's sessions, sign-ins and invitations. Also withdraws the member's pending requests for approval,
 * because somebody else may have made them in the member's name.
 */
async function forgetSignIns(transaction: PoolClient, id: string): Promise<void> {
  for (const table of ['staff_session', 'staff_sign_in', 'staff_invitation'])
    await transaction.query(`delete from ${table} where staff_id = $1`, [id]);
  await transaction.query(
    `update approval set state = 'withdrawn', decided_at = now(), decision_reason = 'The requester’s access has ended'
     where asked_by = $1 and state = 'waiting'`,
    [id],
  );
}
