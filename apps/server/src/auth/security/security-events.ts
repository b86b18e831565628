import type { SecurityEventKind } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { type Device, LONGEST_USER_AGENT } from '../../kit/device.ts';

export interface SecurityEvent {
  readonly id: number;
  readonly atMs: number;
  readonly kind: SecurityEventKind;
  readonly ip: string;
  readonly userAgent: string;
  /** Details in wire format, such as the name of a device; never a secret. */
  readonly details: Readonly<Record<string, string>>;
}

/** Security events of each client's account: written once, never changed, shown to the client and to operators. */
export class SecurityEvents {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Records an event. `database` may be the transaction of the change that is recorded. */
  async record(
    owner: OwnerId,
    kind: SecurityEventKind,
    { ip, userAgent }: Device,
    details: Readonly<Record<string, string>> = {},
    database: Pick<Pool, 'query'> = this.#pool,
  ): Promise<void> {
    await database.query(
      'insert into security_event (owner, kind, ip, user_agent, details) values ($1, $2, $3, $4, $5)',
      [owner, kind, ip, userAgent.slice(0, LONGEST_USER_AGENT), JSON.stringify(details)],
    );
  }

  /** The client's events, newest first. `before` is the id before which to continue. */
  async of(owner: OwnerId, { before, limit }: { readonly before?: number; readonly limit: number }) {
    const { rows } = await this.#pool.query<{
      id: string;
      at: Date;
      kind: SecurityEventKind;
      ip: string;
      user_agent: string;
      details: Record<string, string>;
    }>(
      `select id, at, kind, ip, user_agent, details from security_event
       where owner = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
      [owner, before ?? null, limit],
    );
    return rows.map(
      ({ id, at, kind, ip, user_agent, details }): SecurityEvent => ({
        id: Number(id),
        atMs: at.getTime(),
        kind,
        ip,
        userAgent: user_agent,
        details,
      }),
    );
  }
}
