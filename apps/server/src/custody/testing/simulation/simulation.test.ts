import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Played, TestBed } from './test-bed.ts';

/** As many as fit a minute; `npm run sim:chains` plays five hundred. */
const SCHEDULES = 100;

let bed: TestBed;
beforeAll(async () => {
  bed = await TestBed.open(inject('databaseServerUrl'), 4);
});
afterAll(() => bed.close());

async function play(seeds: readonly number[]): Promise<readonly Played[]> {
  const all: Played[] = [];
  await bed.play(seeds, (played) => all.push(played));
  return all.sort((a, b) => a.seed - b.seed);
}

test('whatever networks, nodes and kills do, nothing is early, lost or paid twice, and the books agree', async () => {
  const seeds = Array.from({ length: SCHEDULES }, (_, index) => index + 1);
  const failed = (await play(seeds)).filter(({ failure }) => failure !== undefined);
  expect(failed.map(({ seed, failure }) => `npm run sim:chains -- --seed ${seed}: ${failure?.message}`)).toEqual([]);
}, 900_000);

test('a seed is the same schedule each time, to the last line', async () => {
  const seeds = [3, 22, 115, 122];
  expect(await play(seeds)).toEqual(await play(seeds));
});
