import { AsyncLocalStorage } from 'node:async_hooks';

const places = new AsyncLocalStorage<() => void>();

/** What `work` does holds a place in the visitor queue, until it says otherwise. */
export const inPlace = <T>(leave: () => void, work: () => Promise<T>): Promise<T> => places.run(leave, work);

/** Once the last hash is done: a slow database or mail server then delays no one else. */
export const leaveVisitorQueue = (): void => places.getStore()?.();
