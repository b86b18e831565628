import type { NotificationKind } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';

export interface Notice {
  readonly id: number;
  readonly atMs: number;
  readonly kind: NotificationKind;
  readonly parameters: Readonly<Record<string, string>>;
  readonly isRead: boolean;
}

interface NoticeRow {
  readonly id: string;
  readonly at: Date;
  readonly kind: NotificationKind;
  readonly parameters: Record<string, string>;
  readonly read_at: Date | null;
}

/**
 * Each client's notifications. The table's insert trigger notifies every server, and each server passes the
 * notification on through its stream.
 */
export class Notices {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Adds a notification. `database` may be the transaction that makes the change that the notification reports. */
  async add(
    owner: OwnerId,
    kind: NotificationKind,
    parameters: Readonly<Record<string, string>> = {},
    database: Pick<Pool, 'query'> = this.#pool,
  ): Promise<void> {
    await database.query('insert into notice (owner, kind, parameters) values ($1, $2, $3)', [
      owner,
      kind,
      JSON.stringify(parameters),
    ]);
  }

  /** Adds the same notification for each of these owners who is a client. */
  async addToAll(
    owners: readonly OwnerId[],
    kind: NotificationKind,
    parameters: Readonly<Record<string, string>>,
    database: Pick<Pool, 'query'>,
  ): Promise<void> {
    await database.query(
      'insert into notice (owner, kind, parameters) select owner, $2, $3 from client where owner = any($1::bigint[])',
      [owners, kind, JSON.stringify(parameters)],
    );
  }

  /** Adds one notification of a kind for each of these clients, with their own parameters. */
  async addEach(
    rows: readonly { readonly owner: OwnerId; readonly parameters: Readonly<Record<string, string>> }[],
    kind: NotificationKind,
    database: Pick<Pool, 'query'>,
  ): Promise<void> {
    await database.query(
      `insert into notice (owner, kind, parameters)
       select row.owner, $3, row.parameters from unnest($1::bigint[], $2::jsonb[]) row(owner, parameters)
       join client using (owner)`,
      [rows.map(({ owner }) => owner), rows.map(({ parameters }) => JSON.stringify(parameters)), kind],
    );
  }

  /** The client's notifications, newest first; `before` is the id to continue from. */
  async of(owner: OwnerId, { before, limit }: { readonly before?: number; readonly limit: number }): Promise<Notice[]> {
    const { rows } = await this.#pool.query<NoticeRow>(
      `select id, at, kind, parameters, read_at from notice
       where owner = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
      [owner, before ?? null, limit],
    );
    return rows.map(toNotice);
  }

  async one(id: number): Promise<(Notice & { readonly owner: OwnerId }) | undefined> {
    const { rows } = await this.#pool.query<NoticeRow & { readonly owner: string }>(
      'select owner, id, at, kind, parameters, read_at from notice where id = $1',
      [id],
    );
    const row = rows[0];
    return row && { owner: Number(row.owner), ...toNotice(row) };
  }

  async unread(owner: OwnerId): Promise<number> {
    const { rows } = await this.#pool.query<{ unread: number }>(
      'select count(*)::int as unread from notice where owner = $1 and read_at is null',
      [owner],
    );
    return rows[0]?.unread ?? 0;
  }

  /** Marks everything up to this id as read. */
  async markRead(owner: OwnerId, upTo: number): Promise<void> {
    await this.#pool.query('update notice set read_at = now() where owner = $1 and id <= $2 and read_at is null', [
      owner,
      upTo,
    ]);
  }
}

const toNotice = ({ id, at, kind, parameters, read_at }: NoticeRow): Notice => ({
  id: Number(id),
  atMs: at.getTime(),
  kind,
  parameters,
  isRead: read_at !== null,
});
