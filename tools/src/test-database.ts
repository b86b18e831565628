import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { copyDatabase, createDatabase, dropDatabase, startTemporaryPostgres, withLock } from './temporary-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Postgres server on which tests may create databases. */
    readonly databaseServerUrl: string;
    /** A folder shared by the tests of one run; deleted after it. */
    readonly runFolder: string;
  }
}

/**
 * The tests on this server kill only their own processes, and a killed process loses nothing that it has handed to the
 * operating system: fsync matters only if the power fails. Tests that kill Postgres itself, and benchmarks, start their
 * own Postgres with fsync on.
 */
const UNSYNCED = ['-c', 'fsync=off', '-c', 'full_page_writes=off'];
/**
 * Autovacuum is off, because it would visit each of the tests' databases. Tests that need statistics analyze their
 * tables.
 */
const NO_VACUUM = ['-c', 'autovacuum=off'];
/** Each exchange under test holds a dozen connections, and several run at once. */
const CONNECTIONS = ['-c', 'max_connections=500'];

/** Vitest's globalSetup: one Postgres for the whole run, or the one given by DATABASE_URL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = mkdtempSync(join(tmpdir(), 'vitrine-run-'));
  project.provide('runFolder', runFolder);
  const given = process.env.DATABASE_URL;
  const server =
    given === undefined || given === ''
      ? await startTemporaryPostgres([...UNSYNCED, ...NO_VACUUM, ...CONNECTIONS])
      : undefined;
  const url = server?.url ?? given ?? '';
  project.provide('databaseServerUrl', url);
  return async () => {
    for (const name of readdirSync(runFolder)) await dropDatabase(url, templateName(runFolder, name));
    await server?.stop();
    rmSync(runFolder, { recursive: true, force: true });
  };
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A new empty database for one test, on the run's server. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServerUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = await createDatabase(server, name);
  return { url, drop: () => dropDatabase(server, name) };
}

/** A database and its data folder. */
export interface TestInstallation extends TestDatabase {
  readonly folder: string;
}

/**
 * Gives the test its own copy of the database and folder that `prepare` has filled; both are empty when `prepare` is
 * called. `prepare` is called once per run, at the first request for `name`, and must leave no session open on the
 * database.
 */
export async function createTestInstallation(
  name: string,
  prepare: (empty: Omit<TestInstallation, 'drop'>) => Promise<void>,
): Promise<TestInstallation> {
  const server = inject('databaseServerUrl');
  const runFolder = inject('runFolder');
  const template = templateName(runFolder, name);
  const preparedFolder = join(runFolder, name);
  if (!existsSync(preparedFolder))
    await withLock(server, template, async () => {
      if (existsSync(preparedFolder)) return;
      const folder = `${preparedFolder}.unfinished`;
      // What an earlier attempt left when it failed.
      rmSync(folder, { recursive: true, force: true });
      await dropDatabase(server, template);
      mkdirSync(folder);
      await prepare({ url: await createDatabase(server, template), folder });
      renameSync(folder, preparedFolder);
    });
  const own = `test_${randomBytes(8).toString('hex')}`;
  const url = await copyDatabase(server, template, own);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  cpSync(preparedFolder, folder, { recursive: true });
  return {
    url,
    folder,
    drop: async () => {
      await dropDatabase(server, own);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The name of a template database, unique to the run: another run, with different tables, may use the same server. */
const templateName = (runFolder: string, name: string): string =>
  `template_${createHash('sha256').update(`${runFolder} ${name}`).digest('hex').slice(0, 16)}`;
