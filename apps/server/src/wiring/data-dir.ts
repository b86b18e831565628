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
import { isAlive, startMark } from './process-life.ts';
import { StartError } from './start-error.ts';

/** Raised when a later release lays DATA_DIR out in a way that this one could not read. */
const DATA_FORMAT = 1;
const MARK_FILE = 'vitrine.json';
const LOCK_FILE = 'server.pid';
const IGNORED_ENTRIES = new Set(['lost+found', '.DS_Store']);

export interface DataDir {
  readonly path: string;
  /** Lets another server use the folder. */
  release(): void;
}

/**
 * Makes DATA_DIR ours: creates it, or checks that it carries our mark in a format we read, and that no other server
 * is running on it. Throws StartError where any of that fails.
 */
export function claimDataDir(dataDir: string): DataDir {
  const path = resolve(dataDir);
  withAdvice(path, () => {
    makeFolder(path);
    if (existsSync(join(path, MARK_FILE))) checkMark(path);
    else leaveMark(path);
  });
  // As root, Postgres runs under another user, who has to pass through the folder (and sees nothing else in it).
  if (process.getuid?.() === 0) chmodSync(path, statSync(path).mode | 0o111);
  withAdvice(path, () => lock(path));
  return { path, release: () => rmSync(join(path, LOCK_FILE), { force: true }) };
}

/** Node's own recursive mkdir never returns where a file system answers ENOENT to every attempt, as /proc does. */
function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw Object.assign(new Error(`${path} is a file`), { code: 'ENOTDIR' });
    return;
  }
  if (path !== dirname(path)) makeFolder(dirname(path));
  mkdirSync(path);
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
      throw new StartError(`The disk that holds DATA_DIR ${path} is full: free some space and start again.`);
    throw new StartError(
      `DATA_DIR ${path} cannot be written (${code ?? String(error)}): give this user write access to it, or choose another folder with DATA_DIR=<path>.`,
    );
  }
}

function leaveMark(path: string): void {
  const foreign = readdirSync(path).filter((name) => !IGNORED_ENTRIES.has(name));
  if (foreign.length > 0)
    throw new StartError(
      `DATA_DIR ${path} holds files that Vitrine did not make (such as ${foreign[0]}): choose an empty folder with DATA_DIR=<path>.`,
    );
  writeNew(join(path, MARK_FILE), `${JSON.stringify({ madeBy: 'vitrine', format: DATA_FORMAT })}\n`);
}

function checkMark(path: string): void {
  const format = readFormat(join(path, MARK_FILE));
  if (format === undefined)
    throw new StartError(
      `DATA_DIR ${path} holds a ${MARK_FILE} that Vitrine did not write: choose an empty folder with DATA_DIR=<path>.`,
    );
  if (format > DATA_FORMAT)
    throw new StartError(
      `DATA_DIR ${path} was written by a newer Vitrine (format ${format}, this one reads ${DATA_FORMAT}): start that version, or choose another folder with DATA_DIR=<path>.`,
    );
}

function readFormat(file: string): number | undefined {
  const text = readFileSync(file, 'utf8');
  try {
    const mark: unknown = JSON.parse(text);
    if (typeof mark !== 'object' || mark === null || !('madeBy' in mark) || !('format' in mark)) return undefined;
    return mark.madeBy === 'vitrine' && Number.isSafeInteger(mark.format) ? Number(mark.format) : undefined;
  } catch {
    return undefined;
  }
}

/** Two servers on one folder would each stop the database under the other. */
function lock(path: string): void {
  const file = join(path, LOCK_FILE);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeNew(file, `${process.pid} ${startMark(process.pid)}\n`);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const [pidText, mark] = readFileSync(file, 'utf8').trim().split(' ');
    const pid = Number(pidText);
    const running = pid > 0 && pid !== process.pid && isAlive(pid) && startMark(pid) === (mark ?? '');
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

function writeNew(file: string, text: string): void {
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, text);
  } finally {
    closeSync(handle);
  }
}
