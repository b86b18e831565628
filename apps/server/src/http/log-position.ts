import type { OwnerId } from '@vitrine/core';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { AddressPlaces } from '../kit/by-address.ts';
import { Places } from '../kit/places.ts';
import { ITEMS_PER_FILTER } from './client-reads.ts';
import type { Services } from './services.ts';

const WAIT_MS = 2_000;
const POLL_MS = 5;
/** Maximum number of requests that may wait for the same source. */
const MOST_WAITING = 1_000;
/**
 * Maximum number of requests of one address, and of one client, that may wait at once, for whatever source: more than
 * any of our pages sends at once.
 */
const MOST_OF_ONE = 50;
/**
 * A log position that is further ahead than this is refused without waiting, so that made-up positions cost nothing. It
 * could not be reached in time anyway: on two cores, the log takes up to 140,000 commands a second, so this many take
 * at least seven seconds; and a follower replays 450,000 a second.
 */
const MOST_AHEAD = 1_000_000;

/** The X-Min-Position header; undefined if absent. Throws invalid_request if malformed. */
export function readMinPosition(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^[0-9]{1,15}$/.test(header)) return Number(header);
  throw new ApiError('invalid_request', { reason: 'position_invalid' });
}

/** The state from which a response is read, and its log position. */
export interface Source {
  position(): number;
  /**
   * Waits up to two seconds until the position is reached. False if it is not reached in time; immediately false if it
   * is too far ahead, or too many requests are waiting.
   */
  reached(position: number): Promise<boolean>;
}

/** The core in memory. Reading it throws LeaseLost while it may be out of date. */
export const coreSource = (services: Services): Source => polled(() => services.core.position);

/**
 * The sums over the whole ledger, which are cached and recomputed at intervals. Throws LeaseLost in the same cases as
 * the core.
 */
export const ledgerSource = (services: Services): Source =>
  polled(
    () => services.ledgerAudit.known()?.position ?? 0,
    () => services.core.position,
  );

/**
 * A source in memory. It is polled, because it sends no notification when it advances. If the source is recomputed from
 * the log only at intervals, `log` is the log's position as far as this server knows it.
 */
const polled = (position: () => number, log = position): Source => {
  const waiting = new Waiting(position);
  return {
    position,
    reached: async (least) => {
      if (position() >= least) return true;
      return least - log() <= MOST_AHEAD && (await waiting.until(least));
    },
  };
};

interface Waiter {
  readonly least: number;
  readonly deadline: number;
  readonly resolve: (isReached: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Requests that wait for a position. They share one timer, so that waiting costs nearly nothing. */
class Waiting {
  readonly #position: () => number;
  readonly #waiters = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;

  constructor(position: () => number) {
    this.#position = position;
  }

  /** False if the position is not reached in time; immediately false if too many requests are waiting. */
  async until(least: number): Promise<boolean> {
    if (this.#waiters.size >= MOST_WAITING) return false;
    this.#timer ??= setInterval(() => this.#look(), POLL_MS);
    return new Promise((resolve, reject) => {
      this.#waiters.add({ least, deadline: performance.now() + WAIT_MS, resolve, reject });
    });
  }

  #look(): void {
    const now = performance.now();
    for (const waiter of this.#waiters) {
      try {
        const isReached = this.#position() >= waiter.least;
        if (!isReached && now <= waiter.deadline) continue;
        waiter.resolve(isReached);
      } catch (error) {
        waiter.reject(error);
      }
      this.#waiters.delete(waiter);
    }
    if (this.#waiters.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** Limits the waiting requests of each address and client, so that none can take all slots. */
export class PositionWaits {
  readonly #addresses = new AddressPlaces(MOST_OF_ONE);
  readonly #clients = new Places(MOST_OF_ONE);

  /**
   * Like Source.reached, but also returns false, without waiting, if the address or the client has too many waiting
   * requests.
   */
  async until(
    source: Source,
    least: number,
    { ip, session }: Pick<FastifyRequest, 'ip' | 'session'>,
  ): Promise<boolean> {
    if (!this.#addresses.take(ip)) return false;
    const client = session && String(session.owner);
    try {
      if (client === undefined) return await source.reached(least);
      if (!this.#clients.take(client)) return false;
      return await source.reached(least).finally(() => this.#clients.leave(client));
    } finally {
      this.#addresses.leave(ip);
    }
  }
}

/**
 * Waits until a client's histories include the command at this position, then reads them. A client's reads run one at a
 * time, because nothing else limits how often commands are repeated. Errors: outcome_unknown, busy.
 */
export const readHistories = <T>(services: Services, owner: OwnerId, position: number, read: () => Promise<T>) =>
  services.clientReads.outcome(owner, {}, () => included(services, position), read);

/** A read for a repeated command, and its cost for the rate limit. */
interface Search<T> {
  readonly owner: OwnerId;
  readonly position: number;
  readonly chargeItems: (items: number) => void;
  readonly read: () => Promise<T>;
}

/**
 * Like `readHistories`, for a read that searches a whole history. The rate limit counts it like a filtered list before
 * it begins. Errors: too_many_requests, outcome_unknown, busy.
 */
export async function searchHistories<T>(services: Services, { owner, position, chargeItems, read }: Search<T>) {
  chargeItems(ITEMS_PER_FILTER);
  return services.clientReads.outcome(owner, { queue: 'searches' }, () => included(services, position), read);
}

async function included({ histories }: Services, position: number): Promise<void> {
  if (!(await histories.reached(position, WAIT_MS))) throw new ApiError('outcome_unknown');
}

/** The tables that the projector fills from the log. */
export const historySource = ({ histories }: Services): Source => {
  let waiting = 0;
  return {
    position: () => histories.position,
    reached: async (position) => {
      if (position - histories.position > MOST_AHEAD || waiting >= MOST_WAITING) return false;
      waiting += 1;
      try {
        return await histories.reached(position, WAIT_MS);
      } finally {
        waiting -= 1;
      }
    },
  };
};
