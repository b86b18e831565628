import type { OwnerId } from '@vitrine/core';
import { LeaseLost } from '@vitrine/sequencer';
import type { Subscriber } from './subscribers.ts';

const LEAST_GAP_MS = 1_000;
/**
 * The pause after a client's snapshot, for each order and balance in it: snapshots of clients with many orders are sent
 * less often.
 */
const GAP_PER_ITEM_MS = 2;
const MOST_REMEMBERED = 10_000;

/** Sends one snapshot to all of these connections, and returns how many orders and balances are in it. */
type Send = (owner: OwnerId, subscribers: readonly Subscriber[]) => number;

/**
 * The queues for the snapshots of clients, one per client. The first request is served immediately. Requests soon after
 * it, on any connection of the client, share the next snapshot, which is made only once.
 */
export class SnapshotLine {
  readonly #send: Send;
  readonly #nextAtMs = new Map<OwnerId, number>();
  readonly #waiting = new Map<OwnerId, Set<Subscriber>>();

  constructor(send: Send) {
    this.#send = send;
  }

  join(subscriber: Subscriber, owner: OwnerId): void {
    const waiting = this.#waiting.get(owner);
    if (waiting !== undefined) {
      waiting.add(subscriber);
      return;
    }
    const waitMs = (this.#nextAtMs.get(owner) ?? 0) - performance.now();
    if (waitMs <= 0) {
      this.#serve(owner, [subscriber]);
      return;
    }
    this.#waiting.set(owner, new Set([subscriber]));
    setTimeout(() => this.#call(owner), waitMs).unref();
  }

  leave(subscriber: Subscriber, owner: OwnerId): void {
    this.#waiting.get(owner)?.delete(subscriber);
  }

  #call(owner: OwnerId): void {
    const subscribers = [...(this.#waiting.get(owner) ?? [])].filter(({ isOpen }) => isOpen);
    this.#waiting.delete(owner);
    if (subscribers.length === 0) return;
    try {
      this.#serve(owner, subscribers);
    } catch (error) {
      // While the lease is in doubt, nothing may be sent: subscribers are cut off and reconnect.
      for (const subscriber of subscribers) subscriber.cutOff('unavailable');
      if (!(error instanceof LeaseLost)) throw error;
    }
  }

  #serve(owner: OwnerId, subscribers: readonly Subscriber[]): void {
    const items = this.#send(owner, subscribers);
    if (this.#nextAtMs.size >= MOST_REMEMBERED) this.#forgetPast();
    this.#nextAtMs.set(owner, performance.now() + Math.max(LEAST_GAP_MS, items * GAP_PER_ITEM_MS));
  }

  #forgetPast(): void {
    const nowMs = performance.now();
    for (const [owner, atMs] of this.#nextAtMs) if (atMs <= nowMs) this.#nextAtMs.delete(owner);
  }
}
