import type { Pool } from 'pg';
import { hashPassword, verifyPassword } from './passwords.ts';

/** The passwords by which people sign in. */
export class AccountPasswords {
  readonly #pool: Pool;
  /** What the passwords of people who do not exist are compared with, so that it takes as long. */
  readonly #nobody = hashPassword('nobody has this password');

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Whether it is this person's password; takes the same time where there is no such person. */
  async isRight(personId: string | undefined, password: string): Promise<boolean> {
    const stored = personId === undefined ? undefined : await this.hashOf(personId);
    const isEqual = await verifyPassword(stored ?? (await this.#nobody), password);
    return stored !== undefined && isEqual;
  }

  async hashOf(personId: string): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ password: string | null }>(
      `select password from credential where person_id = $1 and provider_id = 'credential'`,
      [personId],
    );
    return rows[0]?.password ?? undefined;
  }
}
