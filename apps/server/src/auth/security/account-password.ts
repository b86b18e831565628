import type { Session } from '../../http/session.ts';
import { ACCOUNT_PASSWORD, NEW_PASSWORD } from '../../kit/attempt-limits.ts';
import type { Device } from '../../kit/device.ts';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { accountPasswordChangedMail, accountPasswordCodeMail } from '../../notifications/mail/mails.ts';
import type { AuthParts } from '../auth-parts.ts';
import { replaceAccountPassword } from '../passwords/account-passwords.ts';
import { hashPassword, verifyPassword } from '../passwords/passwords.ts';
import type { SigningDevice } from '../sign-in/known-devices.ts';
import { AccountCodes } from './account-codes.ts';
import { AccountNews } from './account-news.ts';
import { PasswordHistory } from './password-history.ts';

export type PasswordChange = 'saved' | 'dont_match' | 'same_previous_password';

interface Replacement {
  readonly oldPassword: string;
  readonly password: string;
  readonly code: string;
}

/** Changes and verifies the account password. */
export class AccountPassword {
  readonly #parts: AuthParts;
  readonly #codes: AccountCodes;
  readonly #news: AccountNews;
  readonly #history: PasswordHistory;
  readonly #changing = new KeyedMutex();

  constructor(parts: AuthParts) {
    this.#parts = parts;
    this.#codes = new AccountCodes(parts);
    this.#news = new AccountNews(parts);
    this.#history = new PasswordHistory(parts.pool);
  }

  sendCode(session: Session, device: Device): Promise<void> {
    return this.#codes.mail(session, 'account_password', accountPasswordCodeMail, device);
  }

  /**
   * Replaces the password, ends all other sessions and holds withdrawals for a day. The code is compared last, so that
   * other errors do not cost an attempt. Errors: newPasswordErrors, code_mismatch, too_many_requests, and those of
   * `AccountNews.change`.
   */
  change(session: Session, form: Replacement, device: SigningDevice): Promise<PasswordChange> {
    return this.#changing.runExclusive(session.uniqueId, () => this.#change(session, form, device));
  }

  async #change(session: Session, { oldPassword, password, code }: Replacement, device: SigningDevice) {
    await this.#parts.newPasswords.demandOf(session.userId, password);
    const oldHash = await this.#rightHash(session, oldPassword, device);
    if (oldHash === undefined) return 'dont_match';
    const isRecent = await this.#parts.limits.make(NEW_PASSWORD, session.userId, () =>
      this.#history.isRecent(session.userId, 'account', oldHash, password),
    );
    if (isRecent) return 'same_previous_password';
    await this.#codes.redeem(session, 'account_password', code, device);
    if (!(await this.#replace(session, oldHash, await hashPassword(password), device))) return 'dont_match';
    await this.#parts.sessions.endOthers(session, 'revoked');
    return 'saved';
  }

  /** Returns false, and changes nothing, if the password has already been replaced in the meantime. */
  #replace(session: Session, oldHash: string, hash: string, device: SigningDevice): Promise<boolean> {
    const kind = 'account_password_changed';
    const { userId: personId, owner, id: keptSession } = session;
    return this.#news.change(session, device, async (transaction, notify) => {
      const replacement = { personId, owner, oldHash, hash, reason: kind, device, keptSession } as const;
      const heldUntilMs = await replaceAccountPassword(transaction, replacement);
      if (heldUntilMs === undefined) return false;
      const message = accountPasswordChangedMail(this.#parts.brand(), heldUntilMs);
      await notify({ kind, notice: 'password_changed', message });
      return true;
    });
  }

  /** Whether the account password is correct, for calls that ask for it again. Errors: busy, too_many_requests. */
  verify(session: Session, password: string, device: Device): Promise<boolean> {
    return this.#changing.runExclusive(session.uniqueId, async () => {
      return (await this.#rightHash(session, password, device)) !== undefined;
    });
  }

  /** The stored hash if the password is correct. */
  async #rightHash(session: Session, password: string, device: Device): Promise<string | undefined> {
    const { pool, limits, securityEvents } = this.#parts;
    const hash = await limits.make(ACCOUNT_PASSWORD, session.userId, async () => {
      const { rows } = await pool.query<{ password: string | null }>(
        `select password from credential where person_id = $1 and provider_id = 'credential'`,
        [session.userId],
      );
      const stored = rows[0]?.password ?? undefined;
      return stored !== undefined && (await verifyPassword(stored, password, session.userId)) ? stored : undefined;
    });
    if (hash !== undefined) {
      await limits.clear(ACCOUNT_PASSWORD, session.userId);
      return hash;
    }
    await securityEvents.record(session.owner, 'wrong_account_password', device);
    return undefined;
  }
}
