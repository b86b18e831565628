import type { StaffRole } from '@vitrine/contract';
import type { Pool } from 'pg';
import { STAFF_COOKIE, type StaffHeaders, type StaffSession, type StaffSessions } from '../../http/staff-session.ts';
import type { Device } from '../../kit/device.ts';
import { sessionToken } from '../../kit/session-token.ts';
import { hashOfToken, newToken } from '../secrets.ts';

/** A session ends after this long without a call made by a person. */
const IDLE_MINUTES = 30;
/** Even a session in use ends after this time. */
const AT_MOST_HOURS = 8;
const LONGEST_USER_AGENT = 256;

/** A session as its holder sees it in their own list. */
export interface StaffSessionInfo {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly createdAtMs: number;
  readonly seenAtMs: number;
}

interface SessionRow {
  readonly id: string;
  readonly staff_id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: StaffRole[];
  readonly expires_at: Date;
  readonly decides_from: Date;
}

/** The pool, or the caller's transaction. */
type Database = Pick<Pool, 'query'>;

/**
 * Sessions of staff. They are only in the table, not cached: there are few, and an ended session must be refused from
 * the next call on.
 */
export class StaffSessionStore implements StaffSessions {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async authenticate(headers: StaffHeaders): Promise<StaffSession | 'none' | 'expired'> {
    const sent = sessionToken(headers, STAFF_COOKIE);
    if (sent === undefined) return 'none';
    const isBackground = headers['x-background'] === '1';
    const { rows } = await this.#pool.query<SessionRow>(
      `update staff_session session set seen_at = case when $2 then session.seen_at else now() end
       from staff_member member
       where session.token_hash = $1 and member.id = session.staff_id and member.disabled_at is null
         and session.expires_at > now() and session.seen_at > now() - make_interval(mins => ${IDLE_MINUTES})
       returning session.id, session.staff_id, member.name, member.email, member.roles, session.expires_at,
         decides_from(member)`,
      [hashOfToken(sent.token), isBackground],
    );
    const row = rows[0];
    if (row === undefined) return 'expired';
    const { id, staff_id, name, email, roles, expires_at, decides_from } = row;
    const [expiresAtMs, decidesFromMs] = [expires_at.getTime(), decides_from.getTime()];
    return { id, staffId: staff_id, name, email, roles, expiresAtMs, decidesFromMs, by: sent.by };
  }

  /** Opens a session. The caller has verified both factors. */
  async open(staffId: string, { ip, userAgent }: Device, database: Database = this.#pool): Promise<string> {
    const token = newToken();
    await database.query(
      `insert into staff_session (id, staff_id, token_hash, ip, user_agent, expires_at)
       values (gen_random_uuid(), $1, $2, $3, $4, now() + make_interval(hours => ${AT_MOST_HOURS}))`,
      [staffId, hashOfToken(token), ip, userAgent.slice(0, LONGEST_USER_AGENT)],
    );
    return token;
  }

  /** The live sessions of one member, newest first. */
  async of(staffId: string): Promise<StaffSessionInfo[]> {
    const { rows } = await this.#pool.query<{
      id: string;
      ip: string;
      user_agent: string;
      created_at: Date;
      seen_at: Date;
    }>(
      `select id, ip, user_agent, created_at, seen_at from staff_session
       where staff_id = $1 and expires_at > now() and seen_at > now() - make_interval(mins => ${IDLE_MINUTES})
       order by created_at desc`,
      [staffId],
    );
    return rows.map(({ id, ip, user_agent, created_at, seen_at }) => ({
      id,
      ip,
      userAgent: user_agent,
      createdAtMs: created_at.getTime(),
      seenAtMs: seen_at.getTime(),
    }));
  }

  /** Ends one session of this member. Returns false if the member has no session with this id. */
  async end(staffId: string, id: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query('delete from staff_session where staff_id = $1 and id = $2', [
      staffId,
      id,
    ]);
    return rowCount === 1;
  }

  /** Ends all sessions of a member except one. */
  async endAll(staffId: string, except: string, database: Database): Promise<void> {
    await database.query('delete from staff_session where staff_id = $1 and id <> $2', [staffId, except]);
  }
}
