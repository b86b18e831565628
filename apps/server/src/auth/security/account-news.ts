import type { SecurityEventKind } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import type { PoolClient } from 'pg';
import type { Session } from '../../http/session.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Device } from '../../kit/device.ts';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { Letter } from '../../notifications/mail/letters.ts';
import type { NoticeKind } from '../../notifications/notices.ts';
import { lockFactors } from '../factors/factor-hold.ts';
import type { SecurityParts } from './security-parts.ts';

export interface News {
  readonly kind: SecurityEventKind;
  readonly details?: Readonly<Record<string, string>>;
  readonly notice?: NoticeKind;
  readonly letter?: Letter;
}

/** The session that makes a change. */
export type Changer = Pick<Session, 'id' | 'userId' | 'owner'>;

type Change<T> = (transaction: PoolClient, tell: (news: News) => Promise<void>) => Promise<T>;

/** By person: changes that wait for the one before them here hold no connection of the pool, which all clients share. */
const changing = new KeyedMutex();

/** Tells a client of a change to what protects the account: in the record of events, as a notice, and by mail. */
export class AccountNews {
  readonly #parts: Pick<SecurityParts, 'pool' | 'events' | 'notices' | 'letters'>;

  constructor(parts: Pick<SecurityParts, 'pool' | 'events' | 'notices' | 'letters'>) {
    this.#parts = parts;
  }

  /**
   * Makes a change in one transaction with what is told of it: neither stands without the other. A client's changes are made
   * one after the other, and only while the session that asks for it stands. Errors: session_expired, those of `change`.
   */
  async change<T>(session: Changer, device: Device, change: Change<T>): Promise<T> {
    const result = await this.make(session, device, change);
    await this.deliver(session.owner);
    return result;
  }

  /** The same for what has to follow at once; `deliver` after that. */
  make<T>(session: Changer, device: Device, change: Change<T>): Promise<T> {
    return changing.runExclusive(session.userId, () =>
      inTransaction(this.#parts.pool, async (transaction) => {
        await lockFactors(transaction, session.userId);
        // Whoever ends the session waits for this change, or it is refused.
        const standing = await transaction.query('select from session where id = $1 for share', [session.id]);
        if (standing.rowCount !== 1) throw new ApiError('session_expired');
        return change(transaction, (news) => this.record(session.owner, device, news, transaction));
      }),
    );
  }

  /** Within the transaction that makes the change; `deliver` after it. */
  async record(
    owner: OwnerId,
    device: Device,
    { kind, details = {}, notice, letter }: News,
    transaction: PoolClient,
  ): Promise<void> {
    const { events, notices, letters } = this.#parts;
    await events.record(owner, kind, device, details, transaction);
    if (notice !== undefined) await notices.add(owner, notice, { kind }, transaction);
    if (letter !== undefined) await letters.keep(owner, letter, transaction, device);
  }

  /** Sends the letters that were kept. What no mail server takes now is sent later. */
  deliver(owner: OwnerId): Promise<void> {
    return this.#parts.letters.sendAll(owner);
  }
}
