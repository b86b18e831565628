import { AsyncLocalStorage } from 'node:async_hooks';

const places = new AsyncLocalStorage<() => void>();

/** Runs `work`, which holds a place in the visitor queue until it ends or calls `leaveVisitorQueue`. */
export const inPlace = <T>(leave: () => void, work: () => Promise<T>): Promise<T> => places.run(leave, work);

/**
 * Releases the place in the visitor queue. Call it once the last hash has been computed, so that a slow database or
 * mail server does not delay other visitors.
 */
export const leaveVisitorQueue = (): void => places.getStore()?.();
