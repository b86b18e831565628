import { ApiError } from './api-error.ts';
import { RecentCallers } from './recent-callers.ts';
import { TimeUsed } from './time-used.ts';
import { called, type Waiting } from './waiting.ts';

interface TurnLineTerms {
  /** Maximum number of turns (time slices) that run concurrently, for all clients together. */
  readonly atOnce: number;
  /**
   * After a turn, its slot stays unused for this many times the turn's duration, but at most ten seconds, so that most
   * of the time is left for other work, regardless of what is requested. By default, there is no such pause.
   */
  readonly restTimes?: number;
  /** Maximum number of tasks waiting for their first turn, for all clients together. */
  readonly mostWaiting: number;
  /** Maximum number of one client's tasks that wait for the one in progress; 1 by default. */
  readonly mostWaitingOfOne?: number;
  /** Whether first turns are served by how much time each client's turns have used lately, the least first. */
  readonly leastUsedFirst?: boolean;
  readonly now?: () => number;
}

const MOST_REST_MS = 10_000;

/**
 * A queue of long tasks. A client may have one task in progress, and `mostWaitingOfOne` that wait for it. Tasks in progress run
 * in short time slices, called turns, and go to the end of their queue after each turn. Tasks that wait for their first
 * turn have a queue of their own. The two queues are served alternately, so that long tasks do not delay short ones. If
 * the queue for first turns is full, the most frequent recent caller's task is dropped. Waiting tasks are dropped when
 * their caller disconnects.
 */
export class TurnLine {
  readonly #terms: Required<TurnLineTerms>;
  readonly #recent: RecentCallers;
  readonly #used: TimeUsed;
  #running = 0;
  readonly #newcomers = new Set<Waiting>();
  readonly #inProgress = new Set<Waiting>();
  #isNewcomersTurn = true;
  /** The clients with a task in progress, each with the tasks that wait for it. */
  readonly #clients = new Map<string, Set<Waiting>>();

  constructor({
    restTimes = 0,
    mostWaitingOfOne = 1,
    leastUsedFirst = false,
    now = () => performance.now(),
    ...terms
  }: TurnLineTerms) {
    this.#terms = { ...terms, restTimes, mostWaitingOfOne, leastUsedFirst, now };
    this.#used = new TimeUsed(now);
    this.#recent = new RecentCallers(now);
  }

  /** Runs a task of one turn, once the client's previous task has ended. Errors: busy. */
  async run<T>(client: string, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
    const leave = await this.#enter(client, gone);
    try {
      return await this.#turn(client, gone, true, work);
    } finally {
      leave();
    }
  }

  /** Runs each step of a task in its own turn. Errors, before the first step: busy. */
  async *inTurns<Step>(
    client: string,
    steps: AsyncIterator<Step, void>,
    gone: AbortSignal,
  ): AsyncGenerator<Step, void, void> {
    const leave = await this.#enter(client, gone);
    try {
      for (let isFirst = true; ; isFirst = false) {
        const step = await this.#turn(client, gone, isFirst, () => steps.next());
        if (step.done === true) return;
        yield step.value;
      }
    } finally {
      leave();
    }
  }

  /**
   * Like `inTurns`, for a file: the first step is done before this returns, so that errors can still be reported. A
   * reader that pauses does not occupy a turn. Ends early when `gone` is aborted. Errors: busy.
   */
  async openFile<Step>(
    client: string,
    steps: AsyncIterator<Step, void>,
    gone: AbortSignal,
  ): Promise<AsyncIterable<Step>> {
    const turns = this.inTurns(client, steps, gone);
    // If the caller disconnects now, the file may never be read; the client's slot must still be released.
    gone.addEventListener('abort', () => void turns.return().catch(() => undefined), { once: true });
    const first = await turns.next();
    return (async function* () {
      if (first.done !== true) yield first.value;
      yield* turns;
    })();
  }

  /** Begins a task once the client's previous one has ended. Returns a function that ends it. Errors: busy. */
  async #enter(client: string, gone: AbortSignal): Promise<() => void> {
    const next = this.#clients.get(client);
    if (gone.aborted || (next !== undefined && next.size >= this.#terms.mostWaitingOfOne)) throw new ApiError('busy');
    if (next === undefined) this.#clients.set(client, new Set());
    else await called(next, client, gone);
    return () => this.#leave(client);
  }

  #leave(client: string): void {
    const [next] = this.#clients.get(client) ?? [];
    if (next === undefined) this.#clients.delete(client);
    else next.go();
  }

  /**
   * Runs the next part of a task that has begun. Only the first part can be refused because the queue is full. Errors:
   * busy.
   */
  async #turn<T>(client: string, gone: AbortSignal, isFirst: boolean, work: () => Promise<T>): Promise<T> {
    const { atOnce, restTimes, mostWaiting, leastUsedFirst, now } = this.#terms;
    const queue = isFirst ? this.#newcomers : this.#inProgress;
    const isFull = isFirst && queue.size >= mostWaiting && !this.#recent.makeRoom(queue, client);
    if (gone.aborted || isFull) throw new ApiError('busy');
    if (this.#running === atOnce) await called(queue, client, gone);
    else this.#running += 1;
    if (isFirst) this.#recent.count(client);
    const begunAt = now();
    try {
      return await work();
    } finally {
      const tookMs = now() - begunAt;
      if (leastUsedFirst) this.#used.add(client, tookMs);
      const restMs = Math.min(MOST_REST_MS, tookMs * restTimes);
      if (restMs > 0) setTimeout(() => this.#handOver(), restMs).unref();
      else this.#handOver();
    }
  }

  #handOver(): void {
    const next = this.#next();
    // The slot goes directly to the next task and is never free in between, so that no newcomer can take it.
    if (next === undefined) this.#running -= 1;
    else next.go();
  }

  /** The next task; the other queue is served after it. */
  #next(): Waiting | undefined {
    const newcomer = this.#newcomer();
    const [inProgress] = this.#inProgress;
    const next = this.#isNewcomersTurn ? (newcomer ?? inProgress) : (inProgress ?? newcomer);
    this.#isNewcomersTurn = next !== newcomer;
    return next;
  }

  #newcomer(): Waiting | undefined {
    const [oldest, ...others] = this.#newcomers;
    if (!this.#terms.leastUsedFirst || oldest === undefined) return oldest;
    let [first, least] = [oldest, this.#usedBy(oldest)];
    for (const each of others) {
      const used = this.#usedBy(each);
      if (used < least) [first, least] = [each, used];
    }
    return first;
  }

  #usedBy({ client }: Waiting): number {
    return client === undefined ? 0 : this.#used.of(client);
  }
}
