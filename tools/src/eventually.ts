import { vi } from 'vitest';

/** Patient, as a test on a busy machine must be: what comes at all is there in a moment. */
const WITHIN_MS = 30_000;

/** Looks again and again until `look` throws nothing; answers what it answers. Throws what the last look threw. */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: WITHIN_MS, interval: 100 });
