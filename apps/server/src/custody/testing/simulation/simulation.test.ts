import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { mutations } from './mutations.ts';
import { type Played, TestBed } from './test-bed.ts';

/** Only a few schedules, as each takes seconds of CPU time; `npm run sim:chains` plays five hundred. */
const SCHEDULES = 4;
/** Seeds whose schedules once had different results when they were played twice. */
const TWICE = [3, 22, 115, 122];

let bed: TestBed;
let played: readonly Played[] = [];
beforeAll(async () => {
  bed = await TestBed.open(inject('databaseServerUrl'), 4);
});
afterAll(() => bed.close());

async function play(seeds: readonly number[]): Promise<readonly Played[]> {
  const all: Played[] = [];
  await bed.play(seeds, (played) => all.push(played) > 0);
  return all.sort((a, b) => a.seed - b.seed);
}

test('nothing is credited early, lost or paid twice, and the books agree, despite faulty networks, lying nodes and kills', async () => {
  const seeds = new Set([...Array.from({ length: SCHEDULES }, (_, index) => index + 1), ...TWICE]);
  played = await play([...seeds]);
  const failed = played.filter(({ failure }) => failure !== undefined);
  expect(failed.map(({ seed, failure }) => `npm run sim:chains -- --seed ${seed}: ${failure?.message}`)).toEqual([]);
}, 900_000);

test('a seed always yields exactly the same schedule', async () => {
  expect(await play(TWICE)).toEqual(played.filter(({ seed }) => TWICE.includes(seed)));
});

test('the text that each mutation replaces occurs exactly once in custody', () => {
  const timesFound = mutations.map(({ file, find }) => {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    return `${source.split(find).length - 1} times in ${file}: ${find}`;
  });
  expect(timesFound).toEqual(mutations.map(({ file, find }) => `1 times in ${file}: ${find}`));
});
