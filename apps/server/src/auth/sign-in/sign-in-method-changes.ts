import type { PoolClient } from 'pg';
import type { Device } from '../../kit/device.ts';
import { authenticatorRemovedMail, type Letter, securityChangedMail } from '../../notifications/mail/mails.ts';
import type { AuthParts } from '../auth-parts.ts';
import { AccountNews, type Changer } from '../security/account-news.ts';
import { holdWithdrawals } from '../security/withdrawal-hold.ts';

type Kind =
  | 'passkey_added'
  | 'passkey_removed'
  | 'authenticator_enrolled'
  | 'authenticator_removed'
  | 'recovery_codes_made'
  | 'google_connected'
  | 'google_disconnected'
  | 'wallet_connected'
  | 'wallet_disconnected';

interface SignInMethodChange {
  readonly kind: Kind;
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

  async #hold({ owner }: Changer, kind: SignInMethodChange['kind'], transaction: PoolClient): Promise<Letter> {
    const isAuthenticator = kind === 'authenticator_removed';
    const heldUntilMs = await holdWithdrawals(transaction, owner, isAuthenticator ? kind : 'passkey_removed');
    return isAuthenticator ? authenticatorRemovedMail(this.#parts.brand(), heldUntilMs) : this.#message(kind);
  }

  #message(kind: SignInMethodChange['kind']): Letter {
    return securityChangedMail(this.#parts.brand(), ({ say }) => say(`securityChanged.${kind}`));
  }
}
