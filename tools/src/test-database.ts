import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createDatabase, dropDatabase, startTemporaryPostgres } from './temporary-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Postgres server on which tests may create databases. */
    readonly databaseServerUrl: string;
  }
}

/** Vitest's globalSetup: one Postgres for the whole run, or the one DATABASE_URL names. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== '') {
    project.provide('databaseServerUrl', given);
    return undefined;
  }
  const server = await startTemporaryPostgres();
  project.provide('databaseServerUrl', server.url);
  return () => server.stop();
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** An empty database of the test's own, on the run's server. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServerUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = await createDatabase(server, name);
  return { url, drop: () => dropDatabase(server, name) };
}
