import { randomBytes } from 'node:crypto';
import { withConnection } from '../../../kit/postgres/connect.ts';

export interface ServerRole {
  /** The URL with which to connect as this role. */
  readonly url: string;
  /** Drops the role. Call this before the database is dropped. */
  drop(): Promise<void>;
}

/** A database role without any rights of its own, like that of production's server. */
export async function createServerRole(ownerUrl: string): Promise<ServerRole> {
  const url = new URL(ownerUrl);
  url.username = `server_${randomBytes(8).toString('hex')}`;
  url.password = randomBytes(16).toString('hex');
  const asOwner = (sql: string) => withConnection(ownerUrl, 'test', (client) => client.query(sql));
  await asOwner(`create role ${url.username} login password '${url.password}'`);
  return {
    url: url.href,
    drop: async () => {
      await asOwner(`drop owned by ${url.username}; drop role ${url.username}`);
    },
  };
}
