import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { figures, noFigures } from './findings.ts';
import { mutations } from './mutations.ts';
import { playStorm } from './storm.ts';

/** Only a few storms, as each takes about a second; `npm run sim -- --futures` plays five hundred. */
const STORMS = 8;

test('through price jumps, cascades, funding, wrong quotes and kills, money balances, and core and oracle agree', async () => {
  const sum = noFigures();
  for (let seed = 1; seed <= STORMS; seed += 1) {
    const storm = await playStorm(seed);
    for (const figure of figures) sum[figure] += storm.figures[figure];
  }
  // If one of these did not happen, the storms would prove nothing about it.
  for (const [figure, count] of Object.entries(sum)) expect(count, figure).toBeGreaterThan(1);
});

test('the same seed gives the same storm, another seed a different one', async () => {
  const first = await playStorm(3, { commands: 600 });
  expect(await playStorm(3, { commands: 600 })).toEqual(first);
  expect((await playStorm(4, { commands: 600 })).stateHash).not.toBe(first.stateHash);
});

test('the text that each mutation replaces occurs exactly once', () => {
  const timesFound = mutations.map(({ file, find }) => {
    const source = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
    return `${source.split(find).length - 1} times in ${file}: ${find}`;
  });
  expect(timesFound).toEqual(mutations.map(({ file, find }) => `1 times in ${file}: ${find}`));
});
