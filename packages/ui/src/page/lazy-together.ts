import { type FunctionComponent, lazy } from 'react';

/**
 * A page in a chunk of its own, loaded together with what else it needs, such as its texts. The router starts the loading
 * when a link is pointed at, and shows the error boundary when the chunk is gone.
 */
export function lazyTogether(load: () => Promise<FunctionComponent>, needs: () => Promise<unknown>) {
  const loadAll = async () => {
    const [page] = await Promise.all([load(), needs()]);
    return { default: page };
  };
  const preload = async () => {
    await loadAll();
  };
  return Object.assign(lazy<FunctionComponent>(loadAll), { preload });
}
