import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { ACCOUNT_PASSWORD_AT, type ProvedPerson } from '../clients.ts';
import type { OutsideAccount } from '../codes/one-time-tokens.ts';

export interface Connection {
  readonly provider: OutsideAccount['provider'];
  readonly subject: string;
  readonly label: string;
  readonly connectedAtMs: number;
}

const MOST_WALLETS = 10;

/** External accounts that people sign in with: at most one Google account and several wallets per person. */
export class Connections {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async personOf(
    { provider, subject }: Pick<OutsideAccount, 'provider' | 'subject'>,
    database: Pick<Pool, 'query'> = this.#pool,
  ): Promise<string | undefined> {
    const { rows } = await database.query<{ person_id: string }>(
      'select person_id from connection where provider = $1 and subject = $2',
      [provider, subject],
    );
    return rows[0]?.person_id;
  }

  /** The person to whom this external account is connected. */
  async provedBy({
    provider,
    subject,
  }: Pick<OutsideAccount, 'provider' | 'subject'>): Promise<ProvedPerson | undefined> {
    const { rows } = await this.#pool.query<{ person_id: string; account_password_at: string }>(
      `select connection.person_id, ${ACCOUNT_PASSWORD_AT} as account_password_at
       from connection join client on client.person_id = connection.person_id
       where connection.provider = $1 and connection.subject = $2`,
      [provider, subject],
    );
    return rows[0] && { personId: rows[0].person_id, accountPasswordAt: rows[0].account_password_at };
  }

  async of(personId: string, database: Pick<Pool, 'query'> = this.#pool): Promise<readonly Connection[]> {
    const { rows } = await database.query<{
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

  /**
   * Connects an external account. `database` may be a transaction from `AccountNews.change`. Errors: connection_taken,
   * connection_exists, too_many_wallets.
   */
  async add(
    personId: string,
    { provider, subject, label }: OutsideAccount,
    database: Pick<Pool, 'query'> = this.#pool,
  ): Promise<void> {
    const owner = await this.personOf({ provider, subject }, database);
    if (owner === personId) return;
    if (owner !== undefined) throw new ApiError('connection_taken');
    const own = (await this.of(personId, database)).filter((connection) => connection.provider === provider);
    if (provider === 'google' && own.length > 0) throw new ApiError('connection_exists');
    if (own.length >= MOST_WALLETS) throw new ApiError('too_many_wallets', { most: String(MOST_WALLETS) });
    const { rowCount } = await database.query(
      `insert into connection (provider, subject, person_id, label) values ($1, $2, $3, $4) on conflict do nothing`,
      [provider, subject, personId, label],
    );
    // If nothing was inserted, a concurrent call was first: either another person connected this external account, or
    // this person connected a different one.
    if (rowCount !== 1 && (await this.personOf({ provider, subject }, database)) !== personId) {
      throw new ApiError('connection_taken');
    }
  }

  /** Removes an external account. `transaction` must come from `AccountNews.change`. Errors: connection_unknown. */
  async remove(
    transaction: PoolClient,
    personId: string,
    { provider, subject }: Pick<OutsideAccount, 'provider'> & { readonly subject?: string },
  ): Promise<void> {
    const { rowCount } = await transaction.query(
      'delete from connection where person_id = $1 and provider = $2 and ($3::text is null or subject = $3)',
      [personId, provider, subject ?? null],
    );
    if (rowCount === 0) throw new ApiError('connection_unknown');
  }
}
