import type { NotificationKind, SecurityEventKind } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import type { PoolClient } from 'pg';
import type { Session } from '../../http/session.ts';
import { ApiError } from '../../kit/api-error.ts';
import { ACCOUNT_MAILS } from '../../kit/attempt-limits.ts';
import type { Device } from '../../kit/device.ts';
import { Places } from '../../kit/places.ts';
import type { Letter } from '../../notifications/mail/mails.ts';
import type { AuthParts } from '../auth-parts.ts';
import { withFactorsLocked } from '../factors/factor-hold.ts';

export interface News {
  readonly kind: SecurityEventKind;
  readonly details?: Readonly<Record<string, string>>;
  readonly notice?: NotificationKind;
  readonly message?: Letter;
}

/** The session that makes a change. */
export type Changer = Pick<Session, 'id' | 'userId' | 'owner'>;

type Change<T> = (transaction: PoolClient, notify: (news: News) => Promise<void>) => Promise<T>;

/**
 * Limits running and queued changes per session and per person, so that neither one stolen session nor several can
 * delay the owner's changes for long. Password resets do not count, but have to wait for the changes that these limits
 * admit.
 */
const ofSession = new Places(20);
const ofPerson = new Places(60);

type Parts = Pick<AuthParts, 'pool' | 'securityEvents' | 'notices' | 'mailQueue' | 'limits'>;

/**
 * Notifies a client of a change to the account’s security: as a security event and, if given, a notification and an
 * email.
 */
export class AccountNews {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Makes a change and stores its notifications in the same transaction, so that neither is stored without the other. A
   * client's changes are made one at a time, and only while the session that makes them is valid. Errors:
   * session_expired, busy, those of `change`.
   */
  async change<T>(session: Changer, device: Device, change: Change<T>): Promise<T> {
    const result = await this.make(session, device, change);
    await this.deliver(session.owner);
    return result;
  }

  /**
   * Like `change`, but does not send the emails, so that the caller can first do what must follow the change
   * immediately. The caller must then call `deliver`.
   */
  async make<T>(session: Changer, device: Device, change: Change<T>): Promise<T> {
    if (!ofSession.take(session.id)) throw new ApiError('busy');
    if (!ofPerson.take(session.userId)) {
      ofSession.leave(session.id);
      throw new ApiError('busy');
    }
    try {
      return await withFactorsLocked(this.#parts.pool, session.userId, async (transaction) => {
        // The row lock makes the end of the session wait for this change. If the session has already ended, the change
        // is refused.
        const standing = await transaction.query('select from session where id = $1 for share', [session.id]);
        if (standing.rowCount !== 1) throw new ApiError('session_expired');
        return change(transaction, (news) => this.record(session.owner, device, news, transaction));
      });
    } finally {
      ofSession.leave(session.id);
      ofPerson.leave(session.userId);
    }
  }

  /**
   * Stores the notifications of a change. Runs in the transaction that makes the change; call `deliver` after its
   * commit.
   */
  async record(
    owner: OwnerId,
    device: Device,
    { kind, details = {}, notice, message }: News,
    transaction: PoolClient,
  ): Promise<void> {
    const { securityEvents, notices, mailQueue, limits } = this.#parts;
    await securityEvents.record(owner, kind, device, details, transaction);
    if (notice !== undefined) await notices.add(owner, notice, { kind }, transaction);
    // Emails are limited per kind of event: repeating one change must not suppress the email about another.
    if (message === undefined || (await limits.use(ACCOUNT_MAILS, `${owner} ${kind}`, transaction)) !== undefined)
      return;
    await mailQueue.add(owner, message, transaction, device);
  }

  /** Sends the queued emails. Failed emails are retried later. */
  deliver(owner: OwnerId): Promise<void> {
    return this.#parts.mailQueue.sendAll(owner);
  }
}
