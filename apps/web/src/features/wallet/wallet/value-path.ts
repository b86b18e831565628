export type Holding = {
  readonly amount: number;
  /** Hourly closing prices, oldest first; `constant` for the unit of account itself. */
  readonly closes: readonly number[] | 'constant';
};

/**
 * The value of the holdings 24 hours ago, at each full hour for which all holdings have a price, and now; undefined
 * with fewer than two hours of prices. Only for drawing, so floats suffice; figures in text are computed from decimals.
 */
export function valuePath(holdings: readonly Holding[], before: number, now: number): readonly number[] | undefined {
  const series = holdings.flatMap(({ closes }) => (closes === 'constant' ? [] : [closes.length]));
  const hours = series.length > 0 ? Math.min(...series) : 24;
  if (hours < 2) return undefined;
  const path = Array.from({ length: hours }, (_, hour) =>
    holdings.reduce((sum, { amount, closes }) => sum + amount * priceAt(closes, hour - hours), 0),
  );
  // The current hour has no closing price yet, so the last value is at the live price.
  return [before, ...path.slice(0, -1), now];
}

const priceAt = (closes: Holding['closes'], fromEnd: number): number =>
  closes === 'constant' ? 1 : (closes.at(fromEnd) ?? 0);
