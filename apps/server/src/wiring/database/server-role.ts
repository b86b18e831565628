import { letPrune, prepareLog } from '@vitrine/sequencer';
import type pg from 'pg';
import { withConnection } from '../../kit/postgres/connect.ts';
import { StartError } from '../process/start-error.ts';
import type { Settings } from '../settings/settings.ts';

/** The embedded database's role for the server's ordinary connections. */
const EMBEDDED_ROLE = 'vitrine_server';
const AUDIT_TRAIL = 'audit_trail';
/** Tables that the server's role may only read and append to: audit trail, security events and the log. */
const APPEND_ONLY = [AUDIT_TRAIL, 'security_event', 'log_batch'].join(', ');
/** A table with a single row, which the server's role may update, but neither insert nor delete. */
const ONE_ROW = 'log_lease';
/** A table that only migrations write. */
const READ_ONLY = 'exchange_mode';

const userOf = (url: string): string => decodeURIComponent(new URL(url).username);

const withRole = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withConnection(url, 'vitrine roles', work);

/**
 * Creates the embedded database's role and sets its password for this start. Returns the URL to connect as this role.
 */
export async function embeddedServerUrl(ownerUrl: string, password: string): Promise<string> {
  await withRole(ownerUrl, async (client) => {
    const { rows } = await client.query('select from pg_roles where rolname = $1', [EMBEDDED_ROLE]);
    const secret = client.escapeLiteral(password);
    await client.query(`${rows.length === 0 ? 'create' : 'alter'} role ${EMBEDDED_ROLE} login password ${secret}`);
  });
  const url = new URL(ownerUrl);
  url.username = EMBEDDED_ROLE;
  url.password = password;
  return url.href;
}

/**
 * Gives the role of `url` the rights that a server needs: it may read and write all tables, but can only append to the
 * audit trail, the security events and the log, only update `log_lease`, and not write `exchange_mode`. It cannot
 * create or alter tables. It may also delete parts of the log that are older than `retainLogMs`. Creates the log's
 * tables if they are missing. Call it after the migrations; it does nothing if both URLs have the same role.
 */
export async function grantServerRole(
  ownerUrl: string,
  url: string,
  retainLogMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const user = userOf(url);
  if (user === userOf(ownerUrl)) return;
  await withRole(ownerUrl, async (client) => {
    await prepareLog(client);
    const { rows } = await client.query<{ schema: string }>('select quote_ident(current_schema()) as schema');
    const [schema, role] = [rows[0]?.schema ?? 'public', client.escapeIdentifier(user)];
    await client.query('begin');
    await client.query(`grant usage on schema ${schema} to ${role}`);
    await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`);
    await client.query(`grant usage, select on all sequences in schema ${schema} to ${role}`);
    await client.query(`revoke update, delete, truncate, references, trigger on ${APPEND_ONLY} from ${role}`);
    await client.query(`revoke insert, delete on ${ONE_ROW} from ${role}`);
    await client.query(`revoke insert, update, delete on ${READ_ONLY} from ${role}`);
    await client.query(`grant execute on function begin_history_partition(bigint) to ${role}`);
    await letPrune(client, role, retainLogMs);
    await client.query('commit');
  });
}

/**
 * In production, throws StartError if the role of `url` could change the audit trail, unless the operator has allowed
 * that. Before the migrations, pass `ownerUrl`, because the audit trail's table may not exist yet; afterwards, omit it.
 */
export async function assertTrailProtected(
  { mode, oneDatabaseRole }: Pick<Settings, 'mode' | 'oneDatabaseRole'>,
  url: string,
  ownerUrl?: string,
): Promise<void> {
  if (mode !== 'production' || oneDatabaseRole) return;
  if (ownerUrl === undefined ? await mayChangeTrail(url) : await mayActAs(url, ownerUrl))
    throw new StartError(
      'The role of DATABASE_URL can change the audit trail: set DATABASE_OWNER_URL to the role that owns the tables and DATABASE_URL to a role that cannot change the audit trail, or allow one role for both with DATABASE_ONE_ROLE=on.',
    );
}

/** Whether the role of `url` is the same as that of `ownerUrl`, a member of it, or a superuser. */
async function mayActAs(url: string, ownerUrl: string): Promise<boolean> {
  const owner = await withRole(ownerUrl, (client) => client.query<{ name: string }>('select current_user as name'));
  const asked = await withRole(url, (client) =>
    client.query<{ may: boolean }>(`select pg_has_role($1::name, 'member') as may`, [owner.rows[0]?.name]),
  );
  return asked.rows[0]?.may === true;
}

/**
 * Whether the role of this URL could change or remove audit entries, through its own rights or as the table's owner.
 */
export async function mayChangeTrail(url: string): Promise<boolean> {
  return withRole(url, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      `select has_table_privilege(oid, 'update, delete, truncate, trigger') or pg_has_role(relowner, 'member') as may
       from pg_class where oid = to_regclass($1)`,
      [AUDIT_TRAIL],
    );
    return rows[0]?.may === true;
  });
}
