import { describe, expect, test } from 'vitest';
import { simulate } from './simulation.ts';

describe('a seeded world', () => {
  test('for 30 seeds, every acknowledgement survives crashes, lost responses, repeats and damaged logs', () => {
    let restarts = 0;
    let repeated = 0;
    const checked = {
      continued: 0,
      converted: 0,
      depositsPosted: 0,
      depositsVoided: 0,
      withdrawalsPosted: 0,
      withdrawalsVoided: 0,
    };
    for (let seed = 1; seed <= 30; seed += 1) {
      const report = simulate(seed);
      restarts += report.restarts;
      repeated += report.repeated;
      for (const kind of Object.keys(checked) as (keyof typeof checked)[]) checked[kind] += report.checked[kind];
    }
    // If these numbers were too low, the worlds would prove nothing.
    expect(restarts).toBeGreaterThan(30);
    expect(repeated).toBeGreaterThan(30);
    for (const [kind, count] of Object.entries(checked)) expect(count, kind).toBeGreaterThan(30);
  }, 300_000);

  test('the same seed gives the same hash, another seed a different one', () => {
    const first = simulate(7);
    expect(simulate(7)).toEqual(first);
    expect(simulate(8).stateHash).not.toBe(first.stateHash);
  });
});
