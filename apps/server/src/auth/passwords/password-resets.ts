import type { OwnerId } from '@vitrine/core';
import { ApiError } from '../../kit/api-error.ts';
import { RESET_CODE, RESET_MAILS, RESET_MAILS_ADDRESS, SEND_CODE } from '../../kit/attempt-limits.ts';
import type { Device } from '../../kit/device.ts';
import { textsIn } from '../../kit/texts.ts';
import { leaveVisitorQueue } from '../../kit/visitor-place.ts';
import { passwordResetMail, resetCodeMail } from '../../notifications/mail/mails.ts';
import type { AuthParts } from '../auth-parts.ts';
import type { ClientRecord } from '../clients.ts';
import type { BrowserCodes } from '../codes/browser-codes.ts';
import { normaliseEmail } from '../email.ts';
import { holdFactors, withFactorsLocked } from '../factors/factor-hold.ts';
import { AccountNews } from '../security/account-news.ts';
import { PasswordHistory } from '../security/password-history.ts';
import { isKnownBrowser, type SigningDevice } from '../sign-in/known-devices.ts';
import { removalEvent, removeRecentMethods } from '../sign-in/passwordless-methods.ts';
import { replaceAccountPassword } from './account-passwords.ts';
import { hashPassword } from './passwords.ts';

const RESET_SECONDS = 600;
/** Takes the place of the owner number if the email address has no account: no client has this number. */
const NOBODY = 0;
/** Maximum number of new passwords that may be tried with one token. */
const TRIES = 20;

interface PasswordResetsParts extends AuthParts {
  readonly browserCodes: BrowserCodes;
}

/** Resets a forgotten account password: anyone who enters the emailed code may set a new password. */
export class PasswordResets {
  readonly #parts: PasswordResetsParts;
  readonly #history: PasswordHistory;
  readonly #news: AccountNews;

  constructor(parts: PasswordResetsParts) {
    this.#parts = parts;
    this.#history = new PasswordHistory(parts.pool, 'visitor');
    this.#news = new AccountNews(parts);
  }

  /**
   * Emails a code for a reset. The code works only in the browser that requested it: codes and attempts of other
   * browsers do not affect it. Errors: email_not_found, too_many_requests.
   */
  async sendCode(address: string, device: SigningDevice): Promise<void> {
    const { pool, clients, limits, browserCodes, mail, brand } = this.#parts;
    const client = await clients.byEmail(address);
    const isKnown = await isKnownBrowser(pool, client?.owner ?? NOBODY, device);
    const name = `reset ${address.trim().toLowerCase()}`;
    if (isKnown) await limits.count(SEND_CODE, `${name} ${device.deviceId}`);
    else await this.#countOtherBrowsers(name, device);
    if (client === undefined) throw new ApiError('email_not_found');
    const code = await browserCodes.issue('password_reset', client.email, device);
    const { ip, userAgent, language } = device;
    await mail.send({
      to: client.email,
      ...resetCodeMail(brand(), code)(textsIn(language)),
      language,
      request: { ip, userAgent },
    });
  }

  /**
   * Counts a request from a browser with which the owner has not signed in before. If it is refused because the
   * account's limit of emails is used up, it does not count against the IP address that sent it. Errors:
   * too_many_requests.
   */
  async #countOtherBrowsers(name: string, { ip }: Device): Promise<void> {
    const { limits } = this.#parts;
    await limits.makeFrom(ip, RESET_MAILS_ADDRESS, name, async () => {
      await limits.count(SEND_CODE, name);
      await limits.count(RESET_MAILS, name);
    });
  }

  /**
   * Exchanges the code for a token that allows one new password to be set within ten minutes. If the address has no
   * account, the attempt is counted in the same way, and the response is the same as for a wrong code. Errors:
   * code_mismatch, too_many_requests.
   */
  async redeemCode(address: string, code: string, device: SigningDevice): Promise<string> {
    const { clients, browserCodes, limits, tokens } = this.#parts;
    const email = normaliseEmail(address) ?? '';
    const client = await clients.byEmail(email);
    await limits.countFrom(device.ip, RESET_CODE, email);
    if (!(await browserCodes.redeem('password_reset', email, device, code)) || client === undefined) {
      if (client !== undefined) this.#recordWrongCode(client.owner, device);
      throw new ApiError('code_mismatch');
    }
    await limits.clearFrom(device.ip, RESET_CODE, email);
    return tokens.issue('password_reset', { personId: client.personId }, RESET_SECONDS);
  }

  /**
   * Records a wrong code as a security event. Not awaited, so that the response time does not reveal who has an
   * account.
   */
  #recordWrongCode(owner: OwnerId, device: Device): void {
    const { securityEvents, log } = this.#parts;
    securityEvents.record(owner, 'wrong_code', device, { purpose: 'password_reset' }).catch((error: unknown) => {
      log.error({ err: error, owner }, 'wrong password-reset code not recorded as a security event');
    });
  }

  /**
   * Sets the password, ends every session, removes passwordless sign-in methods added in the last 30 days, and holds
   * withdrawals. For a day, no factor can be added and no limit raised. If the new password is refused, the token stays
   * valid. Errors: reset_expired, password_reused, newPasswordErrors, busy.
   */
  async reset(address: string, token: string, password: string, device: SigningDevice): Promise<void> {
    const { clients, passwords, newPasswords, sessions, tokens } = this.#parts;
    const client = await clients.byEmail(address);
    const permission = await tokens.look('password_reset', token, TRIES);
    if (client === undefined || permission?.personId !== client.personId) throw new ApiError('reset_expired');
    await newPasswords.demandOf(client.personId, password);
    const oldHash = (await passwords.hashOf(client.personId)) ?? '';
    if (await this.#history.isRecent(client.personId, 'account', oldHash, password)) {
      throw new ApiError('password_reused');
    }
    if ((await tokens.redeem('password_reset', token)) === undefined) throw new ApiError('reset_expired');
    const hash = await hashPassword(password);
    leaveVisitorQueue();
    await this.#replace(client, oldHash, hash, device);
    await sessions.endAll(client.owner, 'revoked');
    await this.#news.deliver(client.owner);
  }

  /**
   * Replaces the password and records the resulting changes. Errors: reset_expired if the password was replaced in the
   * meantime.
   */
  async #replace({ personId, owner }: ClientRecord, oldHash: string, hash: string, device: SigningDevice) {
    await withFactorsLocked(this.#parts.pool, personId, async (transaction) => {
      const kind = 'account_password_reset';
      const replacement = { personId, owner, oldHash, hash, reason: kind, device } as const;
      const heldUntilMs = await replaceAccountPassword(transaction, replacement);
      if (heldUntilMs === undefined) throw new ApiError('reset_expired');
      const { removed, remaining } = await removeRecentMethods(transaction, personId);
      // For a day after a reset, access to the mailbox alone must not be enough to add a factor or raise a limit.
      await holdFactors(transaction, personId);
      const message = passwordResetMail(this.#parts.brand(), { heldUntilMs, removed, remaining });
      await this.#news.record(owner, device, { kind, notice: 'password_changed', message }, transaction);
      for (const { kind, label } of removed) {
        const details = { [kind === 'passkey' ? 'name' : 'label']: label };
        await this.#news.record(owner, device, { kind: removalEvent[kind], details }, transaction);
      }
    });
  }
}
