import { createDatabase, startTemporaryPostgres } from '@vitrine/tools/temporary-postgres';
import pg from 'pg';
import { expect, test } from 'vitest';
import { Sequencer } from './sequencer.ts';
import { alice, deposit, USDT } from './testing/commands.ts';
import { prepare, submitAll } from './testing/fixtures.ts';

const CRASHES = 3;

/**
 * Crashes Postgres by killing one of its processes: Postgres then ends all sessions and recovers from its write-ahead
 * log.
 */
async function crash(databaseUrl: string): Promise<void> {
  const client = await connectWhenUp(databaseUrl);
  const ended = new Promise((resolve) => client.once('end', resolve));
  const text = `select pid from pg_stat_activity where backend_type = 'walwriter'`;
  const { rows } = await client.query<{ pid: number }>(text);
  const pid = rows[0]?.pid;
  if (pid === undefined) throw new Error('no connection is writing the log');
  process.kill(pid, 'SIGKILL');
  await ended;
}

async function connectWhenUp(databaseUrl: string): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

test(`kill -9 of the database's log writer under load, ${CRASHES} times: nothing acknowledged is lost or duplicated`, {
  timeout: 300_000,
}, async () => {
  // A separate database server, because a crash ends all sessions.
  const postgres = await startTemporaryPostgres();
  const databaseUrl = await createDatabase(postgres.url, 'crash');
  // A longer lease than usual: on a slow machine, the lease could otherwise expire during a recovery, and commands
  // would be refused.
  const sequencer = await prepare(await Sequencer.open({ databaseUrl, leaseMs: 60_000 }));
  let crashes = 0;
  let acknowledged = 0;
  const load = Array.from({ length: 20 }, async () => {
    while (crashes < CRASHES) {
      const outcomes = await submitAll(sequencer, [deposit(alice, USDT, 1), deposit(alice, USDT, 1)]);
      acknowledged += outcomes.filter(({ refusal }) => refusal === undefined).length;
    }
  });
  while (crashes < CRASHES) {
    const before = acknowledged;
    await crash(databaseUrl);
    await expect.poll(() => acknowledged).toBeGreaterThan(before + 100);
    crashes += 1;
  }
  await Promise.all(load);
  expect(sequencer.core.balance(alice, 'spot', USDT).availableUnits).toBe(acknowledged);
  const hash = sequencer.core.stateHash();
  await sequencer.close();
  const restarted = await Sequencer.open({ databaseUrl });
  expect(restarted.core.stateHash()).toBe(hash);
  await restarted.close();
  await postgres.stop();
});
