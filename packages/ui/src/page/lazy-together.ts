import { type FunctionComponent, lazy } from 'react';

/** Timeout for loading a chunk; the error boundary then offers to reload. */
const CHUNK_MS = 120_000;

async function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException(`Not loaded within ${CHUNK_MS} ms`, 'TimeoutError')), CHUNK_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A page in its own chunk, loaded together with everything else it needs, such as its texts. The router preloads it
 * when a link is hovered, and shows the error boundary if the chunk cannot be loaded.
 */
export function lazyTogether<P = object>(load: () => Promise<FunctionComponent<P>>, needs: () => Promise<unknown>) {
  const loadAll = async () => {
    const [page] = await inTime(Promise.all([load(), needs()]));
    return { default: page };
  };
  const preload = async () => {
    await loadAll();
  };
  return Object.assign(lazy<FunctionComponent<P>>(loadAll), { preload });
}

/** A part of a page in its own chunk, such as a dialog, whose texts are already loaded. */
export const lazyPart = <P = object>(load: () => Promise<FunctionComponent<P>>) => lazyTogether(load, async () => {});
