import type { BodyOf, endpoints, ResponseOf } from '@vitrine/contract';
import type { Pool } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { type AttemptLimits, SEND_CODE } from '../../kit/attempt-limits.ts';
import { isUniqueViolation } from '../../kit/postgres/unique-violation.ts';
import { leaveStrangerLine } from '../../kit/stranger-place.ts';
import type { KeptLetters } from '../../notifications/mail/kept-letters.ts';
import { signUpCodeLetter, welcomeLetter } from '../../notifications/mail/letters.ts';
import type { Notices } from '../../notifications/notices.ts';
import type { MailSender } from '../../providers/mail/mail.ts';
import type { Accounts } from '../accounts.ts';
import type { Clients } from '../clients.ts';
import type { BrowserCodes } from '../codes/browser-codes.ts';
import type { OneTimeTokens, OutsideAccount } from '../codes/one-time-tokens.ts';
import { mailboxOf, normaliseEmail } from '../email.ts';
import type { NewPasswords } from '../passwords/new-passwords.ts';
import { normalisePhone } from '../phone.ts';
import type { SecurityEvents } from '../security/security-events.ts';
import type { Connections } from './connections.ts';
import type { SigningDevice } from './known-devices.ts';

type Registration = BodyOf<typeof endpoints.register>;
type RegistrationAnswer = ResponseOf<typeof endpoints.register>;

/** Forms that may be tried with one account elsewhere. */
const TRIES = 20;

interface RegistrationsParts {
  readonly pool: Pool;
  readonly accounts: Accounts;
  readonly clients: Clients;
  readonly connections: Connections;
  readonly browserCodes: BrowserCodes;
  readonly tokens: OneTimeTokens;
  readonly limits: AttemptLimits;
  readonly newPasswords: NewPasswords;
  readonly securityEvents: SecurityEvents;
  readonly notices: Notices;
  readonly mail: MailSender;
  readonly letters: Pick<KeptLetters, 'keep' | 'sendAll'>;
  readonly brand: () => string;
}

/** Signing up: a code proves the address, or a provider that vouches for it; then the account is opened. */
export class Registrations {
  readonly #parts: RegistrationsParts;

  constructor(parts: RegistrationsParts) {
    this.#parts = parts;
  }

  /** Mails a sign-up code, for the browser that asks. Errors: email_invalid, email_taken, too_many_requests. */
  async sendCode(address: string, device: SigningDevice): Promise<void> {
    const { limits, accounts, browserCodes, mail, brand } = this.#parts;
    const email = normaliseEmail(address);
    if (email === undefined) throw new ApiError('email_invalid');
    await limits.count(SEND_CODE, mailboxOf(email));
    if (await accounts.exists(email)) throw new ApiError('email_taken');
    const code = await browserCodes.issue('sign_up', email, device);
    const { ip, userAgent } = device;
    await mail.send({ to: email, ...signUpCodeLetter(brand(), code), request: { ip, userAgent } });
  }

  /** Whether a sign-up code is right, without using it up; wrong tries count. Errors: too_many_requests. */
  async checkCode(address: string, code: string, device: SigningDevice): Promise<boolean> {
    const email = normaliseEmail(address);
    return email !== undefined && this.#parts.browserCodes.check('sign_up', email, device, code);
  }

  /**
   * Opens an account. Everything that can be wrong with the form is said before the code is used up. `outsideToken`
   * stands for an account elsewhere which the form may name: it is then connected, and spares the code where its provider
   * vouches for the address. Errors: as of register in the contract.
   */
  async register(form: Registration, device: SigningDevice, outsideToken?: string): Promise<RegistrationAnswer> {
    const email = normaliseEmail(form.username);
    if (email === undefined) throw new ApiError('email_invalid');
    const mobileNumber = form.mobile_number ? normalisePhone(form.mobile_number) : '';
    if (mobileNumber === undefined) throw new ApiError('phone_invalid');
    if (form.password !== form.password_confirmation) throw new ApiError('password_mismatch');
    for (const password of [form.password, ...(form.transaction_password ? [form.transaction_password] : [])]) {
      await this.#parts.newPasswords.demand(password, [email, mobileNumber]);
    }
    const outside = await this.#outsideAccount(form.connect, outsideToken);
    if (!(await this.#isProved(email, form.code, device, outside))) return { message: 'CODE_DOES_NOT_MATCH' };
    if (await this.#parts.accounts.exists(email)) return { message: 'USER_ALREADY_EXIST' };
    await this.#use(outside, outsideToken);
    const isOpen = await this.#open({ ...form, username: email, mobile_number: mobileNumber }, outside, device);
    return { message: isOpen ? 'SUCCESS' : 'USER_ALREADY_EXIST' };
  }

  async #outsideAccount(provider: Registration['connect'], token = ''): Promise<OutsideAccount | undefined> {
    if (provider === undefined) return undefined;
    const found = await this.#parts.tokens.look('outside_account', token, TRIES);
    if (found?.provider !== provider) throw new ApiError('outside_account_expired');
    if ((await this.#parts.connections.personOf(found)) !== undefined) throw new ApiError('connection_taken');
    return found;
  }

  async #isProved(
    email: string,
    code: string | undefined,
    device: SigningDevice,
    outside: OutsideAccount | undefined,
  ): Promise<boolean> {
    if (outside?.provedEmail === email) return true;
    return code !== undefined && this.#parts.browserCodes.redeem('sign_up', email, device, code);
  }

  /** Of two forms at once one gets the account elsewhere. */
  async #use(outside: OutsideAccount | undefined, token = ''): Promise<void> {
    if (outside === undefined) return;
    if ((await this.#parts.tokens.redeem('outside_account', token)) === undefined) {
      throw new ApiError('outside_account_expired');
    }
  }

  /** False where somebody with a code for the same mailbox was faster. */
  async #open(form: Registration, outside: OutsideAccount | undefined, device: SigningDevice): Promise<boolean> {
    const { pool, accounts, clients, connections, securityEvents, notices, letters, brand } = this.#parts;
    const owner = await accounts.open({ ...form, provider: outside?.provider ?? 'email' }).catch((error: unknown) => {
      if (isUniqueViolation(error)) return undefined;
      throw error;
    });
    leaveStrangerLine();
    if (owner === undefined) return false;
    const client = await clients.byEmail(form.username);
    if (client !== undefined && outside !== undefined) {
      await connections.add(client.personId, outside);
      await securityEvents.record(owner, `${outside.provider}_connected`, device, { label: outside.label });
    }
    await notices.add(owner, 'welcome');
    await letters.keep(owner, welcomeLetter(brand()), pool);
    await letters.sendAll(owner);
    return true;
  }
}
