import { useSyncExternalStore } from 'react';

/** An observable value for any number of components. */
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

/** The store's current value; during hydration, the value with which the HTML was rendered at build time. */
export const useStore = <T>(store: ReturnType<typeof createStore<T>>): T =>
  useSyncExternalStore(store.subscribe, store.get, () => store.first);
