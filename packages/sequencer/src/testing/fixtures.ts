import type { Command } from '@vitrine/core';
import { createTestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { test as base } from 'vitest';
import type { Outcome } from '../outcome.ts';
import { Sequencer } from '../sequencer.ts';
import type { SequencerSettings } from '../sequencer-settings.ts';
import { setup } from './commands.ts';

export interface Fixtures {
  /** An empty database that only this test uses. */
  readonly databaseUrl: string;
  /** A session on that database, separate from those of the program under test. */
  readonly client: pg.Client;
  /** Opens a sequencer that will be closed after the test. */
  readonly open: (settings?: Partial<SequencerSettings>) => Promise<Sequencer>;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest finds out from the pattern what a fixture needs.
  databaseUrl: async ({}, use) => {
    const database = await createTestDatabase();
    await use(database.url);
    await database.drop();
  },
  client: async ({ databaseUrl }, use) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await use(client);
    await client.end();
  },
  open: async ({ databaseUrl }, use) => {
    const opened: Sequencer[] = [];
    await use(async (settings = {}) => {
      const sequencer = await Sequencer.open({ databaseUrl, roomForOrders: 1_024, ...settings });
      opened.push(sequencer);
      return sequencer;
    });
    for (const sequencer of opened) await sequencer.close();
  },
});

/** Submits all commands at once, in order. */
export function submitAll(sequencer: Sequencer, commands: readonly Command[]): Promise<Outcome[]> {
  return Promise.all(commands.map((command) => sequencer.submit(command)));
}

/** The position of the last command of `prepare`. The 1 is the activation of the newest rules, which comes first. */
export const PREPARED = 1 + setup.length;

/** Lists the assets and the market of the tests. */
export async function prepare(sequencer: Sequencer): Promise<Sequencer> {
  for (const outcome of await submitAll(sequencer, setup)) {
    if (outcome.refusal !== undefined) throw new Error(`the set-up was refused: ${outcome.refusal}`);
  }
  return sequencer;
}

/** The id of the database process that serves the writer's session, so that a test can end it. */
export async function writerProcess(client: pg.Client): Promise<number> {
  const text = `select pid from pg_stat_activity
                where application_name = 'vitrine sequencer' and datname = current_database()`;
  const { rows } = await client.query<{ pid: number }>(text);
  const pid = rows[0]?.pid;
  if (pid === undefined) throw new Error('no sequencer is connected');
  return pid;
}
