import { createHmac } from 'node:crypto';
import { generateRandomString } from 'better-auth/crypto';
import type { Pool } from 'pg';

const CODES = 10;
const FORM = /^[a-z0-9]{5}-[a-z0-9]{5}$/;

interface RecoveryCodesParts {
  readonly pool: Pool;
  /** Whose they are: each in a table of its own, and a code of one is never the other's hash. */
  readonly holders: 'clients' | 'staff';
  /** Keys the hashes. */
  readonly key: string;
}

const homes = {
  clients: { table: 'recovery_code', holder: 'person_id', label: 'recovery' },
  staff: { table: 'staff_recovery_code', holder: 'staff_id', label: 'staff recovery' },
} as const;

/** Ten codes that each let someone in once who has lost their authenticator; kept as keyed hashes. */
export class RecoveryCodes {
  readonly #pool: Pool;
  readonly #home: (typeof homes)[RecoveryCodesParts['holders']];
  readonly #key: string;

  constructor({ pool, holders, key }: RecoveryCodesParts) {
    this.#pool = pool;
    this.#home = homes[holders];
    this.#key = key;
  }

  /** New codes; those before are void. They are shown now and never again. */
  async renew(personId: string): Promise<string[]> {
    const { table, holder } = this.#home;
    const codes = Array.from({ length: CODES }, () => generateRandomString(10, 'a-z', '0-9')).map(
      (letters) => `${letters.slice(0, 5)}-${letters.slice(5)}`,
    );
    await this.#pool.query(
      `with gone as (delete from ${table} where ${holder} = $1)
       insert into ${table} (${holder}, code_hash) select $1, unnest($2::bytea[])`,
      [personId, codes.map((code) => this.#hash(code))],
    );
    return codes;
  }

  /** Whether the code was good; it is used up. Of two at once one succeeds. */
  async redeem(personId: string, code: string): Promise<boolean> {
    const typed = code.trim().toLowerCase();
    if (!FORM.test(typed)) return false;
    const { table, holder } = this.#home;
    const { rowCount } = await this.#pool.query(`delete from ${table} where ${holder} = $1 and code_hash = $2`, [
      personId,
      this.#hash(typed),
    ]);
    return rowCount === 1;
  }

  async left(personId: string): Promise<number> {
    const { table, holder } = this.#home;
    const { rows } = await this.#pool.query<{ n: number }>(
      `select count(*)::int as n from ${table} where ${holder} = $1`,
      [personId],
    );
    return rows[0]?.n ?? 0;
  }

  async forget(personId: string): Promise<void> {
    const { table, holder } = this.#home;
    await this.#pool.query(`delete from ${table} where ${holder} = $1`, [personId]);
  }

  #hash(code: string): Buffer {
    return createHmac('sha256', this.#key).update(`${this.#home.label}\n${code}`).digest();
  }
}
