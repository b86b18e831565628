import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MigratedDatabase, openMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { type AuditEntry, AuditTrail, verifyAuditTrail } from './audit-trail.ts';

let database: MigratedDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = database.pool;
});
afterAll(() => database.close());

const entry: AuditEntry = {
  staffId: 's1',
  staffEmail: 'ada@example.com',
  ip: '127.0.0.1',
  action: 'freezeClient',
  phase: 'done',
  subject: 'client 1001',
  details: { reason: 'reported stolen', after: { frozen: true } },
};

/** Changes the table as its owner can: with the triggers disabled. */
const behindItsBack = async (sql: string) => {
  await pool.query('alter table audit_trail disable trigger user');
  await pool.query(sql);
  await pool.query('alter table audit_trail enable trigger user');
};

test('concurrent audit entries form one chain, are read newest first, and verify', async () => {
  const trail = new AuditTrail(pool);
  await Promise.all(Array.from({ length: 20 }, (_, n) => trail.append({ ...entry, details: { n } })));
  const read = await trail.read({ limit: 3 });
  expect(read.map(({ id }) => id)).toEqual([20, 19, 18]);
  expect(await trail.read({ subject: 'client 1', limit: 3 })).toEqual([]);
  expect(await verifyAuditTrail(pool)).toMatchObject({ holds: true, entries: 20, head: read[0]?.hash });
});

test('an audit entry in the transaction of a change is rolled back with it', async () => {
  const client = await pool.connect();
  await client.query('begin');
  await new AuditTrail(pool).append(entry, client);
  await client.query('rollback');
  client.release();
  expect(await verifyAuditTrail(pool)).toMatchObject({ holds: true, entries: 20 });
});

test('audit entries can be neither changed nor deleted, and changes that bypass the triggers are found', async () => {
  await expect(pool.query(`update audit_trail set ip = '10.0.0.1' where id = 7`)).rejects.toThrow('append-only');
  await expect(pool.query('delete from audit_trail where id = 20')).rejects.toThrow('append-only');
  await expect(pool.query('truncate audit_trail')).rejects.toThrow('append-only');
  await behindItsBack(`update audit_trail set ip = '10.0.0.1' where id = 7`);
  expect(await verifyAuditTrail(pool)).toEqual({ holds: false, entries: 6, brokenAt: 7 });
  await behindItsBack(`update audit_trail set ip = '127.0.0.1' where id = 7`);
  expect(await verifyAuditTrail(pool)).toMatchObject({ holds: true });
  await behindItsBack('delete from audit_trail where id = 12');
  expect(await verifyAuditTrail(pool)).toEqual({ holds: false, entries: 11, brokenAt: 12 });
});
