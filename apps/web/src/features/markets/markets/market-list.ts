import type { Pair } from '../../../lib/market-data.ts';
import { paths } from '../../../lib/paths.ts';

/** The lists of the markets page, in the order of their tabs. */
export const marketLists = ['all', 'pos', 'pow', 'innovation', 'favorites'] as const;
export type MarketList = (typeof marketLists)[number];

export const marketListPaths = {
  all: paths.markets,
  pos: paths.marketsPos,
  pow: paths.marketsPow,
  innovation: paths.marketsInnovation,
  favorites: paths.marketsFavorites,
} as const satisfies Readonly<Record<MarketList, string>>;

/** The pairs of a list: favorites in the order in which they were starred, all others as given. */
export function pairsOf(list: MarketList, pairs: readonly Pair[], stars: readonly string[]): readonly Pair[] {
  if (list === 'all') return pairs;
  if (list !== 'favorites') return pairs.filter((pair) => pair[list]);
  const byCoin = new Map(pairs.map((pair) => [pair.name, pair]));
  return stars.flatMap((coin) => byCoin.get(coin) ?? []);
}
