import type { OwnerId } from '@vitrine/core';
import type { PoolClient } from 'pg';
import type { Session, TransactionPasswords } from '../http/session.ts';
import { ApiError } from '../kit/api-error.ts';
import { TRANSACTION_PASSWORD } from '../kit/attempt-limits.ts';
import { KeyedMutex } from '../kit/keyed-mutex.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';
import type { AuthParts } from './auth-parts.ts';
import type { ClientView } from './clients.ts';
import { hashPassword, verifyPassword } from './passwords/passwords.ts';

type AccountsParts = Pick<AuthParts, 'pool' | 'clients' | 'sessions' | 'limits'>;

/** The data of a new account, without its passwords. The caller has already verified the email address. */
interface Applicant {
  readonly username: string;
  /** In E.164 form. */
  readonly mobile_number?: string | undefined;
  readonly referral?: string | undefined;
  /** How the account was opened; 'email' by default. */
  readonly provider?: 'email' | 'google' | 'wallet';
}

export interface NewAccount extends Applicant {
  readonly password: string;
  readonly transaction_password?: string | undefined;
}

interface HashedAccount extends Applicant {
  readonly hash: string;
  readonly transactionHash: string | null;
}

/** The owner number and person id of an account being opened. */
export interface OpenedAccount {
  readonly owner: OwnerId;
  readonly personId: string;
}

/** What else belongs to the opening of an account; `referral` is the code that the new client gave, or empty. */
type OpeningAct = (
  transaction: PoolClient,
  opened: { readonly owner: OwnerId; readonly referral: string },
) => Promise<void>;

/** Opens, finds and shows client accounts, ends their sessions, and verifies transaction passwords. */
export class Accounts implements TransactionPasswords {
  readonly #parts: AccountsParts;
  readonly #openingActs: OpeningAct[] = [];
  readonly #verifying = new KeyedMutex();

  constructor(parts: AccountsParts) {
    this.#parts = parts;
  }

  async exists(username: string): Promise<boolean> {
    return (await this.ownerOf(username)) !== undefined;
  }

  async hasMobileNumber(text: string): Promise<boolean> {
    return (await this.#parts.clients.byMobileNumber(text)) !== undefined;
  }

  /** The core's owner number of the client with this email. */
  async ownerOf(username: string): Promise<OwnerId | undefined> {
    return (await this.#parts.clients.byEmail(username))?.owner;
  }

  /**
   * Registers what is to be done in the transaction that opens an account. It must not throw because of what the new
   * client has entered.
   */
  onOpened(act: OpeningAct): void {
    this.#openingActs.push(act);
  }

  /** Creates the person and the client. Runs `besides` in the same transaction. */
  async open(
    account: NewAccount,
    besides?: (transaction: PoolClient, opened: OpenedAccount) => Promise<void>,
  ): Promise<OwnerId> {
    const { password, transaction_password, ...person } = account;
    // Hashed before the transaction begins, so that no database connection is occupied while the password waits in the
    // hash queue.
    const hash = await hashPassword(password);
    const transactionHash = transaction_password ? await hashPassword(transaction_password) : null;
    return this.openHashed({ ...person, hash, transactionHash }, besides);
  }

  /** Like `open`, but with passwords that are already hashed. */
  async openHashed(
    { username, hash, mobile_number, referral, transactionHash, provider }: HashedAccount,
    besides?: (transaction: PoolClient, opened: OpenedAccount) => Promise<void>,
  ): Promise<OwnerId> {
    return inTransaction(this.#parts.pool, async (transaction) => {
      // A database trigger creates the client row when the person row is inserted.
      const { rows: people } = await transaction.query<{ id: string }>(
        `with opened as (
           insert into person (id, name, email, email_verified, created_at, updated_at)
           values (gen_random_uuid(), $1, lower($1), true, now(), now()) returning id
         )
         insert into credential (id, person_id, account_id, provider_id, password, created_at, updated_at)
         select gen_random_uuid(), id, id, 'credential', $2, now(), now() from opened returning person_id as id`,
        [username, hash],
      );
      const personId = String(people[0]?.id);
      const { rows: clients } = await transaction.query<{ owner: string }>(
        `update client set mobile_number = $2, referral = $3, transaction_password = $4, provider = $5
         where person_id = $1 returning owner`,
        [personId, mobile_number ?? '', referral ?? '', transactionHash, provider ?? 'email'],
      );
      const owner = Number(clients[0]?.owner);
      await besides?.(transaction, { owner, personId });
      for (const act of this.#openingActs) await act(transaction, { owner, referral: referral ?? '' });
      return owner;
    });
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

  /**
   * Verifies a transaction password. Calls for the same client are processed one at a time, so that concurrent calls
   * with the right password do not use up the attempts.
   */
  verify(session: Session, password: string): Promise<'right' | 'wrong' | 'not_set'> {
    const { clients, limits } = this.#parts;
    return this.#verifying.runExclusive(session.uniqueId, async () => {
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
