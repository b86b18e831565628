import type { Session } from '../../http/session.ts';
import { ApiError } from '../../kit/api-error.ts';
import { NEW_PASSWORD } from '../../kit/attempt-limits.ts';
import type { Device } from '../../kit/device.ts';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import {
  transactionPasswordChangedMail,
  transactionPasswordCodeMail,
  transactionPasswordSetMail,
} from '../../notifications/mail/mails.ts';
import type { AuthParts } from '../auth-parts.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { AccountCodes } from './account-codes.ts';
import { AccountNews } from './account-news.ts';
import type { AccountPassword, PasswordChange } from './account-password.ts';
import { keepReplaced, PasswordHistory } from './password-history.ts';
import { type HoldReason, holdWithdrawals } from './withdrawal-hold.ts';

type Replacement = HoldReason & ('transaction_password_changed' | 'transaction_password_reset');

interface Reset {
  readonly accountPassword: string;
  readonly password: string;
  readonly code: string;
}

/**
 * The second password of a client, which is required before money moves. When it is replaced, withdrawals are put on
 * hold for a day.
 */
export class TransactionPassword {
  readonly #parts: AuthParts;
  readonly #accountPassword: Pick<AccountPassword, 'verify'>;
  readonly #codes: AccountCodes;
  readonly #news: AccountNews;
  readonly #history: PasswordHistory;
  /**
   * One mutex per client. Each change compares several hashes, and concurrent changes would exceed the client's limit
   * in the password queue.
   */
  readonly #changing = new KeyedMutex();

  constructor(parts: AuthParts, accountPassword: Pick<AccountPassword, 'verify'>) {
    this.#parts = parts;
    this.#accountPassword = accountPassword;
    this.#codes = new AccountCodes(parts);
    this.#news = new AccountNews(parts);
    this.#history = new PasswordHistory(parts.pool);
  }

  /**
   * Sets the first transaction password. Unlike a replacement, this does not hold withdrawals. Errors:
   * transaction_password_set, newPasswordErrors, login_failed, too_many_requests, and those of `AccountNews.change`.
   */
  async set(session: Session, { accountPassword, password }: Omit<Reset, 'code'>, device: Device): Promise<void> {
    const { newPasswords, brand } = this.#parts;
    // Checked before the account password: once a transaction password is set, this call must not serve to guess the
    // account password.
    if ((await this.#storedHash(session)) !== undefined) throw new ApiError('transaction_password_set');
    await newPasswords.demandOf(session.userId, password);
    if (!(await this.#accountPassword.verify(session, accountPassword, device))) throw new ApiError('login_failed');
    const hash = await hashPassword(password);
    await this.#news.change(session, device, async (transaction, notify) => {
      const { rowCount } = await transaction.query(
        'update client set transaction_password = $2 where person_id = $1 and transaction_password is null',
        [session.userId, hash],
      );
      if (rowCount !== 1) throw new ApiError('transaction_password_set');
      const message = transactionPasswordSetMail(brand());
      await notify({ kind: 'transaction_password_set', notice: 'security_changed', message });
    });
  }

  /**
   * Replaces the transaction password if the old one is right. Errors: newPasswordErrors, transaction_password_missing,
   * too_many_requests, and those of `AccountNews.change`.
   */
  change(session: Session, oldPassword: string, password: string, device: Device): Promise<PasswordChange> {
    return this.#changing.runExclusive(session.uniqueId, () => this.#change(session, oldPassword, password, device));
  }

  async #change(session: Session, oldPassword: string, password: string, device: Device): Promise<PasswordChange> {
    await this.#parts.newPasswords.demandOf(session.userId, password);
    const oldHash = await this.#presentHash(session);
    if ((await this.#parts.accounts.verify(session, oldPassword)) !== 'right') {
      await this.#parts.securityEvents.record(session.owner, 'wrong_transaction_password', device);
      return 'dont_match';
    }
    if (await this.#isRecent(session, oldHash, password)) return 'same_previous_password';
    const isSaved = await this.#replace(session, oldHash, password, device, 'transaction_password_changed');
    return isSaved ? 'saved' : 'dont_match';
  }

  /** Emails a code for `reset`. Errors: transaction_password_missing, too_many_requests. */
  async sendCode(session: Session, device: Device): Promise<void> {
    await this.#presentHash(session);
    await this.#codes.mail(session, 'transaction_password', transactionPasswordCodeMail, device);
  }

  /**
   * Replaces a forgotten transaction password; requires an emailed code and the account password. Errors:
   * newPasswordErrors, transaction_password_missing, wrong_password, code_mismatch, too_many_requests, and those of
   * `AccountNews.change`.
   */
  reset(session: Session, form: Reset, device: Device) {
    return this.#changing.runExclusive(session.uniqueId, () => this.#reset(session, form, device));
  }

  async #reset(session: Session, { accountPassword, password, code }: Reset, device: Device) {
    await this.#parts.newPasswords.demandOf(session.userId, password);
    const oldHash = await this.#presentHash(session);
    if (!(await this.#accountPassword.verify(session, accountPassword, device))) throw new ApiError('wrong_password');
    if (await this.#isRecent(session, oldHash, password)) return 'same_previous_password';
    await this.#codes.redeem(session, 'transaction_password', code, device);
    if (await this.#replace(session, oldHash, password, device, 'transaction_password_reset')) return 'saved';
    throw new ApiError('code_mismatch');
  }

  #isRecent({ userId }: Session, presentHash: string, password: string): Promise<boolean> {
    return this.#parts.limits.make(NEW_PASSWORD, userId, () =>
      this.#history.isRecent(userId, 'transaction', presentHash, password),
    );
  }

  async #presentHash(session: Session): Promise<string> {
    const hash = await this.#storedHash(session);
    if (hash === undefined) throw new ApiError('transaction_password_missing');
    return hash;
  }

  async #storedHash(session: Session): Promise<string | undefined> {
    const { rows } = await this.#parts.pool.query<{ hash: string | null }>(
      'select transaction_password as hash from client where person_id = $1',
      [session.userId],
    );
    return rows[0]?.hash ?? undefined;
  }

  /** Returns false, and changes nothing, if the password has already been replaced in the meantime. */
  async #replace(
    session: Session,
    oldHash: string,
    password: string,
    device: Device,
    kind: Replacement,
  ): Promise<boolean> {
    const { sessions, brand } = this.#parts;
    const { userId, owner } = session;
    const hash = await hashPassword(password);
    const isReplaced = await this.#news.make(session, device, async (transaction, notify) => {
      const { rowCount } = await transaction.query(
        `update client set transaction_password = $3, transaction_password_changed_at = now()
         where person_id = $1 and transaction_password = $2`,
        [userId, oldHash, hash],
      );
      if (rowCount !== 1) return false;
      await keepReplaced(transaction, userId, 'transaction', oldHash);
      const message = transactionPasswordChangedMail(brand(), await holdWithdrawals(transaction, owner, kind));
      await notify({ kind, notice: 'password_changed', message });
      return true;
    });
    if (!isReplaced) return false;
    // Trading is locked before the email is sent, because sending may take a while.
    sessions.lockTrading(session);
    await this.#news.deliver(owner);
    return true;
  }
}
