const HOUR_MS = 3_600_000;
/** Sources limit the requests per connection, OKX to 480 an hour. */
const MAX_REQUESTS = 400;
/** Renewals leave these requests to new pairs. */
const RESERVED_REQUESTS = 100;
const MAX_REQUESTS_PER_LOOK = 40;
/** The pauses before a lost pair is subscribed again. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [1_000, 300_000];
/** The pauses before a pair of which nothing is heard is subscribed again. */
const [FIRST_SILENCE_MS, MAX_SILENCE_MS] = [180_000, HOUR_MS];

/** A lost pair whose subscription is due for this long has no requests left. */
const STARVED_AFTER_MS = 30_000;

interface Followed {
  /** When the pair is to be subscribed again, unless something is heard of it. */
  dueMs: number;
  renewedMs: number;
  /** How often it was subscribed again since it last worked for long. */
  renewals: number;
  isHeard: boolean;
  isLost: boolean;
  /** Whether it worked since it was subscribed the last time, and was not lost. */
  isWorking: boolean;
  /** Whether it has ever worked on this connection. */
  hasWorked: boolean;
}

export interface DueRequest {
  readonly pair: string;
  readonly kind: 'subscribe' | 'unsubscribe';
}

/**
 * The subscriptions of one connection: which requests are due, within the source's limits. New pairs come first. A pair
 * that is lost, or of which nothing is heard, is subscribed again after pauses that double, so that it neither uses up
 * the requests of the others nor ends the connection.
 */
export class Subscriptions {
  readonly #followed = new Map<string, Followed>();
  /** The times of the requests of the last hour. */
  #requested: readonly number[] = [];

  get size(): number {
    return this.#followed.size;
  }

  /** Whether some pair should have prices now: one that had some since it was subscribed the last time. */
  get areExpected(): boolean {
    return [...this.#followed.values()].some(({ isWorking }) => isWorking);
  }

  /** The source sent something of the pair that was understood. */
  heard(pair: string, nowMs: number): void {
    const one = this.#followed.get(pair);
    if (one === undefined || one.isLost) return;
    if (nowMs - one.renewedMs >= MAX_PAUSE_MS) one.renewals = 0;
    one.isHeard = true;
    one.isWorking = true;
    one.hasWorked = true;
    one.dueMs = nowMs + FIRST_SILENCE_MS;
  }

  /** The source does not trade the pair: no prices are expected. */
  rest(pair: string): void {
    const one = this.#followed.get(pair);
    if (one !== undefined) one.isWorking = false;
  }

  /** What is known of the pair cannot be used. */
  lose(pair: string, nowMs: number): void {
    const one = this.#followed.get(pair);
    if (one === undefined || one.isLost) return;
    one.isLost = true;
    one.isHeard = true;
    one.isWorking = false;
    one.dueMs = nowMs + pause(FIRST_PAUSE_MS, one.renewals, MAX_PAUSE_MS);
  }

  /** The requests to send now; they count as sent. */
  take(wanted: readonly string[], nowMs: number): readonly DueRequest[] {
    this.#requested = this.#requested.filter((ms) => nowMs - ms < HOUR_MS);
    const left = Math.min(MAX_REQUESTS_PER_LOOK, MAX_REQUESTS - this.#requested.length);
    const added = wanted.filter((pair) => !this.#followed.has(pair)).slice(0, Math.max(0, left));
    const requests: DueRequest[] = added.map((pair) => ({ pair, kind: 'subscribe' }));
    for (const pair of added) this.#followed.set(pair, newlyFollowed(nowMs));
    for (const pair of this.#dueRenewals(wanted, nowMs)) {
      const renewal = this.#renewal(pair);
      if (requests.length + renewal.length > left) break;
      if (this.#requested.length + requests.length + renewal.length > MAX_REQUESTS - RESERVED_REQUESTS) break;
      requests.push(...renewal);
      this.#renewed(pair, nowMs);
    }
    this.#requested = [...this.#requested, ...requests.map(() => nowMs)];
    return requests;
  }

  /** In the order in which the pairs are wanted: those of perpetual markets come first. */
  #dueRenewals(wanted: readonly string[], nowMs: number): readonly string[] {
    const rank = new Map(wanted.map((pair, i) => [pair, i]));
    const rankOf = (pair: string) => rank.get(pair) ?? wanted.length;
    return [...this.#followed]
      .filter(([, { dueMs }]) => dueMs <= nowMs)
      .sort(([one, a], [other, b]) => rankOf(one) - rankOf(other) || a.dueMs - b.dueMs)
      .map(([pair]) => pair);
  }

  /**
   * Whether a lost pair that has had prices has long been waiting for a request: only a new connection has some left.
   */
  isStarved(nowMs: number): boolean {
    return [...this.#followed.values()].some(
      ({ isLost, hasWorked, dueMs }) => isLost && hasWorked && nowMs - dueMs >= STARVED_AFTER_MS,
    );
  }

  /** A pair of which nothing was ever heard has no subscription that could be ended. */
  #renewal(pair: string): readonly DueRequest[] {
    const again: DueRequest = { pair, kind: 'subscribe' };
    return this.#followed.get(pair)?.isHeard ? [{ pair, kind: 'unsubscribe' }, again] : [again];
  }

  #renewed(pair: string, nowMs: number): void {
    const one = this.#followed.get(pair);
    if (one === undefined) return;
    one.isLost = false;
    one.isWorking = false;
    one.renewedMs = nowMs;
    one.renewals += 1;
    one.dueMs = nowMs + pause(FIRST_SILENCE_MS, one.renewals, MAX_SILENCE_MS);
  }
}

const newlyFollowed = (nowMs: number): Followed => ({
  dueMs: nowMs + FIRST_SILENCE_MS,
  renewedMs: nowMs,
  renewals: 0,
  isHeard: false,
  isLost: false,
  isWorking: false,
  hasWorked: false,
});

const pause = (firstMs: number, times: number, mostMs: number): number =>
  Math.min(mostMs, firstMs * 2 ** Math.min(times, 20));
