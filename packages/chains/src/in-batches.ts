/** As many requests as any node, bitcoind included, handles at the same time without refusing others. */
export const REQUESTS_AT_ONCE = 8;

/** The results of `each` in order; `atOnce` are computed at the same time, then the next. Rejects with the first error. */
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
