import type { Pool, PoolClient } from 'pg';
import { verifyPassword } from '../passwords/passwords.ts';

export type PasswordKind = 'account' | 'transaction';

/** So many passwords before the present one may not be used again. */
const KEPT = 5;

/** Hashes of a person's earlier passwords. */
export class PasswordHistory {
  readonly #pool: Pool;
  readonly #asker: 'client' | 'visitor';

  /** `asker`: a visitor's comparisons do not use a client's rate, which another session may have used up. */
  constructor(pool: Pool, asker: 'client' | 'visitor' = 'client') {
    this.#pool = pool;
    this.#asker = asker;
  }

  /** Whether a new password is the present one or one of those before it. */
  async isRecent(personId: string, kind: PasswordKind, presentHash: string, password: string): Promise<boolean> {
    const { rows } = await this.#pool.query<{ hash: string }>(
      'select hash from password_history where person_id = $1 and kind = $2 order by id desc limit $3',
      [personId, kind, KEPT],
    );
    const client = this.#asker === 'client' ? personId : undefined;
    for (const hash of [presentHash, ...rows.map((row) => row.hash)]) {
      if (await verifyPassword(hash, password, client)) return true;
    }
    return false;
  }
}

/** Keeps the hash of a password that has just been replaced, as part of the replacement. */
export async function keepReplaced(client: PoolClient, personId: string, kind: PasswordKind, hash: string) {
  await client.query('insert into password_history (person_id, kind, hash) values ($1, $2, $3)', [
    personId,
    kind,
    hash,
  ]);
  await client.query(
    `delete from password_history where person_id = $1 and kind = $2 and id not in
       (select id from password_history where person_id = $1 and kind = $2 order by id desc limit $3)`,
    [personId, kind, KEPT],
  );
}
