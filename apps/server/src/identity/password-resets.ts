import type { Pool } from 'pg';
import { ApiError } from '../http/api-error.ts';
import { passwordResetLetter, resetCodeLetter } from '../notices/mail/letters.ts';
import type { Notices } from '../notices/notices.ts';
import type { MailSender } from '../providers/mail/mail.ts';
import { type AccountPasswords, replaceAccountPassword } from './account-passwords.ts';
import { type AttemptLimits, CODE, SEND_CODE } from './attempt-limits.ts';
import type { Clients } from './clients.ts';
import type { OneTimeCodes } from './codes.ts';
import type { NewPasswords } from './new-passwords.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import { hashPassword } from './passwords.ts';
import { PasswordHistory } from './security/password-history.ts';
import type { Device, SecurityEvents } from './security-events.ts';
import type { SessionStore } from './session-store.ts';

const RESET_SECONDS = 600;
/** New passwords that may be tried with one permission. */
const TRIES = 20;

interface PasswordResetsParts {
  readonly pool: Pool;
  readonly clients: Clients;
  readonly passwords: AccountPasswords;
  readonly sessions: SessionStore;
  readonly codes: OneTimeCodes;
  readonly tokens: OneTimeTokens;
  readonly limits: AttemptLimits;
  readonly newPasswords: NewPasswords;
  readonly securityEvents: SecurityEvents;
  readonly notices: Notices;
  readonly mail: MailSender;
  readonly brand: () => string;
}

/** A forgotten account password: a mailed code earns the permission to choose another. */
export class PasswordResets {
  readonly #parts: PasswordResetsParts;
  readonly #history: PasswordHistory;

  constructor(parts: PasswordResetsParts) {
    this.#parts = parts;
    this.#history = new PasswordHistory(parts.pool);
  }

  /** Errors: email_not_found, too_many_requests. */
  async sendCode(address: string, request: Device): Promise<void> {
    const { clients, limits, codes, mail, brand } = this.#parts;
    await limits.count(SEND_CODE, `reset ${address.trim().toLowerCase()}`);
    const client = await clients.byEmail(address);
    if (client === undefined) throw new ApiError('email_not_found');
    const code = await codes.issue('password_reset', client.email);
    await mail.send({ to: client.email, ...resetCodeLetter(brand(), code), request });
  }

  /** Takes the code and gives a token that may set a password once, within ten minutes. Errors: code_mismatch, too_many_requests. */
  async redeemCode(address: string, code: string, device: Device): Promise<string> {
    const { clients, codes, limits, tokens, securityEvents } = this.#parts;
    const client = await clients.byEmail(address);
    if (client === undefined) throw new ApiError('code_mismatch');
    await limits.count(CODE, `reset ${client.personId}`);
    if (!(await codes.redeem('password_reset', client.email, code))) {
      await securityEvents.record(client.owner, 'wrong_code', device, { purpose: 'password_reset' });
      throw new ApiError('code_mismatch');
    }
    await limits.clear(CODE, `reset ${client.personId}`);
    return tokens.issue('password_reset', { personId: client.personId }, RESET_SECONDS);
  }

  /**
   * Sets the password, ends every session and holds withdrawals. A password that is refused leaves the token as it was.
   * Errors: reset_expired, password_reused, those of a new password.
   */
  async reset(address: string, token: string, password: string, device: Device): Promise<void> {
    const { clients, passwords, newPasswords, sessions, tokens, securityEvents, notices, mail, brand } = this.#parts;
    const client = await clients.byEmail(address);
    const permission = await tokens.look('password_reset', token, TRIES);
    if (client === undefined || permission?.personId !== client.personId) throw new ApiError('reset_expired');
    await newPasswords.demandOf(client.personId, password);
    const oldHash = (await passwords.hashOf(client.personId)) ?? '';
    if (await this.#history.isRecent(client.personId, 'account', oldHash, password)) {
      throw new ApiError('password_reused');
    }
    if ((await tokens.redeem('password_reset', token)) === undefined) throw new ApiError('reset_expired');
    const heldUntilMs = await replaceAccountPassword(this.#parts.pool, {
      personId: client.personId,
      owner: client.owner,
      oldHash,
      hash: await hashPassword(password),
      reason: 'account_password_reset',
    });
    if (heldUntilMs === undefined) throw new ApiError('reset_expired');
    await sessions.endAll(client.owner, 'revoked');
    await securityEvents.record(client.owner, 'account_password_reset', device);
    await notices.add(client.owner, 'password_changed', { kind: 'account_password_reset' });
    await mail
      .send({ to: client.email, ...passwordResetLetter(brand(), heldUntilMs), request: device })
      .catch(() => undefined);
  }
}
