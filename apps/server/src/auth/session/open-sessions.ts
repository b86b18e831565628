import type { Pool } from 'pg';
import { MOST_PER_PERSON } from './session-store.ts';

/** One of a client's sessions: where, when and with which device it was opened. */
export interface OpenSession {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly signedInAtMs: number;
  readonly expiresAtMs: number;
}

interface SessionRow {
  readonly id: string;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** A client's sessions: first the session with the id `first`, if it is one of them, then the others, newest first. */
export async function openSessions(pool: Pool, personId: string, first?: string): Promise<OpenSession[]> {
  const { rows } = await pool.query<SessionRow>(
    `select id, ip_address, user_agent, created_at, expires_at from session
     where person_id = $1 and expires_at > now() order by id = $2 desc, created_at desc, id
     limit ${MOST_PER_PERSON}`,
    [personId, first],
  );
  return rows.map((row) => ({
    id: row.id,
    ip: row.ip_address ?? '',
    userAgent: row.user_agent ?? '',
    signedInAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
  }));
}
