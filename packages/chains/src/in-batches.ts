/** The number of concurrent requests that any node, bitcoind included, handles without refusing others. */
export const REQUESTS_AT_ONCE = 8;

/** The results of `each`, in order, computed in batches of `atOnce`. Rejects with the first error. */
export async function inBatches<From, To>(
  all: readonly From[],
  atOnce: number,
  each: (one: From) => Promise<To>,
): Promise<To[]> {
  const done: To[] = [];
  for (let at = 0; at < all.length; at += atOnce) {
    done.push(...(await Promise.all(all.slice(at, at + atOnce).map(each))));
  }
  return done;
}
