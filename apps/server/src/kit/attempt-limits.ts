import type { Pool } from 'pg';
import { ApiError } from './api-error.ts';
import { addressKey, SITE_ALLOWANCES, siteKey } from './by-address.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { deleteExpired } from './postgres/delete-expired.ts';

export interface AttemptLimit {
  readonly name: string;
  readonly attempts: number;
  readonly windowSeconds: number;
}

/** Sign-in attempts per account or, in a browser that the account's owner has used before, per account and browser. */
export const SIGN_IN: AttemptLimit = { name: 'sign_in', attempts: 10, windowSeconds: 900 };
/** Emails about sign-ins from new devices, per person. Beyond this limit, only the in-app notification is created. */
export const NEW_DEVICE_MAILS: AttemptLimit = { name: 'new_device_mails', attempts: 10, windowSeconds: 3600 };
/** Emails about one kind of change to one account. Beyond this limit, only the in-app notification is created. */
export const ACCOUNT_MAILS: AttemptLimit = { name: 'account_mails', attempts: 10, windowSeconds: 3600 };
/** Emails with a code, per mailbox, account or known browser. */
export const SEND_CODE: AttemptLimit = { name: 'send_code', attempts: 5, windowSeconds: 600 };
/** Password reset emails per account and day: each email gives an attacker one more code to guess. */
export const RESET_MAILS: AttemptLimit = { name: 'reset_mails', attempts: 60, windowSeconds: 86_400 };
/** Password reset emails per account and IP address: one address must not use up the account's limit. */
export const RESET_MAILS_ADDRESS: AttemptLimit = { name: 'reset_mails_address', attempts: 15, windowSeconds: 86_400 };
/** Transaction password attempts, per client. */
export const TRANSACTION_PASSWORD: AttemptLimit = { name: 'transaction_password', attempts: 10, windowSeconds: 900 };

/** Account password attempts while signed in. */
export const ACCOUNT_PASSWORD: AttemptLimit = { name: 'account_password', attempts: 10, windowSeconds: 900 };
/**
 * New account passwords tried while signed in. Each is compared with the previous ones, which costs six slow hashes.
 */
export const NEW_PASSWORD: AttemptLimit = { name: 'new_password', attempts: 30, windowSeconds: 900 };
/** Sets of recovery codes generated, per person. Each set costs ten slow hashes. */
export const RECOVERY_CODES: AttemptLimit = { name: 'recovery_codes', attempts: 5, windowSeconds: 900 };
/** Second-factor attempts per person, across all sign-ins. */
export const SECOND_FACTOR: AttemptLimit = { name: 'second_factor', attempts: 10, windowSeconds: 900 };
/** Checks of whether an account exists, per IP address. */
export const ACCOUNT_CHECK: AttemptLimit = { name: 'account_check', attempts: 200, windowSeconds: 600 };
/** Sign-in attempts per IP address, across all accounts. */
export const SIGN_IN_ADDRESS: AttemptLimit = { name: 'sign_in_address', attempts: 300, windowSeconds: 900 };
/**
 * Codes tried, per client and purpose or, for people who are not signed in, per mailbox and browser: requesting a new
 * code does not allow further guesses.
 */
export const CODE: AttemptLimit = { name: 'code', attempts: 20, windowSeconds: 3600 };
/**
 * Password reset codes tried, per account and IP address: fewer than CODE allows. Nobody at another address can use up
 * these attempts.
 */
export const RESET_CODE: AttemptLimit = { name: 'reset_code', attempts: 10, windowSeconds: 3600 };
/** Text messages per client, and per number. */
export const SEND_SMS: AttemptLimit = { name: 'send_sms', attempts: 5, windowSeconds: 3600 };
/** Text messages requested from one IP address, across all accounts. */
export const SEND_SMS_ADDRESS: AttemptLimit = { name: 'send_sms_address', attempts: 20, windowSeconds: 3600 };
/**
 * Text messages sent by the whole exchange. Each costs money, and the owners of some numbers earn from each message
 * sent to them.
 */
export const SEND_SMS_TOTAL: AttemptLimit = { name: 'send_sms_total', attempts: 300, windowSeconds: 3600 };

/** Whether the password queue or a limit refused the attempt before anything was compared. */
export const isUnmade = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'busy' || error.code === 'too_many_requests');

/** Maximum number of attempts of one subject that may be in progress or waiting to be counted at the same time. */
const MOST_COUNTED_AT_ONCE = 200;

/** Counts attempts in fixed windows, in the database: all servers share the counts, which survive restarts. */
export class AttemptLimits {
  readonly #pool: Pool;
  readonly #subjects = new OneAtATime(MOST_COUNTED_AT_ONCE);

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Counts one attempt, within a transaction if one is given. Returns the seconds to wait if the attempt exceeds the
   * limit, otherwise undefined. Errors, outside a transaction: busy.
   */
  use(limit: AttemptLimit, subject: string, transaction?: Pick<Pool, 'query'>): Promise<number | undefined> {
    if (transaction !== undefined) return this.#use(limit, subject, transaction);
    return this.#subjects.run(`${limit.name}:${subject}`, () => this.#use(limit, subject, this.#pool));
  }

  async #use(limit: AttemptLimit, subject: string, database: Pick<Pool, 'query'>): Promise<number | undefined> {
    const { rows } = await database.query<{ attempts: number; wait: number }>(
      `insert into attempt_window (subject, window_start, attempts)
       values ($1, to_timestamp(floor(extract(epoch from now()) / $2) * $2), 1)
       on conflict (subject, window_start) do update set attempts = attempt_window.attempts + 1
       returning attempts, ceil($2 - (extract(epoch from now()) - extract(epoch from window_start)))::int as wait`,
      [`${limit.name}:${subject}`, limit.windowSeconds],
    );
    const row = rows[0];
    return row !== undefined && row.attempts > limit.attempts ? row.wait : undefined;
  }

  /** Counts one attempt. Errors: too_many_requests, busy. */
  async count(limit: AttemptLimit, subject: string): Promise<void> {
    const seconds = await this.use(limit, subject);
    if (seconds !== undefined) throw new ApiError('too_many_requests', { seconds: String(seconds) });
  }

  /**
   * Counts one attempt and makes it. If the attempt is refused as `busy` or `too_many_requests`, before a code or
   * password was checked, the count is undone. Errors: too_many_requests, and those of the attempt.
   */
  async make<T>(limit: AttemptLimit, subject: string, attempt: () => Promise<T>): Promise<T> {
    await this.count(limit, subject);
    try {
      return await attempt();
    } catch (error) {
      if (isUnmade(error)) await this.#takeBack(limit, subject);
      throw error;
    }
  }

  /**
   * Resets the count of a subject's attempts. Call this after a success. Runs within the transaction if one is given.
   */
  async clear(limit: AttemptLimit, subject: string, database: Pick<Pool, 'query'> = this.#pool): Promise<void> {
    await database.query('delete from attempt_window where subject = $1', [`${limit.name}:${subject}`]);
  }

  /** Counts one attempt from an IP address, also toward the limit of its IPv6 site. `of`: as in makeFrom. */
  countFrom(ip: string, limit: AttemptLimit, of = ''): Promise<void> {
    return this.makeFrom(ip, limit, of, async () => {});
  }

  /**
   * Counts one attempt from an IP address, also toward the limit of its IPv6 site, and makes it. `of`: a further part
   * of the key of the count, such as an account. Errors: too_many_requests, and those of the attempt.
   */
  makeFrom<T>(ip: string, limit: AttemptLimit, of: string, attempt: () => Promise<T>): Promise<T> {
    const address = addressKey(ip);
    const site = siteKey(address);
    const ofSite = { ...limit, attempts: limit.attempts * SITE_ALLOWANCES };
    return this.make(limit, subjectOf(of, address), () =>
      site === undefined ? attempt() : this.make(ofSite, subjectOf(of, site), attempt),
    );
  }

  /**
   * Resets the count of attempts from this address. Call this after a success. The count of its IPv6 site is not reset:
   * the other attempts from the site may be another person's.
   */
  clearFrom(ip: string, limit: AttemptLimit, of = ''): Promise<void> {
    return this.clear(limit, subjectOf(of, addressKey(ip)));
  }

  async #takeBack({ name, windowSeconds }: AttemptLimit, subject: string): Promise<void> {
    await this.#pool.query(
      `update attempt_window set attempts = attempts - 1
       where subject = $1 and attempts > 0 and window_start = to_timestamp(floor(extract(epoch from now()) / $2) * $2)`,
      [`${name}:${subject}`, windowSeconds],
    );
  }

  /** Deletes a batch of windows that no limit needs anymore. Returns whether there may be more. */
  prune(): Promise<boolean> {
    return deleteExpired(this.#pool, { table: 'attempt_window', column: 'window_start', neededSeconds: 86_400 });
  }
}

const subjectOf = (of: string, key: string): string => (of === '' ? key : `${of} ${key}`);
