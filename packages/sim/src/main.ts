import { parseArgs } from 'node:util';
import { simulate } from './world/simulation.ts';

/** `npm run sim -- --seed N` runs one world; `--seeds N` runs the worlds 1 to N; `--commands N` sets their length. */
const { values } = parseArgs({
  options: { seed: { type: 'string' }, seeds: { type: 'string' }, commands: { type: 'string', default: '2000' } },
});
const commands = Number(values.commands);
const first = Number(values.seed ?? 1);
const last = values.seeds === undefined ? first : Number(values.seeds);

for (let seed = first; seed <= last; seed += 1) {
  try {
    const { stateHash, batches, acknowledged, repeated, restarts } = simulate(seed, commands);
    console.log(
      `seed ${seed}: ${stateHash.slice(0, 16)}, ${batches} batches, ${acknowledged} acknowledged, ${repeated} repeated, ${restarts} restarts`,
    );
  } catch (error) {
    console.error(`seed ${seed} failed; run it again with: npm run sim -- --seed ${seed} --commands ${commands}`);
    throw error;
  }
}
