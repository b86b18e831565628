import type { Pool, PoolClient } from 'pg';
import { verifyPassword } from '../passwords/passwords.ts';

export type PasswordKind = 'account' | 'transaction';

/** The number of previous passwords that must not be reused; the current one must not be reused either. */
const KEPT = 5;

/** Hashes of a person's previous passwords. */
export class PasswordHistory {
  readonly #pool: Pool;
  readonly #asker: 'client' | 'visitor';

  /**
   * If `asker` is 'visitor', comparisons do not count against the client's rate limit, which a signed-in session may
   * have used up.
   */
  constructor(pool: Pool, asker: 'client' | 'visitor' = 'client') {
    this.#pool = pool;
    this.#asker = asker;
  }

  /** Whether a new password equals the current password or one of the previous ones. */
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

/** Stores the hash of a replaced password, in the transaction that replaces it. */
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
