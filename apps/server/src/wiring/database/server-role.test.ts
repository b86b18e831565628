import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AuditTrail } from '../../staff/audit/audit-trail.ts';
import { assertTrailProtected, embeddedServerUrl, grantServerRole, mayChangeTrail } from './server-role.ts';
import { type MigratedDatabase, openMigratedDatabase } from './testing/migrated-database.ts';
import { createServerRole } from './testing/server-role.ts';

let database: MigratedDatabase;
let serverUrl: string;
let server: pg.Pool;

const entry = {
  staffId: 's1',
  staffEmail: 'ada@example.com',
  ip: '127.0.0.1',
  action: 'freezeClient',
  phase: 'done',
  subject: 'client 1001',
  details: {},
} as const;

beforeAll(async () => {
  database = await openMigratedDatabase();
  serverUrl = await embeddedServerUrl(database.url, randomBytes(24).toString('hex'));
  await grantServerRole(database.url, serverUrl);
  server = new pg.Pool({ connectionString: serverUrl });
});
afterAll(async () => {
  await server.end();
  await database.close();
});

test('the server’s role can add to the audit trail and read it', async () => {
  const trail = new AuditTrail(server);
  await trail.append(entry);
  expect(await trail.read({ limit: 1 })).toMatchObject([{ id: 1, subject: 'client 1001' }]);
  expect(await trail.verify()).toMatchObject({ holds: true, entries: 1 });
});

test.each([
  `update audit_trail set ip = ''`,
  'delete from audit_trail',
  'truncate audit_trail',
  `update security_event set ip = ''`,
  'delete from security_event',
  'update log_batch set count = 1',
  'delete from log_batch',
  'truncate log_batch',
  'delete from log_lease',
  `update exchange_mode set mode = 'sandbox'`,
  'delete from exchange_mode',
  'drop function prune_log',
  'alter table audit_trail disable trigger all',
  'drop table audit_trail',
  'create table mine (id bigint)',
  'alter table client add column mine text',
  'set session_replication_role = replica',
])('the server’s role may not: %s', async (sql) => {
  await expect(server.query(sql)).rejects.toThrow(/permission denied|must be owner/);
});

test('the server’s role can read and write everything else, including the log', async () => {
  await server.query('select from client');
  await server.query('select from log_batch');
  await server.query('update log_lease set holder = holder');
});

test('the server’s role can create partitions of the histories and write to them', async () => {
  const { rows } = await server.query('select begin_history_partition(1) as ends');
  const position = Number(rows[0].ends) - 1;
  await server.query(`insert into transfer_lines values (1000, $1, 0, 'spot', 1, 'deposit', 5, 5, 0, 1)`, [position]);
  const { rows: found } = await server.query(
    'select tableoid::regclass::text as name from transfer_lines where position = $1',
    [position],
  );
  expect(found).toEqual([{ name: 'transfer_lines_2' }]);
  await server.query('delete from transfer_lines where position = $1', [position]);
});

test('the server’s role can prune the log, within the owner’s retention and up to a snapshot', async () => {
  const owner = new pg.Pool({ connectionString: database.url });
  const dayMs = 86_400_000;
  const insert = (n: number, ageMs: number) =>
    server.query(
      `insert into log_batch (n, format, epoch, first_position, count, time_ms, previous_hash, hash, payload)
       values ($1, 1, 1, $1, 1, $2, '', '', '')`,
      [n, Date.now() - ageMs],
    );
  for (const [n, days] of [
    [1, 9],
    [2, 8],
    [3, 7],
    [4, 1],
  ] as const)
    await insert(n, days * dayMs);
  const left = async () =>
    (await server.query<{ n: string }>('select n from log_batch order by n')).rows.map(({ n }) => Number(n));
  const prune = (throughN: number) => server.query('select prune_log($1, 100)', [throughN]);
  await grantServerRole(database.url, serverUrl, 2 * dayMs);
  await prune(4);
  expect(await left()).toEqual([1, 2, 3, 4]);
  await server.query(
    `insert into log_snapshot (n, position, time_ms, log_hash, format, state_hash, checksum, chunks, size)
     values (2, 2, 0, '', 1, '', '', 0, 0), (4, 4, 0, '', 1, '', '', 0, 0)`,
  );
  await prune(1);
  expect(await left()).toEqual([2, 3, 4]);
  await prune(4);
  expect(await left()).toEqual([3, 4]);
  await server.query('delete from log_snapshot where n = 2');
  await prune(4);
  expect(await left()).toEqual([4]);
  await grantServerRole(database.url, serverUrl);
  await insert(3, 7 * dayMs);
  await prune(4);
  expect(await left()).toEqual([3, 4]);
  await owner.query('delete from log_batch');
  await owner.query('delete from log_snapshot');
  await owner.end();
});

test('the start detects a role that could change the audit trail', async () => {
  expect(await mayChangeTrail(serverUrl)).toBe(false);
  expect(await mayChangeTrail(database.url)).toBe(true);
});

test('production refuses a role that may act as the tables’ owner or has been granted the right to change the audit trail', async () => {
  const production = { mode: 'production', oneDatabaseRole: false } as const;
  const refusal = 'can change the audit trail';
  const role = await createServerRole(database.url);
  const name = new URL(role.url).username;
  const owner = new URL(database.url).username;
  await assertTrailProtected(production, role.url, database.url);
  await assertTrailProtected(production, role.url);
  await database.pool.query(`grant ${owner} to ${name}`);
  await expect(assertTrailProtected(production, role.url, database.url)).rejects.toThrow(refusal);
  await assertTrailProtected({ mode: 'sandbox', oneDatabaseRole: false }, role.url, database.url);
  await assertTrailProtected({ mode: 'production', oneDatabaseRole: true }, role.url, database.url);
  await database.pool.query(`revoke ${owner} from ${name}; grant delete on audit_trail to public`);
  await assertTrailProtected(production, role.url, database.url);
  await expect(assertTrailProtected(production, role.url)).rejects.toThrow(refusal);
  await database.pool.query('revoke delete on audit_trail from public');
  await role.drop();
});
