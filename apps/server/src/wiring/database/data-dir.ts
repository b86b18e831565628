import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { syncFolder, writeDurablySync } from '../../providers/files/durable-file.ts';
import { isAlive, startMark } from '../process/process-life.ts';
import { StartError } from '../process/start-error.ts';
import { isMode, type Mode } from './exchange-mode.ts';

/** Incremented when a release changes the layout of DATA_DIR in a way that earlier releases cannot read. */
const DATA_FORMAT = 1;
const MARK_FILE = 'vitrine.json';
const LOCK_FILE = 'server.pid';
const IGNORED_ENTRIES = new Set(['lost+found', '.DS_Store']);

export interface DataDir {
  readonly path: string;
  /**
   * Records which database the folder is used with, and in which mode (sandbox or production). From then on, a server
   * in the other mode cannot use the folder.
   */
  recordUse(database: string): void;
  /** Lets another server use the folder. */
  release(): void;
}

/**
 * Claims DATA_DIR: creates it, or checks that it contains our mark in a format that we can read, that it does not
 * belong to the other mode, and that no other server is using it. Makes the folder accessible only to its owner. Throws
 * StartError if any of this fails.
 */
export function claimDataDir(dataDir: string, mode: Mode): DataDir {
  const path = resolve(dataDir);
  withAdvice(path, () => {
    makeFolder(path);
    if (existsSync(join(path, MARK_FILE))) checkMark(path, mode);
    else leaveMark(path);
    closeToOthers(path);
    lock(path);
  });
  return {
    path,
    recordUse: (database) => {
      const mark = readMark(path);
      if (mark.mode === undefined || mark.database !== database)
        withAdvice(path, () => writeMark(path, { mode, database }));
    },
    release: () => rmSync(join(path, LOCK_FILE), { force: true }),
  };
}

/**
 * Closes the folder to other users. If we are root, Postgres runs as a different user; only Linux lets it start in a
 * folder that is closed to that user.
 */
function closeToOthers(path: string): void {
  const user = process.getuid?.();
  if (user === 0) chmodSync(path, process.platform === 'linux' ? 0o700 : 0o711);
  else if (user === statSync(path).uid) chmodSync(path, 0o700);
}

/**
 * Creates the folder and its parents. Node's own recursive mkdir never returns if a file system returns ENOENT for
 * every attempt, as /proc does.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' });
    return;
  }
  if (path !== dirname(path)) makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
  syncFolder(dirname(path));
}

function withAdvice(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new StartError(`DATA_DIR ${path} is not a folder: choose a folder with DATA_DIR=<path>.`);
    if (code === 'ENOSPC')
      throw new StartError(`The disk that holds DATA_DIR ${path} is full: free some space.`, { cause: error });
    throw new StartError(
      `DATA_DIR ${path} cannot be written (${code ?? String(error)}): give this user write access to it, or choose another folder with DATA_DIR=<path>.`,
    );
  }
}

function leaveMark(path: string): void {
  const foreign = readdirSync(path).filter((name) => !IGNORED_ENTRIES.has(name));
  if (foreign.length > 0)
    throw new StartError(
      `DATA_DIR ${path} contains files that were not created by Vitrine (such as ${foreign[0]}): choose an empty folder with DATA_DIR=<path>.`,
    );
  writeMark(path);
}

/** Content of the mark file. In folders of earlier releases, the mode may be missing. */
interface Mark {
  readonly madeBy: 'vitrine';
  readonly format: number;
  readonly mode?: Mode;
  /** The database to which a server on this folder last connected; may be missing in folders of earlier releases. */
  readonly database?: string;
}

/** Whether this is the database to which a server on this folder last connected. */
export function hasReached(dataDir: string, database: string): boolean {
  try {
    return readMark(resolve(dataDir)).database === database;
  } catch {
    return false;
  }
}

function writeMark(path: string, use: Pick<Mark, 'mode' | 'database'> = {}): void {
  const mark: Mark = { madeBy: 'vitrine', format: DATA_FORMAT, ...use };
  writeDurablySync(join(path, MARK_FILE), `${JSON.stringify(mark)}\n`);
}

function checkMark(path: string, mode: Mode): void {
  const { format, mode: itsMode = hasSandboxFiles(path) ? 'sandbox' : mode } = readMark(path);
  if (format > DATA_FORMAT)
    throw new StartError(
      `DATA_DIR ${path} was written by a newer Vitrine (format ${format}; this version reads ${DATA_FORMAT}): start that version, or choose another folder with DATA_DIR=<path>.`,
    );
  if (itsMode === mode) return;
  throw new StartError(
    itsMode === 'sandbox'
      ? `DATA_DIR ${path} belongs to a sandbox: choose an empty folder for production with DATA_DIR=<path>.`
      : `DATA_DIR ${path} belongs to production: set MODE=production, or choose an empty folder with DATA_DIR=<path>.`,
  );
}

/** Whether the folder holds files that only a sandbox creates. */
const hasSandboxFiles = (path: string): boolean =>
  readdirSync(path).some((name) => name === 'postgres' || name === 'tape.json' || name.startsWith('signer-'));

function readMark(path: string): Mark {
  const mark = parsedMark(readFileSync(join(path, MARK_FILE), 'utf8'));
  if (mark === undefined)
    throw new StartError(
      `The file ${join(path, MARK_FILE)} is empty or damaged: restore this file from a backup and keep the rest of the folder; docs/operating/data-folder.md says what to do without a backup.`,
    );
  if (mark === 'foreign')
    throw new StartError(
      `DATA_DIR ${path} contains a ${MARK_FILE} that was not written by Vitrine: choose an empty folder with DATA_DIR=<path>.`,
    );
  return mark;
}

/** Parses the mark: `foreign` if a different program wrote it, undefined if the text is empty or damaged. */
function parsedMark(text: string): Mark | 'foreign' | undefined {
  try {
    const { madeBy, format, mode, database } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (madeBy === undefined) return undefined;
    if (madeBy !== 'vitrine') return 'foreign';
    if (typeof format !== 'number' || (mode !== undefined && !isMode(mode))) return undefined;
    return { madeBy, format, ...(mode && { mode }), ...(typeof database === 'string' && { database }) };
  } catch {
    return undefined;
  }
}

/** Locks the folder: otherwise, two servers on the same folder would each stop the database that the other is using. */
function lock(path: string): void {
  const file = join(path, LOCK_FILE);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeNew(file, `${process.pid} ${startMark(process.pid)} ${folderId(path)}\n`);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const [pidText, mark, folder = folderId(path)] = readFileSync(file, 'utf8').trim().split(' ');
    const pid = Number(pidText);
    // A copied folder also contains the lock of the original's server.
    const isCopied = folder !== folderId(path);
    const running = !isCopied && pid > 0 && pid !== process.pid && isAlive(pid) && startMark(pid) === (mark ?? '');
    if (running)
      throw new StartError(
        `Another Vitrine (process ${pid}) is running on DATA_DIR ${path}: stop it first, or choose another folder with DATA_DIR=<path>.`,
      );
    rmSync(file, { force: true });
  }
  throw new StartError(
    `Another Vitrine is starting on DATA_DIR ${path}: stop it first, or choose another folder with DATA_DIR=<path>.`,
  );
}

function folderId(path: string): string {
  const { dev, ino } = statSync(path);
  return `${dev}:${ino}`;
}

function writeNew(file: string, text: string): void {
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, text);
  } finally {
    closeSync(handle);
  }
}
