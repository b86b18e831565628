import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MigratedDatabase, openMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { RecoveryCodes } from './recovery-codes.ts';

const KEY = 'a secret of the tests that is long enough';
let database: MigratedDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = database.pool;
  for (const id of ['ada', 'bob'])
    await pool.query(
      `insert into person (id, name, email, email_verified, created_at, updated_at)
       values ($1, '', $1 || '@example.com', true, now(), now())`,
      [id],
    );
  for (const id of ['ada', 'bob'])
    await pool.query(
      `insert into staff_member (id, email, name, roles, created_by) values ($1, $1, '', '{}', 'a test')`,
      [id],
    );
});
afterAll(() => database.close());

const homes = [
  { holders: 'clients', table: 'recovery_code', holder: 'person_id', label: 'recovery' },
  { holders: 'staff', table: 'staff_recovery_code', holder: 'staff_id', label: 'staff recovery' },
] as const;

describe.each(homes)('recovery codes of $holders', ({ holders, table, holder, label }) => {
  const codes = () => new RecoveryCodes({ pool, holders, key: KEY });
  const renew = async (person: string) => {
    const drawn = await codes().draw();
    await codes().store(person, drawn, pool);
    return drawn.codes;
  };

  test('are stored as Argon2id hashes, each with its own salt, and their secret is in no column', async () => {
    const given = await renew('ada');
    expect(new Set(given).size).toBe(10);
    for (const code of given) expect(code).toMatch(/^[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}$/);
    const { rows } = await pool.query(`select name, slow_hash, code_hash from ${table} where ${holder} = 'ada'`);
    expect(rows.map(({ name }) => name).sort()).toEqual(given.map((code) => code.slice(0, 2)).sort());
    for (const row of rows) {
      expect(row.slow_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(row.code_hash).toBeNull();
    }
    expect(new Set(rows.map((row) => row.slow_hash.split('$')[4])).size).toBe(10);
    const stored = JSON.stringify(rows);
    for (const code of given) expect(stored).not.toContain(code.replaceAll('-', '').slice(2));
  });

  test('each work once, in upper or lower case and with or without hyphens; new ones void the previous ones', async () => {
    const [first = '', second = '', third = ''] = await renew('ada');
    expect(await codes().redeem('ada', ` ${first.toUpperCase()} `)).toBe(true);
    expect(await codes().redeem('ada', first)).toBe(false);
    expect(await codes().redeem('ada', second.replaceAll('-', ' '))).toBe(true);
    expect(await codes().left('ada')).toBe(8);
    const [renewed = ''] = await renew('ada');
    expect(await codes().redeem('ada', third)).toBe(false);
    expect(await codes().redeem('ada', renewed)).toBe(true);
    expect(await codes().left('ada')).toBe(9);
  });

  test('do not work before they are stored', async () => {
    const [before = ''] = await renew('ada');
    const drawn = await codes().draw();
    const [first = ''] = drawn.codes;
    expect(await codes().redeem('ada', first)).toBe(false);
    expect(await codes().redeem('ada', before)).toBe(true);
    await codes().store('ada', drawn, pool);
    expect(await codes().redeem('ada', first)).toBe(true);
    expect(await codes().left('ada')).toBe(9);
  });

  test('of eight concurrent attempts with one code, one succeeds', async () => {
    const [code = ''] = await renew('ada');
    const answers = await Promise.all(Array.from({ length: 8 }, () => codes().redeem('ada', code)));
    expect(answers.filter((isGood) => isGood)).toHaveLength(1);
  });

  test('do not work for another client, or with the secret of another code', async () => {
    const [first = '', second = ''] = await renew('ada');
    await renew('bob');
    expect(await codes().redeem('bob', first)).toBe(false);
    const mixed = first.slice(0, 2) + second.slice(2);
    expect(await codes().redeem('ada', mixed)).toBe(false);
    expect(await codes().redeem('ada', first)).toBe(true);
  });

  test('issued before this storage format still work once', async () => {
    await codes().forget('ada', pool);
    const hash = createHmac('sha256', KEY).update(`${label}\na1b2c-3d4e5`).digest();
    await pool.query(`insert into ${table} (${holder}, code_hash) values ('ada', $1)`, [hash]);
    expect(await codes().left('ada')).toBe(1);
    expect(await codes().redeem('ada', 'a1b2c-3d4e6')).toBe(false);
    expect(await codes().redeem('ada', 'A1B2C-3D4E5')).toBe(true);
    expect(await codes().redeem('ada', 'a1b2c-3d4e5')).toBe(false);
  });
});
