import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Telling } from './telling.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is done every hour begins at the start, and not again before it has ended', async () => {
  const rounds: PromiseWithResolvers<void>[] = [];
  const errors: unknown[] = [];
  const keep = () => {
    const round = Promise.withResolvers<void>();
    rounds.push(round);
    return round.promise;
  };
  const pool = { query: async () => ({ rows: [] }), connect: async () => Promise.reject(new Error('away')) };
  const telling = new Telling({ pool: pool as unknown as Pool, keep });
  telling.start((error) => errors.push(error));
  await vi.advanceTimersByTimeAsync(3 * HOUR_MS);
  expect(rounds).toHaveLength(1);
  rounds[0]?.reject(new Error('a full disk'));
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(rounds).toHaveLength(2);
  expect(errors).toContainEqual(new Error('a full disk'));
  rounds[1]?.resolve();
  telling.stop();
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
  expect(rounds).toHaveLength(2);
});
