import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { syncFolder } from '../../providers/files/durable-file.ts';
import { StartError } from '../process/start-error.ts';
import { readOrMakeSecret } from '../settings/secret-file.ts';
import { findPostgresBinaries, type PostgresBinaries } from './embedded-postgres-binaries.ts';

const POSTGRES_MAJOR = 18;
export const DATABASE_USER = 'vitrine';

/** A database's files, and how to run Postgres on them. */
export interface Cluster {
  readonly folder: string;
  readonly logFile: string;
  readonly portFile: string;
  readonly password: string;
  readonly binaries: PostgresBinaries;
  /** The user under which Postgres runs if we are root, because Postgres refuses to run as root. */
  readonly runAs: { readonly uid: number; readonly gid: number } | undefined;
}

/** Opens the database in DATA_DIR/postgres, and creates it if it is missing. Throws StartError. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const folder = join(dataDir, 'postgres');
  const runAs = whomToRunAs(folder);
  const binaries = await findPostgresBinaries(runAs !== undefined);
  const password = readOrMakeSecret(join(dataDir, 'postgres.password'), 24);
  const logFile = join(dataDir, 'postgres.log');
  const cluster = { folder, logFile, portFile: join(dataDir, 'postgres.port'), password, binaries, runAs };
  if (existsSync(folder)) checkVersion(folder);
  else initialise(cluster);
  return cluster;
}

/**
 * The user under which to run Postgres: the owner of existing data, else the user that Postgres packages create, else
 * `nobody`.
 */
function whomToRunAs(folder: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(folder)) {
    const { uid, gid } = statSync(folder);
    if (uid !== 0) return { uid, gid };
    throw new StartError(
      `PostgreSQL cannot run as root, but ${folder} is owned by root (this happens when the folder is copied with cp -r): change its owner to an ordinary user (chown -R), or copy the folder again with cp -a.`,
    );
  }
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (user === undefined)
    throw new StartError(
      'PostgreSQL cannot run as root, and there is no user "postgres" or "nobody": start Vitrine as an ordinary user.',
    );
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/**
 * The folder name that is passed to Postgres. If we are root, Postgres runs as a user who may lack access to the parent
 * folders of DATA_DIR, so Postgres is started inside the folder and uses a relative name.
 */
export const folderName = (cluster: Cluster) =>
  cluster.runAs && process.platform === 'linux' ? '/proc/self/cwd' : cluster.folder;

function checkVersion(folder: string): void {
  const major = existsSync(join(folder, 'PG_VERSION')) ? Number(readFileSync(join(folder, 'PG_VERSION'), 'utf8')) : 0;
  if (major === POSTGRES_MAJOR) return;
  if (major > POSTGRES_MAJOR)
    throw new StartError(
      `The database in ${folder} belongs to PostgreSQL ${major}, which is newer than this release's PostgreSQL ${POSTGRES_MAJOR}: start the newer Vitrine, or choose another folder with DATA_DIR=<path>.`,
    );
  throw new StartError(
    `The folder ${folder} does not contain a complete PostgreSQL ${POSTGRES_MAJOR} database: restore DATA_DIR from a backup.`,
  );
}

/**
 * Creates the data under a temporary name and then renames it, so that an interrupted start leaves nothing that looks
 * complete.
 */
function initialise(cluster: Cluster): void {
  const partial = `${cluster.folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  const passwordFolder = mkdtempSync(join(tmpdir(), 'vitrine-'));
  try {
    const passwordFile = join(passwordFolder, 'password');
    writeFileSync(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
    if (cluster.runAs)
      for (const path of [partial, passwordFolder, passwordFile]) chownSync(path, cluster.runAs.uid, cluster.runAs.gid);
    const made = spawnSync(
      cluster.binaries.initdb,
      [
        `--pgdata=${folderName({ ...cluster, folder: partial })}`,
        `--username=${DATABASE_USER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--locale=C.UTF-8',
        '--lc-messages=C',
      ],
      { cwd: partial, encoding: 'utf8', env: postgresEnv(), ...cluster.runAs },
    );
    if (made.status !== 0)
      throw new StartError(
        `The database could not be created in ${cluster.folder}: ${reasonIn(made.stderr || String(made.error))}.`,
      );
    renameSync(partial, cluster.folder);
    syncFolder(dirname(cluster.folder));
  } finally {
    rmSync(passwordFolder, { recursive: true, force: true });
    rmSync(partial, { recursive: true, force: true });
  }
}

/**
 * The environment of Postgres, with only the variables that it needs: PG* variables of the caller's shell would change
 * the behavior of initdb and Postgres.
 */
export const postgresEnv = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

/** The line of Postgres' output that states the reason for a failure, without the time and process id. */
export function reasonIn(output: string): string {
  const lines = output.trim().split('\n');
  const line = lines.find((text) => /FATAL|PANIC|error:/.test(text)) ?? lines[0] ?? '';
  return line.replace(/^.*?(FATAL|PANIC|error):\s*/, '') || 'it gave no reason';
}
