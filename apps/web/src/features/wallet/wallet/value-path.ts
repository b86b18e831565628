export type Holding = {
  readonly amount: number;
  /** Hourly closing prices, oldest first; a coin that is the unit itself is constant. */
  readonly closes: readonly number[] | 'constant';
};

/**
 * What the holdings were worth 24 hours ago, at each full hour all of them have a price for, and now; undefined until
 * that is known. For drawing, so floats do; figures in text are computed from decimals.
 */
export function valuePath(holdings: readonly Holding[], before: number, now: number): readonly number[] | undefined {
  const series = holdings.flatMap(({ closes }) => (closes === 'constant' ? [] : [closes.length]));
  const hours = series.length > 0 ? Math.min(...series) : 24;
  if (hours < 2) return undefined;
  const path = Array.from({ length: hours }, (_, hour) =>
    holdings.reduce((sum, { amount, closes }) => sum + amount * priceAt(closes, hour - hours), 0),
  );
  // The last hour is still open: it uses the live price.
  return [before, ...path.slice(0, -1), now];
}

const priceAt = (closes: Holding['closes'], fromEnd: number): number =>
  closes === 'constant' ? 1 : (closes.at(fromEnd) ?? 0);
