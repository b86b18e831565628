import { closeSync, openSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { OwnerId } from '@vitrine/core';
import { isDatabaseLoss } from '../../kit/postgres/database-loss.ts';
import { batchesIn } from './event-chunk.ts';
import { Projection } from './projection.ts';
import type { ProjectorReport, ProjectorRequest, ProjectorWorkerData } from './projector-messages.ts';

/** How long events gather before a flush: long enough to merge many batches, too short for people to notice. */
const GATHER_MS = 250;
/**
 * Approximate maximum size of the events written in one transaction. It limits memory, no matter how far behind the
 * projector is.
 */
const FLUSH_BYTES = 4_000_000;
const RETRY_MS = 250;
/** While no events arrive, how often to check whether P&L books are due to be stored. */
const BOOKS_MS = 1_000;

type Chunk = Extract<ProjectorRequest, { kind: 'chunk' | 'spooled' }>;

/** The projector's thread: takes chunks of events and writes them to the tables shortly after. */
class ProjectorThread {
  readonly #settings: ProjectorWorkerData;
  readonly #report: (report: ProjectorReport) => void;
  readonly #queue: Chunk[] = [];
  /**
   * Chunks that contain recent orders which are not in the tables yet. If the projection is reopened, it gets these
   * chunks again.
   */
  #retained: { readonly bytes: Uint8Array; readonly position: number }[] = [];
  #projection: Projection;
  #timer: NodeJS.Timeout | undefined;
  #booksTimer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  #isClosing = false;
  #hasFailed = false;

  constructor(settings: ProjectorWorkerData, projection: Projection, report: (report: ProjectorReport) => void) {
    this.#settings = settings;
    this.#projection = projection;
    this.#report = report;
  }

  take(request: ProjectorRequest): void {
    if (request.kind === 'hurry') {
      this.#start();
    } else if (request.kind === 'close') {
      void this.#close();
    } else {
      this.#queue.push(request);
      this.#timer ??= setTimeout(() => this.#start(), GATHER_MS);
    }
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    clearTimeout(this.#booksTimer);
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#running = this.#drain()
      .catch((error: unknown) => {
        this.#hasFailed = true;
        this.#report(failure(error));
      })
      .finally(() => {
        this.#isRunning = false;
        if (this.#projection.hasUnstoredBooks && !this.#isClosing)
          this.#booksTimer = setTimeout(() => this.#start(), BOOKS_MS);
      });
  }

  async #drain(): Promise<void> {
    do {
      const chunks = this.#takeChunks();
      await this.#project(chunks);
      const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
      this.#reportFlushed(bytes);
    } while (this.#queue.length > 0);
  }

  #reportFlushed(bytes: number): void {
    const { flushedPosition, replayPosition } = this.#projection;
    this.#retained = this.#retained.filter(({ position }) => position > replayPosition);
    this.#report({ kind: 'flushed', position: flushedPosition, replayPosition, bytes });
  }

  #takeChunks(): Uint8Array[] {
    const chunks: Uint8Array[] = [];
    for (let bytes = 0; bytes < FLUSH_BYTES; ) {
      const next = this.#queue.shift();
      if (next === undefined) break;
      const chunk = next.kind === 'chunk' ? next.bytes : readSpool(this.#settings.spoolFile, next.offset, next.length);
      bytes += chunk.length;
      chunks.push(chunk);
    }
    return chunks;
  }

  /**
   * Folds and flushes chunks. If the connection to the database is lost, restarts from the position that the tables
   * have reached.
   */
  async #project(chunks: readonly Uint8Array[]): Promise<void> {
    for (const bytes of chunks) this.#retained.push({ bytes, position: lastPositionIn(bytes) });
    for (let given = chunks; ; given = this.#retained.map(({ bytes }) => bytes)) {
      try {
        for (const chunk of given) for (const batch of batchesIn(chunk)) this.#projection.apply(batch);
        return await this.#projection.flush();
      } catch (error) {
        if (!isDatabaseLoss(error) || this.#isClosing) throw error;
        await this.#reopen();
      }
    }
  }

  async #reopen(): Promise<void> {
    // Not awaited, because a connection that died silently never closes.
    void this.#projection.close();
    const lost = this.#projection.session;
    for (;;) {
      if (this.#isClosing) throw new Error('The projector was closed while the database was unreachable');
      await sleep(RETRY_MS);
      const reopened = await openProjection(this.#settings, this.#report, lost).catch(() => undefined);
      if (reopened !== undefined) {
        this.#projection = reopened;
        return;
      }
    }
  }

  async #close(): Promise<void> {
    this.#isClosing = true;
    await this.#running;
    this.#start();
    await this.#running;
    if (!this.#hasFailed) await this.#writeYoung().catch(() => {});
    await this.#projection.close();
    parentPort?.close();
  }

  /**
   * Writes the orders not yet in the tables, so that the next startup need not replay them. If writing fails, the next
   * startup does replay them.
   */
  async #writeYoung(): Promise<void> {
    await this.#projection.flush(0);
    this.#reportFlushed(0);
  }
}

function lastPositionIn(chunk: Uint8Array): number {
  let last = 0;
  for (const { firstPosition, count } of batchesIn(chunk)) last = firstPosition + count - 1;
  return last;
}

function readSpool(file: string, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  const handle = openSync(file, 'r');
  try {
    for (let read = 0; read < length; ) {
      const count = readSync(handle, bytes, read, length - read, offset + read);
      if (count === 0) throw new Error(`The spool file ${file} is truncated`);
      read += count;
    }
    return bytes;
  } finally {
    closeSync(handle);
  }
}

function openProjection(
  { databaseUrl, statementMs }: ProjectorWorkerData,
  report: (report: ProjectorReport) => void,
  lost?: number,
): Promise<Projection> {
  const bookFailed = (owner: OwnerId, { message }: Error) => report({ kind: 'book_failed', owner, message });
  return Projection.open(databaseUrl, { statementMs, bookFailed, ...(lost === undefined ? {} : { lost }) });
}

function failure(error: unknown): ProjectorReport {
  const { stack, code } = error as { stack?: string; code?: string };
  return { kind: 'failed', message: stack ?? String(error), code };
}

const port = parentPort;
if (port === null) throw new Error('projector-worker.ts must be run as a worker thread');
const report = (message: ProjectorReport) => port.postMessage(message);
try {
  const settings: ProjectorWorkerData = workerData;
  const projection = await openProjection(settings, report);
  const thread = new ProjectorThread(settings, projection, report);
  port.on('message', (request: ProjectorRequest) => thread.take(request));
  report({ kind: 'ready', position: projection.flushedPosition, replayPosition: projection.replayPosition });
} catch (error) {
  report(failure(error));
}
