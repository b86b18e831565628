import fastify from 'fastify';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MigratedDatabase, openMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { CustodyAlarms } from '../alarms.ts';
import { NetworkLoop } from './network-loop.ts';

let database: MigratedDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = database.pool;
});
afterAll(() => database.close());

test('a node that responds but has no new block raises an alarm, until it has one', async () => {
  const tip = { height: 7 };
  const loop = new NetworkLoop({
    network: 'ERC20',
    round: async () => false,
    everyMs: 60_000,
    tipHeight: async () => tip.height,
    silentAfterMs: 20,
    alarms: new CustodyAlarms(pool),
    log: fastify().log,
  });
  const alarmed = async () => {
    await loop.next();
    const { rows } = await pool.query('select kind, subject from custody_alarms where ended_at is null');
    return rows;
  };
  loop.start();
  await expect.poll(alarmed).toEqual([{ kind: 'node', subject: 'blocks' }]);
  tip.height++;
  // The new height ends the alarm; then no further block arrives, and a new alarm is raised.
  await loop.next();
  const { rows } = await pool.query('select from custody_alarms where ended_at is not null');
  expect(rows).toHaveLength(1);
  await loop.stop();
});
