import type { CallResponse } from '../../../lib/api.ts';
import { coinsOf, contractLabel } from '../../../lib/market-names.ts';

type SpotPair = CallResponse<'GET /api/v3/all-pairs'>['coinpair'][number];

/** A pair of the spot or of the futures market, as the list shows it. */
export type Pair = Pick<
  SpotPair,
  'coin_pair_name' | 'name' | 'full_name' | 'close' | 'increase_in_value' | 'volume_usdt'
> & {
  /** The category of a spot pair. */
  readonly type?: SpotPair['type'];
  /** The next funding rate of a perpetual market, in percent. */
  readonly funding?: string;
};
export type PairTab = 'all' | 'favorites' | 'gainers' | SpotPair['type'];
export type PairColumn = 'pair' | 'price' | 'change' | 'volume';
export interface PairSort {
  readonly column: PairColumn;
  readonly down: boolean;
}

const figureOf: Record<Exclude<PairColumn, 'pair'>, (pair: Pair) => number> = {
  price: (pair) => Number(pair.close),
  change: (pair) => Number(pair.increase_in_value),
  volume: (pair) => Number(pair.volume_usdt),
};

/** Matches any part of the pair's names, such as BTC-USDT-PERP and BTCUSDT, or of the coin's full name. */
const matches = ({ coin_pair_name, full_name }: Pair, text: string): boolean => {
  const wanted = text.trim().toLowerCase().replace('/', '');
  return [coin_pair_name, contractLabel(coinsOf(coin_pair_name)), full_name].some((each) =>
    each.toLowerCase().includes(wanted),
  );
};

/**
 * The pairs of a tab that match a text, sorted. Without a sort, they are in the exchange's order; in the tab of
 * gainers, the largest gain comes first.
 */
export const listPairs = (
  pairs: readonly Pair[],
  tab: PairTab,
  text: string,
  sort: PairSort | undefined,
  favorites: readonly string[] = [],
): readonly Pair[] => {
  const belongs: Partial<Record<PairTab, (pair: Pair) => boolean>> = {
    all: () => true,
    favorites: ({ name }) => favorites.includes(name),
    gainers: (pair) => figureOf.change(pair) > 0,
  };
  const found = pairs.filter((pair) => (belongs[tab]?.(pair) ?? pair.type === tab) && matches(pair, text));
  const by = sort ?? (tab === 'gainers' ? { column: 'change', down: true } : undefined);
  if (by === undefined) return found;
  const { column, down } = by;
  const ahead = (a: Pair, b: Pair): number =>
    column === 'pair' ? a.coin_pair_name.localeCompare(b.coin_pair_name) : figureOf[column](a) - figureOf[column](b);
  return found.toSorted((a, b) => (down ? -ahead(a, b) : ahead(a, b)));
};

/** The sort after a click on a column header: largest first or A to Z, then reversed, then unsorted. */
export const nextSort = (sort: PairSort | undefined, column: PairColumn): PairSort | undefined => {
  const first = column !== 'pair';
  if (sort?.column !== column) return { column, down: first };
  return sort.down === first ? { column, down: !first } : undefined;
};
