import { setTimeout as sleep } from 'node:timers/promises';

/** Tests use up some of the attempt limits. Every window of these limits ends at a multiple of this. */
const STEP_MS = 300_000;
/** Longer than any test that uses up a limit takes. */
const ENOUGH_MS = 15_000;

/**
 * Waits until no window of the attempt limits ends within the next 15 s. For tests that use up a limit: if a window
 * ended in the middle of such a test, counting would start again and nothing would be refused.
 */
export async function earlyInWindow(): Promise<void> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < ENOUGH_MS) await sleep(left);
}
