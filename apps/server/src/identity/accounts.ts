import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { ApiError } from '../http/api-error.ts';
import { type AttemptLimits, TRANSACTION_PASSWORD } from './attempt-limits.ts';
import type { Auth } from './auth.ts';
import type { Clients, ClientView } from './clients.ts';
import { OneByOne } from './one-by-one.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { Session, TransactionPasswords } from './session.ts';
import type { SessionStore } from './session-store.ts';

interface AccountsParts {
  readonly pool: Pool;
  readonly auth: Auth;
  readonly clients: Clients;
  readonly sessions: SessionStore;
  readonly limits: AttemptLimits;
}

/** What an account is opened with; the caller has proved the address. */
export interface NewAccount {
  readonly username: string;
  readonly password: string;
  /** In E.164 form. */
  readonly mobile_number?: string | undefined;
  readonly referral?: string | undefined;
  readonly transaction_password?: string | undefined;
  /** How it is opened: by e-mail where it does not say. */
  readonly provider?: 'email' | 'google' | 'wallet';
}

/** The accounts of clients: that they exist, opening them, and their transaction passwords. */
export class Accounts implements TransactionPasswords {
  readonly #parts: AccountsParts;
  readonly #verifying = new OneByOne();

  constructor(parts: AccountsParts) {
    this.#parts = parts;
  }

  async exists(username: string): Promise<boolean> {
    return (await this.ownerOf(username)) !== undefined;
  }

  async hasMobileNumber(text: string): Promise<boolean> {
    return (await this.#parts.clients.byMobileNumber(text)) !== undefined;
  }

  /** The core's owner number of the client with this e-mail. */
  async ownerOf(username: string): Promise<OwnerId | undefined> {
    return (await this.#parts.clients.byEmail(username))?.owner;
  }

  /** Makes the person and the client. */
  async open(account: NewAccount): Promise<OwnerId> {
    const { username, password, mobile_number, referral, transaction_password, provider } = account;
    const transactionPassword = transaction_password ? await hashPassword(transaction_password) : null;
    const { user } = await this.#parts.auth.api.signUpEmail({
      body: { name: username, email: username, password },
    });
    // A trigger has made the client together with the person; its session was not asked for.
    await this.#parts.pool.query('delete from session where person_id = $1', [user.id]);
    await this.#parts.pool.query('update person set email_verified = true where id = $1', [user.id]);
    const { rows } = await this.#parts.pool.query<{ owner: string }>(
      `update client set mobile_number = $2, referral = $3, transaction_password = $4, provider = $5
       where person_id = $1 returning owner`,
      [user.id, mobile_number ?? '', referral ?? '', transactionPassword, provider ?? 'email'],
    );
    return Number(rows[0]?.owner);
  }

  logout(session: Session): Promise<void> {
    return this.#parts.sessions.end(session, 'logout');
  }

  async view(session: Session): Promise<ClientView> {
    const { clients } = this.#parts;
    const client = await clients.byPerson(session.userId);
    if (client === undefined) throw new ApiError('session_expired');
    return clients.view(client, session.tradingUnlockedUntilMs);
  }

  /** One at a time for each client: right ones sent at once must not use up the tries that are meant for wrong ones. */
  verify(session: Session, password: string): Promise<'right' | 'wrong' | 'not_set'> {
    const { clients, limits } = this.#parts;
    return this.#verifying.run(session.uniqueId, async () => {
      const stored = (await clients.byPerson(session.userId))?.transactionPassword;
      if (stored === undefined) return 'not_set';
      const isRight = await limits.make(TRANSACTION_PASSWORD, session.uniqueId, () =>
        verifyPassword(stored, password, session.userId),
      );
      if (!isRight) return 'wrong';
      await limits.clear(TRANSACTION_PASSWORD, session.uniqueId);
      return 'right';
    });
  }
}
