import process from 'node:process';
import { LeaseLost } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseLoss } from '../../kit/postgres/database-loss.ts';
import { isDatabaseResponding } from '../database/database.ts';
import { type Database, openDatabase, wasReached } from '../database/open-database.ts';
import type { Settings } from '../settings/settings.ts';
import { sleep } from './process-life.ts';
import { StartError } from './start-error.ts';

/**
 * The argument of a process that replaces a server. It means that the server had connected to the database before, so
 * the database is expected to return.
 */
const AGAIN = '--again';
const ASK_EVERY_MS = 250;
/**
 * The pause between starts. A problem that prevents a start, such as a full disk, is rarely solved sooner, and each
 * start takes a second of CPU time.
 */
const PAUSE_MS = 2_000;

/** Whether the error that stopped a start may be temporary: the database or the lease was lost, or a disk is full. */
export const mayPass = (error: unknown): boolean =>
  isDatabaseLoss(error) || error instanceof LeaseLost || isDiskFull(error);

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && ((error as NodeJS.ErrnoException).code === 'ENOSPC' || isDiskFull(error.cause));

/**
 * Like `openDatabase`, but retries as long as the error may be temporary. It does so only if this server has connected
 * to the database before, or a server on this DATA_DIR last connected to this database. Logs each new reason.
 */
export async function openDatabasePatiently(settings: Settings, log: FastifyBaseLogger): Promise<Database> {
  for (let said = ''; ; await sleep(PAUSE_MS)) {
    try {
      return await openDatabase(settings, log);
    } catch (error) {
      const isKnown = process.argv.includes(AGAIN) || wasReached(settings);
      if (!isKnown || !mayPass(error)) throw error;
      const reason = sentenceOf(error);
      if (reason !== said) sayAgain(error, log);
      said = reason;
    }
  }
}

/**
 * Handles a start that failed for a temporary reason after it had opened the database: logs the reason and restarts.
 */
export async function repeatStart(error: unknown, url: string, log: FastifyBaseLogger): Promise<never> {
  sayAgain(error, log);
  await sleep(PAUSE_MS);
  return startAgain(url);
}

/**
 * Waits until the database responds, then replaces this process with a new one that has the same id. (Where the system
 * cannot do that, this process just exits.) The new process rebuilds the state from snapshot and log, as after any
 * start. `finish` is called just before, because open connections end with the process.
 */
export async function startAgain(url: string, finish = async () => {}): Promise<never> {
  do await sleep(ASK_EVERY_MS);
  while (!(await isDatabaseResponding(url)));
  await finish();
  const given = process.argv.slice(1).filter((argument) => argument !== AGAIN);
  process.execve?.(
    process.execPath,
    [process.execPath, ...process.execArgv, ...given, AGAIN],
    process.env as Record<string, string>,
  );
  process.exit(1);
}

const sayAgain = (error: unknown, log: FastifyBaseLogger): void =>
  log.error({ err: sentenceOf(error) }, 'startup failed, will retry');

function sentenceOf(error: unknown): string {
  if (error instanceof StartError) return error.message;
  return `The connection to the database was lost during startup (${rootOf(error)}).`;
}

/** The original error, with the message of the database or its driver. */
function rootOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return rootOf(error.cause);
  // An error about several attempted addresses has no message, only a code.
  return error.message.split('\n')[0] || String((error as { code?: unknown }).code ?? error.name);
}
