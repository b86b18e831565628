/**
 * The first of `days` after which `worth` reaches the price; undefined if none does. `worth` must not decrease with the
 * number of days.
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
