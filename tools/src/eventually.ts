import { vi } from 'vitest';

/** The timeout is generous, for busy machines: the expected outcome usually occurs within moments. */
const WITHIN_MS = 30_000;

/** Retries `look` until it does not throw, and returns its result. On timeout, throws the last error of `look`. */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: WITHIN_MS, interval: 100 });
