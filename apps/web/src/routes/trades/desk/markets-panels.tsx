import { MarketsPanel } from '../../../features/trade/coin-search/markets-panel.tsx';
import type { UsePairs } from '../../../features/trade/coin-search/pair-source.ts';
import type { Panels } from './panels.tsx';

/** The list of all pairs, and that of the starred ones. */
export const marketsPanels = (usePairs: UsePairs) =>
  ({
    markets: {
      followsPair: true,
      render: ({ onChoosePair }) => <MarketsPanel onChoose={onChoosePair} usePairs={usePairs} />,
    },
    watchlist: {
      followsPair: true,
      render: ({ onChoosePair }) => <MarketsPanel onChoose={onChoosePair} usePairs={usePairs} onlyFavorites />,
    },
  }) satisfies Panels;
