import type { Session } from '../../http/session.ts';
import type { Device } from '../../kit/device.ts';
import type { AuthParts } from '../auth-parts.ts';
import { type OpenSession, openSessions } from '../session/open-sessions.ts';
import { forgetRecentDevices, type SigningDevice } from '../sign-in/known-devices.ts';
import { RECENT_DAYS } from '../sign-in/passwordless-methods.ts';

export interface SignedInDevice extends OpenSession {
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
    const sessions = await openSessions(this.#parts.pool, session.userId, session.id);
    return sessions.map((one) => ({ ...one, isCurrent: one.id === session.id }));
  }

  /** Ends one session immediately. False if the client has no session with this id. */
  async end(session: Session, id: string, device: Device): Promise<boolean> {
    if (!(await this.#parts.sessions.endOf(session.owner, id, 'revoked'))) return false;
    await this.#parts.securityEvents.record(session.owner, 'session_revoked', device, { sessions: '1' });
    return true;
  }

  /**
   * Ends all other sessions, and forgets devices that were first seen recently. Returns how many sessions have ended.
   */
  async endOthers(session: Session, device: SigningDevice): Promise<number> {
    const ended = await this.#parts.sessions.endOthers(session, 'revoked');
    await forgetRecentDevices(this.#parts.pool, session.owner, device, RECENT_DAYS);
    if (ended > 0)
      await this.#parts.securityEvents.record(session.owner, 'session_revoked', device, { sessions: `${ended}` });
    return ended;
  }
}
