/**
 * The first of `days` after which what was received is worth the price; undefined if it is not even after the last.
 * `worth` must not fall with the number of days.
 */
export function breakEvenDay(days: number, price: bigint, worth: (days: number) => bigint): number | undefined {
  if (worth(days) < price) return undefined;
  let [low, high] = [1, days];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (worth(middle) < price) low = middle + 1;
    else high = middle;
  }
  return low;
}
