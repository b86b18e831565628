import type { StaffRole } from '@vitrine/contract';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Pool, PoolClient } from 'pg';
import { normaliseEmail } from '../../auth/email.ts';
import { ApiError } from '../../kit/api-error.ts';
import { hashOfToken, newToken } from '../secrets.ts';

export const INVITATION_DAYS = 3;

/** A member of staff as the console shows them. */
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
  /** The time from which the member may request and approve changes; undefined until an authenticator is enrolled. */
  readonly decidesFromMs: number | undefined;
  /** The email of the member's creator, or `an operator on the server` if created on the command line. */
  readonly createdBy: string;
  readonly seenAtMs: number | undefined;
  readonly passkeys: number;
}

/** A member with the data that signing in needs, which never leaves the server. */
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

const CREDENTIALS = 'id, name, email, roles, password, totp_secret';

export interface StaffMembersParts {
  readonly pool: Pool;
  /** Encrypts the authenticators' secrets; at least 32 characters. */
  readonly secret: string;
}

/** The pool, or the caller's transaction. */
type Database = Pick<Pool, 'query'>;

/** The members of staff, with their roles and credentials. staff-access.ts grants and revokes access. */
export class StaffMembers {
  readonly #parts: StaffMembersParts;
  readonly #pool: Pool;

  constructor(parts: StaffMembersParts) {
    this.#parts = parts;
    this.#pool = parts.pool;
  }

  async list(database: Database = this.#pool): Promise<StaffListing[]> {
    const { rows } = await database.query<{
      id: string;
      name: string;
      email: string;
      roles: StaffRole[];
      status: StaffListing['status'];
      created_at: Date;
      created_by: string;
      seen_at: Date | null;
      decides_from: Date | null;
      passkeys: number;
    }>(
      `select id, name, email, roles, created_at, created_by, decides_from(staff_member),
         case when disabled_at is not null then 'disabled' when totp_secret is null then 'invited' else 'active' end as status,
         (select max(seen_at) from staff_session where staff_id = staff_member.id) as seen_at,
         (select count(*)::int from staff_passkey where staff_id = staff_member.id) as passkeys
       from staff_member order by disabled_at is not null, name`,
    );
    return rows.map(({ created_at, created_by, seen_at, decides_from, ...member }) => ({
      ...member,
      createdAtMs: created_at.getTime(),
      createdBy: created_by,
      seenAtMs: seen_at?.getTime(),
      decidesFromMs: decides_from?.getTime(),
    }));
  }

  /** The member with this email; undefined if there is none or if the member is disabled. */
  byEmail(email: string): Promise<StaffCredentials | undefined> {
    return this.#one('email = $1 and disabled_at is null', normaliseEmail(email) ?? '');
  }

  byId(id: string): Promise<StaffCredentials | undefined> {
    return this.#one('id = $1 and disabled_at is null', id);
  }

  async administrators(database: Database = this.#pool): Promise<number> {
    const { rows } = await database.query<{ n: number }>(
      `select count(*)::int as n from staff_member where 'administrator' = any(roles) and disabled_at is null`,
    );
    return rows[0]?.n ?? 0;
  }

  /** Whether there is, or was, a member with this normalized email. */
  async isKnown(email: string): Promise<boolean> {
    return (await this.#pool.query('select from staff_member where email = $1', [email])).rowCount === 1;
  }

  /** Creates a member without a password. Errors: email_invalid, email_taken. */
  async create({ email, name, roles, createdBy }: NewStaff, database: Database = this.#pool): Promise<StaffMember> {
    const address = normaliseEmail(email);
    if (address === undefined) throw new ApiError('email_invalid');
    const { rows } = await database.query<StaffMember>(
      `insert into staff_member (id, email, name, roles, created_by) values (gen_random_uuid(), $1, $2, $3, $4)
       on conflict (email) do nothing returning id, email, name, roles`,
      [address, name.trim(), roles, createdBy],
    );
    if (rows[0] === undefined) throw new ApiError('email_taken');
    return rows[0];
  }

  /** Issues a token that lets this member choose a password, once, within three days. Earlier tokens become void. */
  async invite({ id }: Pick<StaffMember, 'id'>, database: Database = this.#pool): Promise<string> {
    const token = newToken();
    await database.query(
      `with gone as (delete from staff_invitation where staff_id = $2)
       insert into staff_invitation (token_hash, staff_id, expires_at)
       values ($1, $2, now() + make_interval(days => ${INVITATION_DAYS}))`,
      [hashOfToken(token), id],
    );
    return token;
  }

  /** The member whose invitation has this token, if it is still valid; the invitation is not used up. */
  async invited(token: string): Promise<StaffCredentials | undefined> {
    const { rows } = await this.#pool.query<{ staff_id: string }>(
      'select staff_id from staff_invitation where token_hash = $1 and expires_at > now()',
      [hashOfToken(token)],
    );
    return rows[0] && this.byId(rows[0].staff_id);
  }

  /**
   * Uses up an invitation and sets the password. Returns the member; undefined if the invitation is used, expired or
   * unknown.
   */
  async takeUp(token: string, hashed: string, transaction: PoolClient): Promise<StaffCredentials | undefined> {
    const { rows } = await transaction.query<MemberRow>(
      `with taken as (delete from staff_invitation where token_hash = $1 and expires_at > now() returning staff_id)
       update staff_member set password = $2 from taken where id = staff_id and disabled_at is null
       returning ${CREDENTIALS}`,
      [hashOfToken(token), hashed],
    );
    return rows[0] && this.#opened(rows[0]);
  }

  async setPassword(id: string, hashed: string, database: Database = this.#pool): Promise<void> {
    await database.query('update staff_member set password = $2 where id = $1', [id, hashed]);
  }

  /** Sets the authenticator if there is none yet. Returns false if another sign-in did so first. */
  async enrol(id: string, totpSecret: string, step: number, database: Database = this.#pool): Promise<boolean> {
    const { rowCount } = await database.query(
      `update staff_member set totp_secret = $2, totp_step = $3, enrolled_at = now(), joined_at = coalesce(joined_at, now())
       where id = $1 and totp_secret is null`,
      [id, await this.seal(totpSecret), step],
    );
    return rowCount === 1;
  }

  /**
   * Marks the code of a step as used. Returns false if that code or a later one was used before, so that no code works
   * twice.
   */
  async useStep(id: string, step: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'update staff_member set totp_step = $2 where id = $1 and totp_step < $2',
      [id, step],
    );
    return rowCount === 1;
  }

  /** Encrypts the secret for the database. */
  seal(totpSecret: string): Promise<string> {
    return symmetricEncrypt({ key: this.#parts.secret, data: totpSecret });
  }

  unseal(sealed: string): Promise<string> {
    return symmetricDecrypt({ key: this.#parts.secret, data: sealed });
  }

  async #one(where: string, value: string): Promise<StaffCredentials | undefined> {
    const { rows } = await this.#pool.query<MemberRow>(`select ${CREDENTIALS} from staff_member where ${where}`, [
      value,
    ]);
    return rows[0] && this.#opened(rows[0]);
  }

  async #opened({ totp_secret, ...member }: MemberRow): Promise<StaffCredentials> {
    return { ...member, totpSecret: totp_secret === null ? undefined : await this.unseal(totp_secret) };
  }
}

/** The token is in the fragment, so that it appears in no server's log. */
export const invitationLink = (baseUrl: string, token: string): string => `${baseUrl}/console/welcome#${token}`;
