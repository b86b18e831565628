import { type Duty, Loop } from '../kit/loop.ts';
import type { Services } from './services.ts';

/**
 * Deletes icons that no coin uses, begins planned delistings, continues delistings, and follows the index sources of
 * pending requests.
 */
export const duties = ({
  coinIcons,
  delistings,
  delistingPlans,
  settlementNotices,
  waitingSources,
  log,
}: Services): readonly Duty[] => [
  new Loop({ name: 'coin icons', everyMs: 3_600_000, cycle: () => coinIcons.sweep(), log }),
  delistings.loop,
  delistingPlans.loop,
  settlementNotices,
  waitingSources,
];
