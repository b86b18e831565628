import type { Session } from '../../http/session.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Device } from '../../kit/device.ts';
import { antiPhishingCodeMail, antiPhishingSetMail } from '../../notifications/mail/mails.ts';
import type { AuthParts } from '../auth-parts.ts';
import { AccountCodes } from './account-codes.ts';
import { AccountNews } from './account-news.ts';

/**
 * Letters and digits of any script. A mail program might interpret other characters as markup, or a reader misread
 * them.
 */
const ALLOWED = /^[\p{L}\p{N}]{4,20}$/u;

/** The code that every email to a client includes, so that the client can recognize genuine emails. */
export class AntiPhishing {
  readonly #parts: AuthParts;
  readonly #codes: AccountCodes;
  readonly #news: AccountNews;

  constructor(parts: AuthParts) {
    this.#parts = parts;
    this.#codes = new AccountCodes(parts);
    this.#news = new AccountNews(parts);
  }

  sendCode(session: Session, device: Device): Promise<void> {
    return this.#codes.mail(session, 'anti_phishing', antiPhishingCodeMail, device);
  }

  /**
   * Sets the code. Errors: anti_phishing_invalid, code_mismatch, too_many_requests, and those of `AccountNews.change`.
   */
  async set(session: Session, words: string, code: string, device: Device): Promise<void> {
    const antiPhishingCode = words.normalize('NFC');
    if (!ALLOWED.test(antiPhishingCode)) throw new ApiError('anti_phishing_invalid');
    await this.#codes.redeem(session, 'anti_phishing', code, device);
    await this.#news.change(session, device, async (transaction, notify) => {
      await transaction.query('update client set anti_phishing_code = $2 where owner = $1', [
        session.owner,
        antiPhishingCode,
      ]);
      await notify({
        kind: 'anti_phishing_code_set',
        notice: 'security_changed',
        message: antiPhishingSetMail(this.#parts.brand()),
      });
    });
  }
}
