import type { Pool } from 'pg';
import { ApiError } from './api-error.ts';

export interface AttemptLimit {
  readonly name: string;
  readonly attempts: number;
  readonly windowSeconds: number;
}

/** Sign-in attempts per account, whoever makes them. */
export const SIGN_IN: AttemptLimit = { name: 'sign_in', attempts: 10, windowSeconds: 900 };
/** Mails about sign-ins from new devices per person; beyond them the notification alone says so. */
export const NEW_DEVICE_MAILS: AttemptLimit = { name: 'new_device_mails', attempts: 10, windowSeconds: 3600 };
/** Mails about one kind of change to one account; beyond them the notification alone says so. */
export const ACCOUNT_MAILS: AttemptLimit = { name: 'account_mails', attempts: 10, windowSeconds: 3600 };
/** Mails with a code per address. */
export const SEND_CODE: AttemptLimit = { name: 'send_code', attempts: 5, windowSeconds: 600 };
/** Mails with a code for a forgotten password per address in a day: each gives an attacker a code's attempts. */
export const RESET_MAILS: AttemptLimit = { name: 'reset_mails', attempts: 60, windowSeconds: 86_400 };
/** The same, for one account from one address: one address must not use up the shared limit. */
export const RESET_MAILS_ADDRESS: AttemptLimit = { name: 'reset_mails_address', attempts: 15, windowSeconds: 86_400 };
/** Transaction password tries per client. */
export const TRANSACTION_PASSWORD: AttemptLimit = { name: 'transaction_password', attempts: 10, windowSeconds: 900 };

/** Account password tries of someone who is signed in. */
export const ACCOUNT_PASSWORD: AttemptLimit = { name: 'account_password', attempts: 10, windowSeconds: 900 };
/** New passwords of someone who is signed in, each compared with those before it: six slow hashes. */
export const NEW_PASSWORD: AttemptLimit = { name: 'new_password', attempts: 30, windowSeconds: 900 };
/** Sets of recovery codes per person: ten slow hashes each. */
export const RECOVERY_CODES: AttemptLimit = { name: 'recovery_codes', attempts: 5, windowSeconds: 900 };
/** Second factor tries per person, over all sign-ins. */
export const SECOND_FACTOR: AttemptLimit = { name: 'second_factor', attempts: 10, windowSeconds: 900 };
/** Questions whether an account exists, per address. */
export const ACCOUNT_CHECK: AttemptLimit = { name: 'account_check', attempts: 200, windowSeconds: 600 };
/** Sign-in tries per address, over all accounts. */
export const SIGN_IN_ADDRESS: AttemptLimit = { name: 'sign_in_address', attempts: 300, windowSeconds: 900 };
/**
 * Codes tried per client and purpose, or per mailbox and browser before signing in: further codes do not buy further
 * guesses.
 */
export const CODE: AttemptLimit = { name: 'code', attempts: 20, windowSeconds: 3600 };
/**
 * Codes for a forgotten password that one address tries on one account: fewer than the account's own, so that others
 * cannot use those up.
 */
export const RESET_CODE: AttemptLimit = { name: 'reset_code', attempts: 10, windowSeconds: 3600 };
/** Text messages per client, and per number. */
export const SEND_SMS: AttemptLimit = { name: 'send_sms', attempts: 5, windowSeconds: 3600 };
/** Text messages that one address asks for, whatever accounts it uses. */
export const SEND_SMS_ADDRESS: AttemptLimit = { name: 'send_sms_address', attempts: 20, windowSeconds: 3600 };
/** Text messages of the whole exchange: each costs money, and some numbers earn by them. */
export const SEND_SMS_TOTAL: AttemptLimit = { name: 'send_sms_total', attempts: 300, windowSeconds: 3600 };

/** Of the password line or a limit, before anything has been compared. */
export const isUnmade = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'busy' || error.code === 'too_many_requests');

/** Counts attempts in fixed windows, in the database: the count holds across servers and restarts. */
export class AttemptLimits {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Counts one attempt, in a transaction where one is given. Returns the seconds to wait when it is one too many, else
   * undefined.
   */
  async use(
    limit: AttemptLimit,
    subject: string,
    database: Pick<Pool, 'query'> = this.#pool,
  ): Promise<number | undefined> {
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

  /** Counts one attempt. Errors: too_many_requests. */
  async count(limit: AttemptLimit, subject: string): Promise<void> {
    const seconds = await this.use(limit, subject);
    if (seconds !== undefined) throw new ApiError('too_many_requests', { seconds: String(seconds) });
  }

  /**
   * Counts one attempt and makes it. One that could not be made does not count. Errors: too_many_requests, and its own.
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

  /** Forgets a subject's attempts, after a success. */
  async clear(limit: AttemptLimit, subject: string): Promise<void> {
    await this.#pool.query('delete from attempt_window where subject = $1', [`${limit.name}:${subject}`]);
  }

  async #takeBack({ name, windowSeconds }: AttemptLimit, subject: string): Promise<void> {
    await this.#pool.query(
      `update attempt_window set attempts = attempts - 1
       where subject = $1 and attempts > 0 and window_start = to_timestamp(floor(extract(epoch from now()) / $2) * $2)`,
      [`${name}:${subject}`, windowSeconds],
    );
  }

  /** Deletes windows that no limit needs. */
  async prune(): Promise<void> {
    await this.#pool.query(`delete from attempt_window where window_start < now() - interval '1 day'`);
  }
}
