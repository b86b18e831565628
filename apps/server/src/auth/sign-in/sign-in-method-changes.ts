import type { PoolClient } from 'pg';
import type { Device } from '../../kit/device.ts';
import { authenticatorRemovedMail, type MailContent, securityChangedMail } from '../../notifications/mail/mails.ts';
import type { AuthParts } from '../auth-parts.ts';
import { AccountNews, type Changer } from '../security/account-news.ts';
import { holdWithdrawals } from '../security/withdrawal-hold.ts';

const sentences = {
  passkey_added: 'A passkey was added. It allows sign-in without a password.',
  passkey_removed: 'A passkey was removed. For your security, withdrawals are on hold for 24 hours.',
  authenticator_enrolled:
    'An authenticator was set up. Signing in now requires a code from the authenticator, unless you use a passkey.',
  authenticator_removed: 'The authenticator was removed.',
  recovery_codes_made: 'New recovery codes were generated. The old codes no longer work.',
  google_connected: 'A Google account was connected. It allows sign-in without a password.',
  google_disconnected: 'The Google account was disconnected.',
  wallet_connected: 'A browser wallet was connected. It allows sign-in without a password.',
  wallet_disconnected: 'A browser wallet was disconnected.',
} as const;

interface SignInMethodChange {
  readonly kind: keyof typeof sentences;
  readonly details?: Readonly<Record<string, string>>;
  /** Whether the change removes protection and therefore puts withdrawals on hold for a day. */
  readonly holds?: boolean;
}

/** Changes sign-in methods, with the resulting notifications and withdrawal holds. */
export class SignInMethodChanges {
  readonly #parts: AuthParts;
  readonly #news: AccountNews;

  constructor(parts: AuthParts) {
    this.#parts = parts;
    this.#news = new AccountNews(parts);
  }

  /**
   * Like `AccountNews.change`, which notifies the client, but also puts withdrawals on hold if the change requires
   * that.
   */
  change<T>(
    session: Changer,
    device: Device,
    { kind, details = {}, holds = false }: SignInMethodChange,
    make: (transaction: PoolClient) => Promise<T>,
  ): Promise<T> {
    return this.#news.change(session, device, async (transaction, notify) => {
      const made = await make(transaction);
      const message = holds ? await this.#hold(session, kind, transaction) : this.#message(kind);
      await notify({ kind, details, notice: 'security_changed', message });
      return made;
    });
  }

  async #hold({ owner }: Changer, kind: SignInMethodChange['kind'], transaction: PoolClient): Promise<MailContent> {
    const isAuthenticator = kind === 'authenticator_removed';
    const heldUntilMs = await holdWithdrawals(transaction, owner, isAuthenticator ? kind : 'passkey_removed');
    return isAuthenticator ? authenticatorRemovedMail(this.#parts.brand(), heldUntilMs) : this.#message(kind);
  }

  #message(kind: SignInMethodChange['kind']): MailContent {
    return securityChangedMail(this.#parts.brand(), sentences[kind]);
  }
}
