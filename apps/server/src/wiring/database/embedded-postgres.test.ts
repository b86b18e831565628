import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isAlive, sleep } from '../process/process-life.ts';
import { claimDataDir } from './data-dir.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const repository = join(import.meta.dirname, '../../../../..');

const undo: (() => unknown)[] = [];
const undoAll = async () => {
  for (const step of undo.splice(0).reverse()) await step();
};
afterEach(undoAll);

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  undo.push(() => rmSync(path, { recursive: true, force: true }));
  return join(path, 'data');
}

const original = join(mkdtempSync(join(tmpdir(), 'vitrine-test-')), 'data');
beforeAll(async () => {
  await start(original);
  await undoAll();
});
afterAll(() => rmSync(dirname(original), { recursive: true, force: true }));

/** A folder with a stopped, empty database: a copy, as setting one up takes seconds. */
function prepared(): string {
  const dataDir = folder();
  execFileSync('cp', ['-a', original, dataDir]);
  return dataDir;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const claimed = claimDataDir(dataDir, 'sandbox');
  const postgres = await startEmbeddedPostgres({ dataDir });
  undo.push(
    () => claimed.release(),
    () => postgres.stop(),
  );
  return postgres;
}

async function query(postgres: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: postgres.url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

const postmasterPid = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

describe('embedded Postgres', () => {
  test('is durable in an empty folder, keeps its data across a restart, and keeps its password private', async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    await query(first, 'create table kept (n int); insert into kept values (7)');
    expect(await query(first, 'show fsync')).toEqual([{ fsync: 'on' }]);
    expect(await query(first, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
    // docs/operating/followers.md states who uses these connections.
    expect(await query(first, 'show max_connections')).toEqual([{ max_connections: '100' }]);
    expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
    await expect(new Client({ ...first.connection, password: 'guess' }).connect()).rejects.toThrow('authentication');
    await first.stop();

    const second = await start(dataDir);
    expect(second.adopted).toBe(false);
    expect(second.connection.port).toBe(first.connection.port);
    expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  test('is adopted if a killed server left it running', async () => {
    const dataDir = folder();
    const server = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const { claimDataDir } = await import(${JSON.stringify(join(import.meta.dirname, 'data-dir.ts'))});
       const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))});
       claimDataDir(${JSON.stringify(dataDir)}, 'sandbox');
       await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
       console.log('serving'); setInterval(() => {}, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(server.stdout, 'data');
    expect(() => claimDataDir(dataDir, 'sandbox')).toThrow(`Another Vitrine (process ${server.pid}) is running`);
    server.kill('SIGKILL');
    await once(server, 'exit');
    const pid = postmasterPid(dataDir);
    expect(isAlive(pid)).toBe(true);

    const postgres = await start(dataDir);
    expect(postgres.adopted).toBe(true);
    expect(postmasterPid(dataDir)).toBe(pid);
    await postgres.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('recovers from a kill on the next start, even under load', async () => {
    const dataDir = prepared();
    const first = await start(dataDir);
    await query(first, 'create table kept (n int)');
    await query(first, 'insert into kept select generate_series(1, 1000)');
    const busy = query(first, 'select pg_sleep(30)').catch(() => {});
    await sleep(100);
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    const second = await start(dataDir);
    expect(second.adopted).toBe(false);
    expect(await query(second, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }]);
    await busy;
  });

  test('starts despite a postmaster.pid whose id now belongs to another process', async () => {
    const dataDir = prepared();
    const first = await start(dataDir);
    const text = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    await first.stop();
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    undo.push(() => other.kill('SIGKILL'));
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), text.replace(/^\d+/, String(other.pid)));
    expect((await start(dataDir)).adopted).toBe(false);
  });

  test('is restarted on the same port by watch() after a kill', async () => {
    const dataDir = prepared();
    const postgres = await start(dataDir);
    await query(postgres, 'create table kept (n int); insert into kept values (7)');
    const restarted = new Promise<void>((resolve) => postgres.watch(resolve));
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    await restarted;
    expect(await query(postgres, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  test('moves to another port if its own was taken meanwhile', async () => {
    const dataDir = prepared();
    const first = await start(dataDir);
    await first.stop();
    const other = createServer().listen(first.connection.port, '127.0.0.1');
    undo.push(() => other.close());
    await once(other, 'listening');
    const second = await start(dataDir);
    expect(second.connection.port).not.toBe(first.connection.port);
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('does not start on data from a newer PostgreSQL or with another password, and says what to do', async () => {
    const dataDir = prepared();
    writeFileSync(join(dataDir, 'postgres.password'), `${'0b'.repeat(24)}\n`);
    await expect(start(dataDir)).rejects.toThrow(
      'does not accept the password in postgres.password: restore this file from a backup and keep the rest',
    );
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '19\n');
    await expect(start(dataDir)).rejects.toThrow("newer than this release's PostgreSQL 18: start the newer Vitrine");
  });

  test.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'a lost password is replaced by the commands of docs/operating/data-folder.md, and the data is still there',
    async () => {
      const parent = dirname(folder());
      const dataDir = join(parent, '.data');
      const first = await start(dataDir);
      await query(first, 'create table kept as select 42 as n');
      await first.stop();
      writeFileSync(join(dataDir, 'postgres.password'), `${randomBytes(24).toString('hex')}\n`);
      // Give the folder the mode of a repository that was cloned by root.
      chmodSync(parent, 0o755);
      symlinkSync(join(repository, 'node_modules'), join(parent, 'node_modules'));
      const page = readFileSync(join(repository, 'docs/operating/data-folder.md'), 'utf8');
      const [ofUser, ofRoot] = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
      execFileSync('sh', ['-ec', (process.getuid?.() === 0 ? ofRoot : ofUser) ?? ''], { cwd: parent });
      expect(await query(await start(dataDir), 'select n from kept')).toEqual([{ n: 42 }]);
    },
  );

  test('a password file emptied by a power cut prevents startup immediately, and the error names it', async () => {
    const dataDir = prepared();
    const file = join(dataDir, 'postgres.password');
    writeFileSync(file, '');
    await expect(start(dataDir)).rejects.toThrow(
      `The secret in ${file} is empty or damaged: restore this file from a backup and keep the rest of the folder`,
    );
  });

  test.skipIf(process.getuid?.() !== 0)(
    'a copy made by root that lost its owner prevents startup, and the error says who must own it',
    async () => {
      const dataDir = prepared();
      spawnSync('chown', ['-R', 'root', join(dataDir, 'postgres')]);
      await expect(start(dataDir)).rejects.toThrow(
        'is owned by root (this happens when the folder is copied with cp -r): change its owner',
      );
    },
  );
});
