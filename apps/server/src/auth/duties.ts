import { type Duty, Loop } from '../kit/loop.ts';
import type { Services } from './services.ts';

/**
 * The interval between deletions. It is short, because anyone can start sign-ins without an account, and these expire
 * within minutes.
 */
const EVERY_MS = 60_000;

/** Deletes expired sign-ins, codes and attempt windows. */
export const duties = ({ pruneExpired, log }: Services): readonly Duty[] => [
  new Loop({ name: 'expired sign-ins', everyMs: EVERY_MS, cycle: pruneExpired, log }),
];
