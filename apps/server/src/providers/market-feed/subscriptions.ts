const HOUR_MS = 3_600_000;
/** Maximum number of requests per connection and hour. Sources limit them, OKX to 480. */
const MAX_REQUESTS = 400;
/** How many of the `MAX_REQUESTS` are reserved for new pairs, and not used for renewals. */
const RESERVED_REQUESTS = 100;
const MAX_REQUESTS_PER_LOOK = 40;
/** The first and the longest pause before a lost pair is subscribed again. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [1_000, 300_000];
/** The first and the longest pause before a silent pair, about which no message arrives, is subscribed again. */
const [FIRST_SILENCE_MS, MAX_SILENCE_MS] = [180_000, HOUR_MS];

/** If resubscribing to a lost pair has been overdue for this long, the connection is considered out of requests. */
const STARVED_AFTER_MS = 30_000;

interface Followed {
  /** When the pair is to be subscribed again, unless a message about it arrives before that. */
  dueMs: number;
  renewedMs: number;
  /** The number of renewals; reset once the pair has worked for MAX_PAUSE_MS. */
  renewals: number;
  isHeard: boolean;
  isLost: boolean;
  /** True after a valid message, until the pair is lost, subscribed again or no longer traded. */
  isWorking: boolean;
  /** Whether the pair has ever worked on this connection. */
  hasWorked: boolean;
}

export interface DueRequest {
  readonly pair: string;
  readonly kind: 'subscribe' | 'unsubscribe';
}

/**
 * The subscriptions of one connection. Decides which requests are due, within the source's limits. New pairs come
 * first. A pair that is lost or silent is subscribed again after pauses that double each time, so that it neither uses
 * up the requests of other pairs nor ends the connection.
 */
export class Subscriptions {
  readonly #followed = new Map<string, Followed>();
  /** The times of the requests of the last hour. */
  #requested: readonly number[] = [];

  get size(): number {
    return this.#followed.size;
  }

  /** Whether prices are expected now, because some pair is working. */
  get areExpected(): boolean {
    return [...this.#followed.values()].some(({ isWorking }) => isWorking);
  }

  /** Call this when a valid message about the pair has arrived. */
  heard(pair: string, nowMs: number): void {
    const one = this.#followed.get(pair);
    if (one === undefined || one.isLost) return;
    if (nowMs - one.renewedMs >= MAX_PAUSE_MS) one.renewals = 0;
    one.isHeard = true;
    one.isWorking = true;
    one.hasWorked = true;
    one.dueMs = nowMs + FIRST_SILENCE_MS;
  }

  /** Call this when the source has reported that it does not trade the pair, so that no prices are expected. */
  rest(pair: string): void {
    const one = this.#followed.get(pair);
    if (one !== undefined) one.isWorking = false;
  }

  /** Call this when the data of the pair can no longer be used. */
  lose(pair: string, nowMs: number): void {
    const one = this.#followed.get(pair);
    if (one === undefined || one.isLost) return;
    one.isLost = true;
    one.isHeard = true;
    one.isWorking = false;
    one.dueMs = nowMs + pause(FIRST_PAUSE_MS, one.renewals, MAX_PAUSE_MS);
  }

  /** The requests to send now. They are counted as sent. */
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

  /**
   * The pairs that are due to be subscribed again, in the order of `wanted`, in which the pairs of perpetual markets
   * come first.
   */
  #dueRenewals(wanted: readonly string[], nowMs: number): readonly string[] {
    const rank = new Map(wanted.map((pair, i) => [pair, i]));
    const rankOf = (pair: string) => rank.get(pair) ?? wanted.length;
    return [...this.#followed]
      .filter(([, { dueMs }]) => dueMs <= nowMs)
      .sort(([one, a], [other, b]) => rankOf(one) - rankOf(other) || a.dueMs - b.dueMs)
      .map(([pair]) => pair);
  }

  /**
   * Whether a lost pair that has had prices has waited too long for its renewal. This connection then has no requests
   * left, and only a new one helps.
   */
  isStarved(nowMs: number): boolean {
    return [...this.#followed.values()].some(
      ({ isLost, hasWorked, dueMs }) => isLost && hasWorked && nowMs - dueMs >= STARVED_AFTER_MS,
    );
  }

  /**
   * The requests that renew a subscription. If no message about the pair has ever arrived, there is no subscription to
   * end first.
   */
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
