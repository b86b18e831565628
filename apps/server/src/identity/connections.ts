import type { Pool } from 'pg';
import { ApiError } from '../http/api-error.ts';
import type { OutsideAccount } from './one-time-tokens.ts';

export interface Connection {
  readonly provider: OutsideAccount['provider'];
  readonly subject: string;
  readonly label: string;
  readonly connectedAtMs: number;
}

const MOST_WALLETS = 10;

/** Accounts elsewhere by which people sign in: one Google account, several wallets. */
export class Connections {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async personOf({ provider, subject }: Pick<OutsideAccount, 'provider' | 'subject'>): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ person_id: string }>(
      'select person_id from connection where provider = $1 and subject = $2',
      [provider, subject],
    );
    return rows[0]?.person_id;
  }

  async of(personId: string): Promise<readonly Connection[]> {
    const { rows } = await this.#pool.query<{
      provider: Connection['provider'];
      subject: string;
      label: string;
      connected_at: Date;
    }>('select provider, subject, label, connected_at from connection where person_id = $1 order by connected_at', [
      personId,
    ]);
    return rows.map(({ provider, subject, label, connected_at }) => ({
      provider,
      subject,
      label,
      connectedAtMs: connected_at.getTime(),
    }));
  }

  /** Errors: connection_taken, connection_exists, too_many_wallets. */
  async add(personId: string, { provider, subject, label }: OutsideAccount): Promise<void> {
    const owner = await this.personOf({ provider, subject });
    if (owner === personId) return;
    if (owner !== undefined) throw new ApiError('connection_taken');
    const own = (await this.of(personId)).filter((connection) => connection.provider === provider);
    if (provider === 'google' && own.length > 0) throw new ApiError('connection_exists');
    if (own.length >= MOST_WALLETS) throw new ApiError('too_many_wallets', { most: String(MOST_WALLETS) });
    const { rowCount } = await this.#pool.query(
      `insert into connection (provider, subject, person_id, label) values ($1, $2, $3, $4) on conflict do nothing`,
      [provider, subject, personId, label],
    );
    // Somebody was faster: with this account elsewhere, or this person with another.
    if (rowCount !== 1 && (await this.personOf({ provider, subject })) !== personId) {
      throw new ApiError('connection_taken');
    }
  }

  /** Errors: connection_unknown. */
  async remove(personId: string, provider: OutsideAccount['provider'], subject?: string): Promise<void> {
    const { rowCount } = await this.#pool.query(
      'delete from connection where person_id = $1 and provider = $2 and ($3::text is null or subject = $3)',
      [personId, provider, subject ?? null],
    );
    if (rowCount === 0) throw new ApiError('connection_unknown');
  }
}
