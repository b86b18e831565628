import { type Duty, Loop } from '../kit/loop.ts';
import { followedPairs } from './index-price/feed-source.ts';
import { closeFundPositions } from './positions/close-fund-positions.ts';
import type { Services } from './services.ts';

/**
 * Follows external prices, updates mark prices, stores which markets are protected, records index prices, settles
 * funding, records open interest, and closes the insurance fund's positions.
 */
export function duties(services: Services): readonly Duty[] {
  const { indexFeed, indexRecorder, indexSources, marketFeeds, instruments, fundings, openInterest, sequencer, log } =
    services;
  const fund = {
    core: () => services.core,
    isMarkReliable: indexFeed.isMarkReliable.bind(indexFeed),
    submit: sequencer.submit,
  };
  return [
    ...marketFeeds.map((feed) => ({
      name: `market feed ${feed.name}`,
      start: () => feed.start(() => followedPairs(instruments, feed.id, indexSources)),
      stop: () => feed.stop(),
    })),
    new Loop({ name: 'mark prices', everyMs: 1_000, cycle: () => indexFeed.run(), log }),
    new Loop({ name: 'protected markets', everyMs: 1_000, cycle: () => indexFeed.writeProtected(), log }),
    new Loop({ name: 'index prices', everyMs: 1_000, cycle: () => indexRecorder.run(), log }),
    new Loop({ name: 'fundings', everyMs: 10_000, cycle: () => fundings.run(), log }),
    new Loop({ name: 'open interest', everyMs: 10_000, cycle: () => openInterest.run(), log }),
    new Loop({ name: 'insurance fund', everyMs: 10_000, cycle: () => closeFundPositions(fund), log }),
  ];
}
