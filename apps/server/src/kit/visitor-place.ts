import { AsyncLocalStorage } from 'node:async_hooks';

const places = new AsyncLocalStorage<() => void>();

/** `work` holds a place in the visitor queue until it ends or calls leaveVisitorQueue. */
export const inPlace = <T>(leave: () => void, work: () => Promise<T>): Promise<T> => places.run(leave, work);

/** Call it once the last hash is done: a slow database or mail server then delays no one else. */
export const leaveVisitorQueue = (): void => places.getStore()?.();
