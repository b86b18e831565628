import type { Session } from '../../http/session.ts';
import type { Device } from '../../kit/device.ts';
import type { AuthParts } from '../auth-parts.ts';
import { MOST_PER_PERSON } from '../session/session-store.ts';
import { forgetRecentDevices, type SigningDevice } from '../sign-in/known-devices.ts';
import { RECENT_DAYS } from '../sign-in/passwordless-methods.ts';

/** One of a client's sessions: where, when and with which device it was opened. */
export interface SignedInDevice {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly signedInAtMs: number;
  readonly expiresAtMs: number;
  readonly isCurrent: boolean;
}

/** Lists and ends the sessions of an account. */
export class Devices {
  readonly #parts: AuthParts;

  constructor(parts: AuthParts) {
    this.#parts = parts;
  }

  /** The client's sessions, the current one first, then the newest. */
  async of(session: Session): Promise<SignedInDevice[]> {
    const { rows } = await this.#parts.pool.query<{
      id: string;
      ip_address: string | null;
      user_agent: string | null;
      created_at: Date;
      expires_at: Date;
    }>(
      `select id, ip_address, user_agent, created_at, expires_at from session
       where person_id = $1 and expires_at > now() order by id = $2 desc, created_at desc, id
       limit ${MOST_PER_PERSON}`,
      [session.userId, session.id],
    );
    return rows.map(({ id, ip_address, user_agent, created_at, expires_at }) => ({
      id,
      ip: ip_address ?? '',
      userAgent: user_agent ?? '',
      signedInAtMs: created_at.getTime(),
      expiresAtMs: expires_at.getTime(),
      isCurrent: id === session.id,
    }));
  }

  /** Ends one session immediately. False if the client has no session with this id. */
  async end(session: Session, id: string, device: Device): Promise<boolean> {
    if (!(await this.#parts.sessions.endOf(session.owner, id, 'revoked'))) return false;
    await this.#parts.securityEvents.record(session.owner, 'session_revoked', device, { sessions: '1' });
    return true;
  }

  /** Ends all other sessions, and forgets devices first seen recently. Returns how many sessions ended. */
  async endOthers(session: Session, device: SigningDevice): Promise<number> {
    const ended = await this.#parts.sessions.endOthers(session, 'revoked');
    await forgetRecentDevices(this.#parts.pool, session.owner, device, RECENT_DAYS);
    if (ended > 0)
      await this.#parts.securityEvents.record(session.owner, 'session_revoked', device, { sessions: `${ended}` });
    return ended;
  }
}
