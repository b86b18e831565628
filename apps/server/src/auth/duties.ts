import { type Duty, Loop } from '../kit/loop.ts';
import type { Services } from './services.ts';

/** The state of an unfinished sign-in expires within minutes; anyone can create such state without an account. */
const EVERY_MS = 60_000;

/** Deletes expired sign-ins, codes and attempt windows. */
export const duties = ({ pruneExpired, log }: Services): readonly Duty[] => [
  new Loop({ name: 'expired sign-ins', everyMs: EVERY_MS, cycle: pruneExpired, log }),
];
