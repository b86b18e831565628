import type { Pool } from 'pg';
import {
  authenticatorRemovedLetter,
  type Letter,
  transactionPasswordSetLetter,
  waysInChangedLetter,
} from '../notices/mail/letters.ts';
import type { Notices } from '../notices/notices.ts';
import type { MailSender } from '../providers/mail/mail.ts';
import { AccountNews } from './security/account-news.ts';
import type { Device, SecurityEvents } from './security-events.ts';
import type { Session } from './session.ts';
import { holdWithdrawals } from './withdrawal-hold.ts';

const sentences = {
  passkey_added: 'A passkey was added. It signs in without a password.',
  passkey_removed: 'A passkey was removed. For your safety withdrawals are held for 24 hours.',
  authenticator_enrolled: 'An authenticator was set up. Signing in now asks for its code.',
  authenticator_removed: 'The authenticator was removed.',
  recovery_codes_made: 'New recovery codes were made. Those before are void.',
  google_connected: 'A Google account was connected. It signs in without a password.',
  google_disconnected: 'The Google account was disconnected.',
  wallet_connected: 'A browser wallet was connected. It signs in without a password.',
  wallet_disconnected: 'A browser wallet was disconnected.',
} as const;

interface WayInChange {
  readonly kind: keyof typeof sentences;
  readonly details?: Readonly<Record<string, string>>;
  /** Whether it takes protection away, so that withdrawals wait for a day. */
  readonly holds?: boolean;
}

interface WayInChangesParts {
  readonly pool: Pool;
  readonly securityEvents: SecurityEvents;
  readonly notices: Notices;
  readonly mail: MailSender;
  readonly brand: () => string;
}

/** What follows whenever a client changes a way into the account. */
export class WayInChanges {
  readonly #parts: WayInChangesParts;
  readonly #news: AccountNews;

  constructor(parts: WayInChangesParts) {
    this.#parts = parts;
    this.#news = new AccountNews({ ...parts, events: parts.securityEvents });
  }

  async tell(session: Session, device: Device, { kind, details = {}, holds = false }: WayInChange): Promise<void> {
    const letter = holds ? await this.#hold(session, kind) : waysInChangedLetter(this.#parts.brand(), sentences[kind]);
    await this.#news.tell(session, device, { kind, details, notice: 'security_changed', letter });
  }

  /** The first one; where one is replaced, that holds withdrawals. */
  async tellOfTransactionPassword(session: Session, device: Device): Promise<void> {
    const letter = transactionPasswordSetLetter(this.#parts.brand());
    await this.#news.tell(session, device, { kind: 'transaction_password_set', notice: 'security_changed', letter });
  }

  async #hold({ owner }: Session, kind: WayInChange['kind']): Promise<Letter> {
    const { pool, brand } = this.#parts;
    const isAuthenticator = kind === 'authenticator_removed';
    const heldUntilMs = await holdWithdrawals(pool, owner, isAuthenticator ? kind : 'passkey_removed');
    return isAuthenticator
      ? authenticatorRemovedLetter(brand(), heldUntilMs)
      : waysInChangedLetter(brand(), sentences[kind]);
  }
}
