import type { Pair } from '../../../lib/market-data.ts';

export type CoinType = 'ALL' | Pair['type'];

/** Pairs of a kind whose pair name or coin name contains the text, ignoring case. */
export function matchingPairs(pairs: readonly Pair[], type: CoinType, search: string): readonly Pair[] {
  const text = search.trim().toLowerCase();
  return pairs.filter(
    (pair) =>
      (type === 'ALL' || pair.type === type) && `${pair.coin_pair_name} ${pair.full_name}`.toLowerCase().includes(text),
  );
}

/** Compares decimal strings. Float precision suffices for sorting. */
export const byDecimal =
  (field: 'close' | 'increase_in_value' | 'high' | 'low' | 'volume_usdt') =>
  (a: Pair, b: Pair): number =>
    Number(a[field]) - Number(b[field]);
