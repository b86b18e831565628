import { type Duty, Loop } from '../kit/loop.ts';
import type { Services } from './services.ts';

/** Deletes coin icons that were not approved, and continues delistings. */
export const duties = ({ coinIcons, delistings, log }: Services): readonly Duty[] => [
  new Loop({ name: 'coin icons', everyMs: 3_600_000, cycle: () => coinIcons.sweep(), log }),
  delistings.loop,
];
