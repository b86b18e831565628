import { parseArgs } from 'node:util';
import { mutate } from './futures/mutate.ts';
import { playStorms } from './futures/play-storms.ts';
import { simulate } from './world/simulation.ts';

/**
 * `npm run sim -- --seed N` runs one world; `--seeds N` runs the worlds 1 to N, `--seeds A..B` the worlds A to B;
 * `--commands N` sets their length. With `--futures` it plays storms of perpetual futures instead, by default 1 to 1,000;
 * `--mutations` injects one fault after another, and prints for each fault which check finds it and in which storm.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    commands: { type: 'string', default: '2000' },
    futures: { type: 'boolean', default: false },
    mutations: { type: 'boolean', default: false },
    /** Stop after the first storm that fails. */
    first: { type: 'boolean', default: false },
    /** Only the auditor's checks, without the oracle. */
    'without-oracle': { type: 'boolean', default: false },
  },
});
const commands = Number(values.commands);
const hasOracle = !values['without-oracle'];

if (values.mutations) mutate(values.seeds ?? '30');
else if (values.futures)
  await playStorms(seedsOf(values.seed, values.seeds ?? '1000'), { commands, hasOracle, endsAtFirst: values.first });
else runWorlds(seedsOf(values.seed ?? (values.seeds === undefined ? '1' : undefined), values.seeds));

/** `--seed 7` is one seed; `--seeds 7` is 1 to 7, and `--seeds 3..7` is 3 to 7. */
function seedsOf(seed: string | undefined, seeds = ''): number[] {
  const [from, to] = seeds.split('..').map(Number);
  const [first, last] = seed !== undefined ? [Number(seed), Number(seed)] : to === undefined ? [1, from] : [from, to];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function runWorlds(seeds: readonly number[]): void {
  for (const seed of seeds) {
    try {
      const { stateHash, batches, acknowledged, repeated, restarts } = simulate(seed, commands);
      console.log(
        `seed ${seed}: state ${stateHash.slice(0, 16)}, ${batches} batches, ${acknowledged} acknowledged, ${repeated} repeated, ${restarts} restarts`,
      );
    } catch (error) {
      console.error(`seed ${seed} failed; run it again with: npm run sim -- --seed ${seed} --commands ${commands}`);
      throw error;
    }
  }
}
