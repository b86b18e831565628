import type { StreamTicker } from '@vitrine/contract';
import type { Pair, PairTab } from './pair-list.ts';

/** The pairs of a kind of market, as loaded, and their live figures by the market's name. */
export interface PairSource {
  readonly data: readonly Pair[] | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isSuccess: boolean;
  readonly refetch: () => unknown;
  readonly live: ReadonlyMap<string, Pick<StreamTicker, 'close' | 'percent' | 'volume_usdt'>>;
  /** The categories of these pairs, each with a tab in a panel. */
  readonly categories: readonly PairTab[];
}

/** A hook that loads the pairs from which a page's pair is chosen. */
export type UsePairs = () => PairSource;
