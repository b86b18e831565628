import { useSyncExternalStore } from 'react';

/** A value that changes over time, for any number of components. */
export interface Store<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(first: T): Store<T> & { readonly first: T } {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    first,
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value; while the page takes over the HTML made at build time, the value that the HTML was made with. */
export const useStore = <T>(store: ReturnType<typeof createStore<T>>): T =>
  useSyncExternalStore(store.subscribe, store.get, () => store.first);
