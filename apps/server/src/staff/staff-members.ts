import type { StaffRole } from '@vitrine/contract';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../http/api-error.ts';
import { normaliseEmail } from '../identity/email.ts';
import type { MailSender } from '../providers/mail/mail.ts';
import { inTransaction } from '../providers/postgres/transaction.ts';
import { hashOfToken, newToken } from './secrets.ts';

const INVITATION_DAYS = 3;
/** Any number that nothing else in this database locks by: administrators are counted and changed one after the other. */
const ADMINISTRATORS_LOCK = 7_481_225;

/** Someone who runs the exchange, as the console shows them. */
export interface StaffMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: StaffRole[];
}

/** A member as the list of staff shows them. */
export interface StaffListing extends StaffMember {
  readonly status: 'invited' | 'active' | 'disabled';
  readonly createdAtMs: number;
  /** The e-mail of who made them, or `the machine` for one made on the command line. */
  readonly createdBy: string;
  readonly seenAtMs: number | undefined;
  readonly passkeys: number;
}

/** A member with what signing in needs. Never leaves the server. */
export interface StaffCredentials extends StaffMember {
  readonly password: string | null;
  readonly totpSecret: string | undefined;
}

export interface NewStaff {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  readonly createdBy: string;
}

interface MemberRow extends StaffMember {
  readonly password: string | null;
  readonly totp_secret: string | null;
}

/** What one administrator did to someone's access. */
export interface AccessChange {
  readonly by: { readonly staffId: string; readonly email: string };
  readonly member: Pick<StaffMember, 'id' | 'email'>;
  /** Between the one and the other. */
  readonly text: string;
  readonly reason: string;
}

export interface StaffMembersParts {
  readonly pool: Pool;
  /** Encrypts the authenticators' secrets; at least 32 characters. */
  readonly secret: string;
  readonly mail: MailSender;
  readonly brand: () => string;
}

/** Who runs the exchange, and in which roles. */
export class StaffMembers {
  readonly #parts: StaffMembersParts;
  readonly #pool: Pool;

  constructor(parts: StaffMembersParts) {
    this.#parts = parts;
    this.#pool = parts.pool;
  }

  async list(): Promise<StaffListing[]> {
    const { rows } = await this.#pool.query<{
      id: string;
      name: string;
      email: string;
      roles: StaffRole[];
      status: StaffListing['status'];
      created_at: Date;
      created_by: string;
      seen_at: Date | null;
      passkeys: number;
    }>(
      `select id, name, email, roles, created_at, created_by,
         case when disabled_at is not null then 'disabled' when totp_secret is null then 'invited' else 'active' end as status,
         (select max(seen_at) from staff_session where staff_id = staff_member.id) as seen_at,
         (select count(*)::int from staff_passkey where staff_id = staff_member.id) as passkeys
       from staff_member order by disabled_at is not null, name`,
    );
    return rows.map(({ created_at, created_by, seen_at, ...member }) => ({
      ...member,
      createdAtMs: created_at.getTime(),
      createdBy: created_by,
      seenAtMs: seen_at?.getTime(),
    }));
  }

  /** Someone who may sign in: there, and not disabled. */
  byEmail(email: string): Promise<StaffCredentials | undefined> {
    return this.#one('email = $1 and disabled_at is null', normaliseEmail(email) ?? '');
  }

  byId(id: string): Promise<StaffCredentials | undefined> {
    return this.#one('id = $1 and disabled_at is null', id);
  }

  async administrators(): Promise<number> {
    const { rows } = await this.#pool.query<{ n: number }>(
      `select count(*)::int as n from staff_member where 'administrator' = any(roles) and disabled_at is null`,
    );
    return rows[0]?.n ?? 0;
  }

  /** A new member without a password. Errors: email_invalid, email_taken. */
  async create({ email, name, roles, createdBy }: NewStaff): Promise<StaffMember> {
    const address = normaliseEmail(email);
    if (address === undefined) throw new ApiError('email_invalid');
    const { rows } = await this.#pool.query<StaffMember>(
      `insert into staff_member (id, email, name, roles, created_by) values (gen_random_uuid(), $1, $2, $3, $4)
       on conflict (email) do nothing returning id, email, name, roles`,
      [address, name.trim(), roles, createdBy],
    );
    if (rows[0] === undefined) throw new ApiError('email_taken');
    return rows[0];
  }

  /** A token that lets this member choose a password, once, within three days. Those before are void. */
  async invite({ id }: Pick<StaffMember, 'id'>): Promise<string> {
    const token = newToken();
    await this.#pool.query(
      `with gone as (delete from staff_invitation where staff_id = $2)
       insert into staff_invitation (token_hash, staff_id, expires_at)
       values ($1, $2, now() + make_interval(days => ${INVITATION_DAYS}))`,
      [hashOfToken(token), id],
    );
    return token;
  }

  async mailInvitation(member: StaffMember, origin: string): Promise<void> {
    const brand = this.#parts.brand();
    const link = invitationLink(origin, await this.invite(member));
    await this.#parts.mail.send({
      to: member.email,
      subject: `Your access to the ${brand} console`,
      text: `${member.name}, you have been given access to the ${brand} console.\n\nChoose a password and enrol an authenticator here, within ${INVITATION_DAYS} days; the link works once:\n\n${link}\n\nIf you do not know what this is about, tell an administrator.`,
    });
  }

  /**
   * Tells the other administrators, and whom it is about, of a change to who may enter the console: nobody makes themselves
   * a second person unseen. The change stands whether or not the mail goes out.
   */
  async tellAdministrators(change: AccessChange): Promise<void> {
    const { by, member, text, reason } = change;
    const brand = this.#parts.brand();
    const { rows } = await this.#pool.query<{ email: string }>(
      `select email from staff_member
       where (id = $2 or 'administrator' = any(roles) and disabled_at is null) and password is not null and id <> $1`,
      [by.staffId, member.id],
    );
    const letter = {
      subject: `Access to the ${brand} console was changed`,
      text: `${by.email} ${text}: ${member.email}.\n\nReason given: ${reason}\n\nIf this is not as it should be, tell the other administrators at once.`,
    };
    for (const { email } of rows) await this.#parts.mail.send({ to: email, ...letter }).catch(() => undefined);
  }

  /** Whom a live invitation is for; it stays. */
  async invited(token: string): Promise<StaffCredentials | undefined> {
    const { rows } = await this.#pool.query<{ staff_id: string }>(
      'select staff_id from staff_invitation where token_hash = $1 and expires_at > now()',
      [hashOfToken(token)],
    );
    return rows[0] && this.byId(rows[0].staff_id);
  }

  /** Uses an invitation up. The member it is for, or undefined where it is used, expired or made up. */
  async takeUp(token: string): Promise<StaffCredentials | undefined> {
    const { rows } = await this.#pool.query<{ staff_id: string }>(
      'delete from staff_invitation where token_hash = $1 and expires_at > now() returning staff_id',
      [hashOfToken(token)],
    );
    return rows[0] && this.byId(rows[0].staff_id);
  }

  async setPassword(id: string, hashed: string): Promise<void> {
    await this.#pool.query('update staff_member set password = $2 where id = $1', [id, hashed]);
  }

  /** Sets the authenticator where there is none yet. False where another sign-in was first. */
  async enrol(id: string, totpSecret: string, step: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'update staff_member set totp_secret = $2, totp_step = $3 where id = $1 and totp_secret is null',
      [id, await this.seal(totpSecret), step],
    );
    return rowCount === 1;
  }

  /** Marks a step's code as used. False where it, or a later one, was used before: no code works twice. */
  async useStep(id: string, step: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'update staff_member set totp_step = $2 where id = $1 and totp_step < $2',
      [id, step],
    );
    return rowCount === 1;
  }

  /** Errors: not_found, last_administrator. Answers the roles before. */
  changeRoles(id: string, roles: readonly StaffRole[]): Promise<StaffRole[]> {
    return this.#keepingAnAdministrator(id, async (client, before) => {
      await client.query('update staff_member set roles = $2 where id = $1', [id, roles]);
      return before;
    });
  }

  /** Disables the member and ends their sessions. Errors: not_found, last_administrator. */
  async disable(id: string): Promise<void> {
    await this.#keepingAnAdministrator(id, async (client) => {
      await client.query('update staff_member set disabled_at = now() where id = $1', [id]);
      await forgetSignIns(client, id);
    });
  }

  /** Takes password, authenticator, passkeys and sessions away, so that an invitation begins anew; enables the disabled. */
  reset(id: string): Promise<StaffMember> {
    return inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query<StaffMember>(
        `update staff_member set password = null, totp_secret = null, disabled_at = null
         where id = $1 returning id, name, email, roles`,
        [id],
      );
      if (rows[0] === undefined) throw new ApiError('not_found');
      await forgetSignIns(client, id);
      for (const table of ['staff_passkey', 'staff_recovery_code'])
        await client.query(`delete from ${table} where staff_id = $1`, [id]);
      return rows[0];
    });
  }

  /** As it is kept in the database. */
  seal(totpSecret: string): Promise<string> {
    return symmetricEncrypt({ key: this.#parts.secret, data: totpSecret });
  }

  unseal(sealed: string): Promise<string> {
    return symmetricDecrypt({ key: this.#parts.secret, data: sealed });
  }

  async #one(where: string, value: string): Promise<StaffCredentials | undefined> {
    const { rows } = await this.#pool.query<MemberRow>(
      `select id, name, email, roles, password, totp_secret from staff_member where ${where}`,
      [value],
    );
    const row = rows[0];
    if (row === undefined) return undefined;
    const { totp_secret, ...member } = row;
    return { ...member, totpSecret: totp_secret === null ? undefined : await this.unseal(totp_secret) };
  }

  /** Two administrators who disable each other at once must not both succeed. */
  #keepingAnAdministrator<T>(id: string, change: (client: PoolClient, before: StaffRole[]) => Promise<T>): Promise<T> {
    return inTransaction(this.#pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [ADMINISTRATORS_LOCK]);
      const { rows } = await client.query<{ roles: StaffRole[] }>(
        'select roles from staff_member where id = $1 and disabled_at is null',
        [id],
      );
      if (rows[0] === undefined) throw new ApiError('not_found');
      const result = await change(client, rows[0].roles);
      const { rows: left } = await client.query(
        `select from staff_member where 'administrator' = any(roles) and disabled_at is null limit 1`,
      );
      if (left.length === 0) throw new ApiError('last_administrator');
      return result;
    });
  }
}

/** The token stands behind the #, so that it reaches no server's log. */
export const invitationLink = (origin: string, token: string): string => `${origin}/console/welcome#${token}`;

/** Sessions and what leads to one; and what they have asked a second person for, which somebody else may have asked in their name. */
async function forgetSignIns(client: PoolClient, id: string): Promise<void> {
  for (const table of ['staff_session', 'staff_sign_in', 'staff_invitation'])
    await client.query(`delete from ${table} where staff_id = $1`, [id]);
  await client.query(
    `update approval set state = 'withdrawn', decided_at = now(), decision_reason = 'The access of who asked has ended'
     where asked_by = $1 and state = 'waiting'`,
    [id],
  );
}
