import type { BodyOf, endpoints, ResponseOf } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import { ApiError } from '../../kit/api-error.ts';
import { SEND_CODE } from '../../kit/attempt-limits.ts';
import { BY_THE_EXCHANGE } from '../../kit/device.ts';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { isUniqueViolation } from '../../kit/postgres/unique-violation.ts';
import { textsIn } from '../../kit/texts.ts';
import { leaveVisitorQueue } from '../../kit/visitor-place.ts';
import { signUpCodeMail, welcomeMail } from '../../notifications/mail/mails.ts';
import type { AuthParts } from '../auth-parts.ts';
import type { BrowserCodes } from '../codes/browser-codes.ts';
import type { OutsideAccount } from '../codes/one-time-tokens.ts';
import { mailboxOf, normaliseEmail } from '../email.ts';
import { normalisePhone } from '../phone.ts';
import type { Connections } from './connections.ts';
import type { SigningDevice } from './known-devices.ts';

type Registration = BodyOf<typeof endpoints.register>;
type RegistrationResponse = ResponseOf<typeof endpoints.register>;

type Refusal = Exclude<RegistrationResponse['message'], 'SUCCESS'>;

/** Maximum number of sign-up forms that may be submitted with one external account. */
const TRIES = 20;

/** An external account that the browser has proved to own, and the token that represents it. */
interface ShownAccount {
  readonly account: OutsideAccount;
  readonly token: string;
}

interface RegistrationsParts extends AuthParts {
  readonly connections: Connections;
  readonly browserCodes: BrowserCodes;
}

/** Another call has used up the code after it was checked. */
class CodeUsedUp extends Error {}

/** Sign-up: a code or a provider verifies the email address; then the account is opened. */
export class Registrations {
  readonly #parts: RegistrationsParts;
  readonly #opening = new KeyedMutex();

  constructor(parts: RegistrationsParts) {
    this.#parts = parts;
  }

  /**
   * Emails a sign-up code, which works only in the requesting browser. Errors: email_invalid, email_taken,
   * too_many_requests.
   */
  async sendCode(address: string, device: SigningDevice): Promise<void> {
    const { limits, accounts, browserCodes, mail, brand } = this.#parts;
    const email = normaliseEmail(address);
    if (email === undefined) throw new ApiError('email_invalid');
    await limits.count(SEND_CODE, mailboxOf(email));
    if (await accounts.exists(email)) throw new ApiError('email_taken');
    const code = await browserCodes.issue('sign_up', email, device);
    const { ip, userAgent, language } = device;
    await mail.send({
      to: email,
      ...signUpCodeMail(brand(), code)(textsIn(language)),
      language,
      request: { ip, userAgent },
    });
  }

  /**
   * Whether a sign-up code is correct. The check counts as an attempt but does not use up the code. Errors:
   * too_many_requests.
   */
  async checkCode(address: string, code: string, device: SigningDevice): Promise<boolean> {
    const email = normaliseEmail(address);
    return email !== undefined && this.#parts.browserCodes.check('sign_up', email, device, code);
  }

  /**
   * Opens an account. The code is used up only if the account is opened. `outsideToken` represents an external account.
   * If the form asks to connect that account, it becomes a sign-in method, and no code is needed if its provider has
   * verified the email address. Errors: those of register in the contract.
   */
  async register(form: Registration, device: SigningDevice, outsideToken?: string): Promise<RegistrationResponse> {
    const email = normaliseEmail(form.username);
    if (email === undefined) throw new ApiError('email_invalid');
    const mobileNumber = form.mobile_number ? normalisePhone(form.mobile_number) : '';
    if (mobileNumber === undefined) throw new ApiError('phone_invalid');
    if (form.password !== form.password_confirmation) throw new ApiError('password_mismatch');
    for (const password of [form.password, ...(form.transaction_password ? [form.transaction_password] : [])]) {
      await this.#parts.newPasswords.demand(password, [email, mobileNumber]);
    }
    const shown = await this.#shownAccount(form.connect, outsideToken);
    const opened = await this.#openInTurn({ ...form, username: email, mobile_number: mobileNumber }, device, shown);
    if (typeof opened === 'string') return { message: opened };
    await this.#welcome(opened, device);
    return { message: 'SUCCESS' };
  }

  async #shownAccount(provider: Registration['connect'], token = ''): Promise<ShownAccount | undefined> {
    if (provider === undefined) return undefined;
    const account = await this.#parts.tokens.look('outside_account', token, TRIES);
    if (account?.provider !== provider) throw new ApiError('outside_account_expired');
    return { account, token };
  }

  /**
   * Handles forms with the same external account one at a time. Once the first has connected it, the others are refused
   * before their passwords are hashed.
   */
  #openInTurn(form: Registration, device: SigningDevice, shown: ShownAccount | undefined): Promise<OwnerId | Refusal> {
    const open = () => this.#open(form, device, shown);
    if (shown === undefined) return open();
    const { provider, subject } = shown.account;
    return this.#opening.runExclusive(`${provider} ${subject}`, open);
  }

  async #open(form: Registration, device: SigningDevice, shown: ShownAccount | undefined): Promise<OwnerId | Refusal> {
    const { accounts, connections, tokens } = this.#parts;
    if (shown !== undefined && (await connections.personOf(shown.account)) !== undefined)
      throw new ApiError('connection_taken');
    if (!(await this.#isProved(form, device, shown?.account))) return 'CODE_DOES_NOT_MATCH';
    if (await accounts.exists(form.username)) return 'USER_ALREADY_EXIST';
    const opened = await this.#openWith(form, device, shown?.account);
    leaveVisitorQueue();
    if (typeof opened === 'number' && shown !== undefined) await tokens.redeem('outside_account', shown.token);
    return opened;
  }

  async #isProved(
    { username, code }: Registration,
    device: SigningDevice,
    outside: OutsideAccount | undefined,
  ): Promise<boolean> {
    if (outside?.provedEmail === username) return true;
    return code !== undefined && this.#parts.browserCodes.check('sign_up', username, device, code);
  }

  /**
   * Opens the account with its sign-in method, and uses up the code, in one transaction. Refused if a concurrent
   * sign-up has used up the code or opened an account with the same email address. Errors: connection_taken.
   */
  #openWith(
    form: Registration,
    device: SigningDevice,
    outside: OutsideAccount | undefined,
  ): Promise<OwnerId | Refusal> {
    const { accounts, browserCodes, connections, securityEvents } = this.#parts;
    const { username, code } = form;
    return accounts
      .open({ ...form, provider: outside?.provider ?? 'email' }, async (transaction, { owner, personId }) => {
        const isByCode = outside?.provedEmail !== username && code !== undefined;
        if (isByCode && !(await browserCodes.useUp('sign_up', username, device, code, transaction)))
          throw new CodeUsedUp();
        if (outside === undefined) return;
        const { provider, label } = outside;
        await connections.add(personId, outside, transaction);
        await securityEvents.record(owner, `${provider}_connected`, device, { label }, transaction);
      })
      .catch((error: unknown) => {
        if (error instanceof CodeUsedUp) return 'CODE_DOES_NOT_MATCH';
        if (isUniqueViolation(error)) return 'USER_ALREADY_EXIST';
        throw error;
      });
  }

  async #welcome(owner: OwnerId, { language }: SigningDevice): Promise<void> {
    const { pool, notices, mailQueue, brand } = this.#parts;
    await notices.add(owner, 'welcome');
    await mailQueue.add(owner, welcomeMail(brand()), pool, { ...BY_THE_EXCHANGE, language });
    await mailQueue.sendAll(owner);
  }
}
