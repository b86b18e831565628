import { AsyncLocalStorage } from 'node:async_hooks';

const places = new AsyncLocalStorage<() => void>();

/** What `work` does holds a place in the strangers' line, until it says otherwise. */
export const inPlace = <T>(leave: () => void, work: () => Promise<T>): Promise<T> => places.run(leave, work);

/** Once the last hash is done: nobody is kept out by what a database or a mail server then takes its time for. */
export const leaveStrangerLine = (): void => places.getStore()?.();
