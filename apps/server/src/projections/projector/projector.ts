import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { EventBuffer, OwnerId } from '@vitrine/core';
import type { ProjectorProgress } from '../histories.ts';
import type { EventBatch } from './event-batch.ts';
import { EventChunk } from './event-chunk.ts';
import type { ProjectorReport, ProjectorRequest, ProjectorWorkerData } from './projector-messages.ts';

/** Batches are sent to the worker together: after this many milliseconds, or earlier if they reach CHUNK_BYTES. */
const CHUNK_MS = 20;
const CHUNK_BYTES = 1 << 18;
/** If the backlog reaches this size, the replay at startup waits for the projector. */
const REPLAY_BOUND_BYTES = 16_000_000;
/**
 * The size of V8's young generation in the worker. Events stay in memory as objects until a flush, and a smaller young
 * generation would copy them repeatedly.
 */
const YOUNG_GENERATION_MB = 96;
/** Maximum backlog in memory. Further events go to the spool file until the projector has caught up. */
const MEMORY_BOUND_BYTES = 64_000_000;

export interface ProjectorSettings {
  readonly databaseUrl: string;
  /**
   * The file that stores events while the projector is far behind. Emptied at startup, because the log has all events.
   */
  readonly spoolFile: string;
  /** Maximum backlog in memory, in bytes. */
  readonly memoryBoundBytes?: number;
  /** How long one of the projector's statements may take before its connection is abandoned. */
  readonly statementMs?: number;
  /** Called for each client whose P&L book cannot be continued. */
  readonly onBookFailed?: (owner: OwnerId, reason: string) => void;
}

type Ready = Extract<ProjectorReport, { kind: 'ready' }>;

interface Waiter {
  readonly position: number;
  readonly resolve: (reached: boolean) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * The thread that fills the read models, as the main thread sees it. Events that are not in the tables when the process
 * ends are in the log: the next startup replays them.
 */
export class Projector implements ProjectorProgress {
  /** Resolves with the reason when the projector cannot continue; never resolves while it runs or after `close`. */
  readonly failed: Promise<Error>;
  readonly #worker: Worker;
  readonly #spoolFile: string;
  readonly #spool: number;
  readonly #memoryBound: number;
  readonly #bookFailed: (owner: OwnerId, reason: string) => void;
  readonly #chunk = new EventChunk();
  #position: number;
  #replayPosition: number;
  /** Bytes handed to the worker that are not yet in the tables. */
  #outstandingBytes = 0;
  #spooledBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiters = new Set<Waiter>();
  #whenNear: (() => void)[] = [];
  #fail: (reason: Error) => void = () => {};
  #isClosing = false;

  /** Starts the thread; resolves when it is connected and knows its position. */
  static async start(settings: ProjectorSettings): Promise<Projector> {
    const { databaseUrl, spoolFile, statementMs } = settings;
    const spool = openSync(spoolFile, 'w', 0o600);
    const data: ProjectorWorkerData = { databaseUrl, spoolFile, statementMs };
    const worker = new Worker(new URL('./projector-worker.ts', import.meta.url), {
      // In tests, preloaded modules of the main thread would otherwise be loaded in the worker too.
      execArgv: [],
      workerData: data,
      name: 'projector',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    try {
      const ready = await new Promise<Ready>((resolve, reject) => {
        worker.once('error', reject);
        worker.once('message', (report: ProjectorReport) => {
          if (report.kind === 'ready') resolve(report);
          else if (report.kind === 'failed') reject(failureOf(report));
          else reject(new Error(`The projector thread reported ${report.kind} before it was ready`));
        });
      });
      return new Projector(worker, ready, spool, settings);
    } catch (error) {
      closeSync(spool);
      await worker.terminate();
      throw error;
    }
  }

  private constructor(worker: Worker, ready: Ready, spool: number, settings: ProjectorSettings) {
    this.#worker = worker;
    this.#position = ready.position;
    this.#replayPosition = ready.replayPosition;
    this.#spool = spool;
    this.#spoolFile = settings.spoolFile;
    this.#memoryBound = settings.memoryBoundBytes ?? MEMORY_BOUND_BYTES;
    this.#bookFailed = settings.onBookFailed ?? (() => {});
    this.failed = new Promise((resolve) => {
      this.#fail = resolve;
    });
    worker.on('message', (report: ProjectorReport) => this.#take(report));
    worker.on('error', (error: Error) => this.#fail(error));
    worker.on('exit', () => {
      if (!this.#isClosing) this.#fail(new Error('The projector thread exited unexpectedly'));
    });
  }

  /** Everything up to this log position is in the tables. */
  get position(): number {
    return this.#position;
  }

  /**
   * The next startup replays the log after this position, because open orders are written only when they are a second
   * old.
   */
  get replayPosition(): number {
    return this.#replayPosition;
  }

  /** Bytes of events that are not in the tables yet. */
  get backlogBytes(): number {
    return this.#outstandingBytes + this.#chunk.length;
  }

  /** Queues a batch's events. Copies them, so the caller may reuse its buffer immediately. */
  post(batch: EventBatch<EventBuffer>): void {
    this.#chunk.append(batch);
    if (this.#chunk.length >= CHUNK_BYTES) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), CHUNK_MS);
  }

  /** Like `post`, for the replay at startup: resolves once the backlog allows the next batch. */
  postReplayed(batch: EventBatch<EventBuffer>): void | Promise<void> {
    this.post(batch);
    if (this.#outstandingBytes < REPLAY_BOUND_BYTES) return;
    return new Promise((resolve) => this.#whenNear.push(resolve));
  }

  /** Waits until everything up to `position` is in the tables; false when that takes longer than `timeoutMs`. */
  reached(position: number, timeoutMs: number): Promise<boolean> {
    if (position <= this.#position) return Promise.resolve(true);
    this.#send();
    this.#request({ kind: 'hurry' });
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#settle(waiter, false), timeoutMs);
      const waiter = { position, resolve, timer };
      this.#waiters.add(waiter);
    });
  }

  /** Flushes everything posted, then ends the thread. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#send();
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#request({ kind: 'close' });
    await ended;
    for (const waiter of this.#waiters) this.#settle(waiter, waiter.position <= this.#position);
    closeSync(this.#spool);
    rmSync(this.#spoolFile, { force: true });
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { length } = this.#chunk;
    if (length === 0) return;
    const bytes = this.#chunk.take();
    const far = this.#outstandingBytes + length > this.#memoryBound;
    this.#outstandingBytes += length;
    if (far) this.#request(this.#toSpool(bytes));
    else this.#worker.postMessage({ kind: 'chunk', bytes } satisfies ProjectorRequest, [bytes.buffer]);
  }

  #toSpool(bytes: Uint8Array): ProjectorRequest {
    const offset = this.#spooledBytes;
    for (let written = 0; written < bytes.length; )
      written += writeSync(this.#spool, bytes, written, bytes.length - written, offset + written);
    this.#spooledBytes += bytes.length;
    return { kind: 'spooled', offset, length: bytes.length };
  }

  #request(request: ProjectorRequest): void {
    this.#worker.postMessage(request);
  }

  #take(report: ProjectorReport): void {
    if (report.kind === 'failed') this.#fail(new Error('The projector has failed', { cause: failureOf(report) }));
    if (report.kind === 'book_failed') this.#bookFailed(report.owner, report.message);
    if (report.kind !== 'flushed') return;
    this.#position = report.position;
    this.#replayPosition = report.replayPosition;
    this.#outstandingBytes -= report.bytes;
    if (this.#outstandingBytes === 0 && this.#spooledBytes > 0) {
      ftruncateSync(this.#spool, 0);
      this.#spooledBytes = 0;
    }
    for (const waiter of this.#waiters) if (waiter.position <= report.position) this.#settle(waiter, true);
    if (this.#outstandingBytes < REPLAY_BOUND_BYTES) for (const resume of this.#whenNear.splice(0)) resume();
  }

  #settle(waiter: Waiter, reached: boolean): void {
    clearTimeout(waiter.timer);
    this.#waiters.delete(waiter);
    waiter.resolve(reached);
  }
}

const failureOf = ({ message, code }: { message: string; code: string | undefined }): Error =>
  Object.assign(new Error(message), { code });
