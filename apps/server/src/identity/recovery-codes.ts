import { createHmac } from 'node:crypto';
import { generateRandomString } from 'better-auth/crypto';
import type { Pool } from 'pg';

const CODES = 10;
const FORM = /^[a-z0-9]{5}-[a-z0-9]{5}$/;

/** Ten codes that each let someone in once who has lost their authenticator; kept as keyed hashes. */
export class RecoveryCodes {
  readonly #pool: Pool;
  readonly #key: string;

  constructor(pool: Pool, key: string) {
    this.#pool = pool;
    this.#key = key;
  }

  /** New codes; those before are void. They are shown now and never again. */
  async renew(personId: string): Promise<string[]> {
    const codes = Array.from({ length: CODES }, () => generateRandomString(10, 'a-z', '0-9')).map(
      (letters) => `${letters.slice(0, 5)}-${letters.slice(5)}`,
    );
    await this.#pool.query(
      `with gone as (delete from recovery_code where person_id = $1)
       insert into recovery_code (person_id, code_hash) select $1, unnest($2::bytea[])`,
      [personId, codes.map((code) => this.#hash(code))],
    );
    return codes;
  }

  /** Whether the code was good; it is used up. Of two at once one succeeds. */
  async redeem(personId: string, code: string): Promise<boolean> {
    const typed = code.trim().toLowerCase();
    if (!FORM.test(typed)) return false;
    const { rowCount } = await this.#pool.query('delete from recovery_code where person_id = $1 and code_hash = $2', [
      personId,
      this.#hash(typed),
    ]);
    return rowCount === 1;
  }

  async left(personId: string): Promise<number> {
    const { rows } = await this.#pool.query<{ n: number }>(
      'select count(*)::int as n from recovery_code where person_id = $1',
      [personId],
    );
    return rows[0]?.n ?? 0;
  }

  async forget(personId: string): Promise<void> {
    await this.#pool.query('delete from recovery_code where person_id = $1', [personId]);
  }

  #hash(code: string): Buffer {
    return createHmac('sha256', this.#key).update(`recovery\n${code}`).digest();
  }
}
