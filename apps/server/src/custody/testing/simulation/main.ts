import { parseArgs } from 'node:util';
import { startTemporaryPostgres } from '@vitrine/tools/temporary-postgres';
import { TestBed } from './test-bed.ts';

/** `npm run sim:chains -- --seed N` plays one schedule and tells what happens; `--seeds A..B` plays many. */
const { values } = parseArgs({ options: { seed: { type: 'string' }, seeds: { type: 'string', default: '1..500' } } });
const [first = 1, last = first] = (values.seed ?? values.seeds).split('..').map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);

const postgres = await startTemporaryPostgres();
const bed = await TestBed.open(postgres.url, Math.min(4, seeds.length));
let failed = 0;
const begun = performance.now();
try {
  await bed.play(seeds, ({ seed, hash, trace, failure }) => {
    if (seeds.length === 1) console.log(trace.join('\n'));
    if (failure !== undefined) {
      failed++;
      console.error(`seed ${seed} failed: ${failure.stack}\n  npm run sim:chains -- --seed ${seed}`);
    } else if (seeds.length === 1) console.log(`seed ${seed} ended at ${hash}`);
  });
} finally {
  await bed.close();
  await postgres.stop();
}
const seconds = Math.round((performance.now() - begun) / 1000);
console.log(`${seeds.length - failed} of ${seeds.length} schedules held, in ${seconds} s`);
if (failed > 0) process.exitCode = 1;
