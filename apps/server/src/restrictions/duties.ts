import { type Duty, Loop } from '../kit/loop.ts';
import type { Services } from './services.ts';

/** Ends restrictions that have expired, and completes changes that an outage interrupted. Idempotent. */
export const duties = ({ restrictions, log }: Services): readonly Duty[] => [
  new Loop({ name: 'ends of restrictions', everyMs: 60_000, cycle: () => restrictions.run(), log }),
];
