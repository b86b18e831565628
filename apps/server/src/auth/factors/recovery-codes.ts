import { createHmac } from 'node:crypto';
import { generateRandomString } from 'better-auth/crypto';
import type { Pool } from 'pg';
import { hashPassword, verifyPassword } from '../passwords/passwords.ts';

const CODES = 10;
/**
 * The number of characters at the beginning of a code that identify it among the person's codes, so that an attempt
 * costs only one slow hash. The other characters carry 51 bits of secret.
 */
const NAME_LETTERS = 2;
const SECRET_LETTERS = 10;
const FORM = /^[a-z0-9]{12}$/;
/** The format of codes before version 0.1.0: all characters were secret, and none identified the code. */
const OLD_FORM = /^[a-z0-9]{10}$/;

interface RecoveryCodesParts {
  readonly pool: Pool;
  /**
   * Whose codes these are. Clients' and staff's codes are in separate tables, and codes in the old form are HMACs with
   * a different label for each group.
   */
  readonly holders: 'clients' | 'staff';
  /** The key for the keyed hashes of old codes. */
  readonly key: string;
}

const homes = {
  clients: { table: 'recovery_code', holder: 'person_id', label: 'recovery' },
  staff: { table: 'staff_recovery_code', holder: 'staff_id', label: 'staff recovery' },
} as const;

/** New codes and their stored form. */
export interface DrawnCodes {
  readonly codes: string[];
  readonly names: readonly string[];
  readonly hashes: readonly string[];
}

/**
 * Ten recovery codes per person. Each can be used once in place of a lost authenticator. Codes are stored as Argon2id
 * hashes, except those in the old form.
 */
export class RecoveryCodes {
  readonly #pool: Pool;
  readonly #home: (typeof homes)[RecoveryCodesParts['holders']];
  readonly #key: string;

  constructor({ pool, holders, key }: RecoveryCodesParts) {
    this.#pool = pool;
    this.#home = homes[holders];
    this.#key = key;
  }

  /**
   * Generates codes for `store`; they are shown only once. Hashing them takes too long to be done inside a transaction.
   */
  async draw(): Promise<DrawnCodes> {
    const drawn = newNames().map((name) => ({ name, secret: letters(SECRET_LETTERS) }));
    const hashes: string[] = [];
    // The codes are hashed one after another, so that other passwords wait for at most one of these hashes.
    for (const { secret } of drawn) hashes.push(await hashPassword(secret));
    return {
      codes: drawn.map(({ name, secret }) => (name + secret).replace(/(.{4})(?=.)/g, '$1-')),
      names: drawn.map(({ name }) => name),
      hashes,
    };
  }

  /** Stores new codes. All previous codes of the person become void. */
  async store(personId: string, { names, hashes }: DrawnCodes, database: Pick<Pool, 'query'>): Promise<void> {
    const { table, holder } = this.#home;
    await database.query(
      `with gone as (delete from ${table} where ${holder} = $1 and (name is null or name <> all ($2)))
       insert into ${table} (${holder}, name, slow_hash) select $1, * from unnest($2::text[], $3::text[])
       on conflict (${holder}, name) do update set slow_hash = excluded.slow_hash`,
      [personId, names, hashes],
    );
  }

  /** Whether the code is correct; if so, it is used up. Of two concurrent calls, only one succeeds. */
  async redeem(personId: string, code: string): Promise<boolean> {
    const typed = code.toLowerCase().replace(/[\s-]/g, '');
    if (OLD_FORM.test(typed)) return this.#redeemOld(personId, typed);
    if (!FORM.test(typed)) return false;
    const { table, holder } = this.#home;
    const { rows } = await this.#pool.query<{ id: string; slow_hash: string }>(
      `select id, slow_hash from ${table} where ${holder} = $1 and name = $2`,
      [personId, typed.slice(0, NAME_LETTERS)],
    );
    const found = rows[0];
    if (found === undefined || !(await verifyPassword(found.slow_hash, typed.slice(NAME_LETTERS)))) return false;
    const { rowCount } = await this.#pool.query(`delete from ${table} where id = $1 and slow_hash = $2`, [
      found.id,
      found.slow_hash,
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

  async forget(personId: string, database: Pick<Pool, 'query'>): Promise<void> {
    const { table, holder } = this.#home;
    await database.query(`delete from ${table} where ${holder} = $1`, [personId]);
  }

  async #redeemOld(personId: string, typed: string): Promise<boolean> {
    const { table, holder, label } = this.#home;
    const code = `${typed.slice(0, 5)}-${typed.slice(5)}`;
    const hash = createHmac('sha256', this.#key).update(`${label}\n${code}`).digest();
    const { rowCount } = await this.#pool.query(`delete from ${table} where ${holder} = $1 and code_hash = $2`, [
      personId,
      hash,
    ]);
    return rowCount === 1;
  }
}

const letters = (count: number): string => generateRandomString(count, 'a-z', '0-9');

/** Ten names, all different. */
function newNames(): string[] {
  const names = new Set<string>();
  while (names.size < CODES) names.add(letters(NAME_LETTERS));
  return [...names];
}
