import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { deleteExpired } from '../../kit/postgres/delete-expired.ts';

export type CodePurpose =
  | 'sign_up'
  | 'password_reset'
  | 'account_password'
  | 'transaction_password'
  | 'passkey_removal'
  | 'anti_phishing'
  | 'mobile_number'
  | 'withdrawal'
  | 'saved_address';

const LIFE_MINUTES = 10;
const MAX_TRIES = 5;

/**
 * One-time codes of six digits, valid for ten minutes and five attempts. There is only one valid code per purpose and
 * address; it is stored as a keyed hash.
 */
export class OneTimeCodes {
  readonly #pool: Pool;
  readonly #key: string;

  constructor(pool: Pool, key: string) {
    this.#pool = pool;
    this.#key = key;
  }

  /** Issues a new code and voids the previous one. */
  async issue(purpose: CodePurpose, address: string): Promise<string> {
    const code = randomInt(0, 1_000_000).toString().padStart(6, '0');
    await this.#pool.query(
      `insert into one_time_code (purpose, address, code_hash, expires_at)
       values ($1, $2, $3, now() + make_interval(mins => ${LIFE_MINUTES}))
       on conflict (purpose, address)
       do update set code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at`,
      [purpose, address, this.#hash(purpose, address, code)],
    );
    return code;
  }

  /** Whether there is a valid code: it has not expired, and has attempts left. */
  async isLive(purpose: CodePurpose, address: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `select from one_time_code where purpose = $1 and address = $2 and expires_at > now() and tries < ${MAX_TRIES}`,
      [purpose, address],
    );
    return rowCount === 1;
  }

  /**
   * Whether the code is correct and valid. Every check counts as an attempt, so concurrent guesses share the five
   * attempts.
   */
  async check(purpose: CodePurpose, address: string, code: string): Promise<boolean> {
    const { rows } = await this.#pool.query<{ code_hash: Buffer }>(
      `update one_time_code set tries = tries + 1
       where purpose = $1 and address = $2 and expires_at > now() and tries < ${MAX_TRIES} returning code_hash`,
      [purpose, address],
    );
    const stored = rows[0]?.code_hash;
    return stored !== undefined && timingSafeEqual(stored, this.#hash(purpose, address, code));
  }

  /** Like `check`, but uses up a correct code. Of two concurrent calls, only one succeeds. */
  async redeem(purpose: CodePurpose, address: string, code: string): Promise<boolean> {
    return (await this.check(purpose, address, code)) && this.useUp(purpose, address, code);
  }

  /**
   * Uses up a code that has been checked. False if another call has used up the code, or a newer code has replaced it.
   */
  async useUp(
    purpose: CodePurpose,
    address: string,
    code: string,
    database: Pick<Pool, 'query'> = this.#pool,
  ): Promise<boolean> {
    const { rowCount } = await database.query(
      'delete from one_time_code where purpose = $1 and address = $2 and code_hash = $3',
      [purpose, address, this.#hash(purpose, address, code)],
    );
    return rowCount === 1;
  }

  /** Deletes a batch of expired codes. Returns whether there may be more. */
  prune(): Promise<boolean> {
    return deleteExpired(this.#pool, { table: 'one_time_code', column: 'expires_at' });
  }

  #hash(purpose: CodePurpose, address: string, code: string): Buffer {
    return createHmac('sha256', this.#key).update(`${purpose}\n${address}\n${code}`).digest();
  }
}
