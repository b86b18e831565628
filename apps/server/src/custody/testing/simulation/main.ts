import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startTemporaryPostgres } from '@vitrine/tools/temporary-postgres';
import { figures, noFigures } from './findings.ts';
import { mutations } from './mutations.ts';
import { type Played, TestBed } from './test-bed.ts';

/**
 * `npm run sim:chains -- --seed N` plays one schedule and prints what happens; `--seeds A..B` plays many. `--mutations`
 * injects one fault after another into custody, and prints for each fault which check finds it, and where.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    mutations: { type: 'boolean', default: false },
    /** Stop after the first schedule that fails. */
    first: { type: 'boolean', default: false },
  },
});
const SEEDS = '1..500';

if (values.mutations) mutate(values.seeds ?? SEEDS);
else await play(values.seed ?? values.seeds ?? SEEDS);

async function play(range: string): Promise<void> {
  const [first = 1, last = first] = range.split('..').map(Number);
  const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const postgres = await startTemporaryPostgres();
  const bed = await TestBed.open(postgres.url, Math.min(4, seeds.length));
  const begun = performance.now();
  const all: Played[] = [];
  try {
    await bed.play(seeds, (played) => {
      all.push(played);
      tell(played, seeds.length === 1);
      return !values.first || played.failure === undefined;
    });
  } finally {
    await bed.close();
    await postgres.stop();
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  const held = all.filter(({ failure }) => failure === undefined).length;
  console.log(`${sums(all)}\n${held} of ${all.length} schedules passed, in ${seconds} s`);
  if (held < all.length) process.exitCode = 1;
}

function tell({ seed, hash, trace, failure }: Played, isAlone: boolean): void {
  if (isAlone) console.log(trace.join('\n'));
  if (failure !== undefined)
    console.error(`seed ${seed} failed: ${failure.stack}\n  npm run sim:chains -- --seed ${seed}`);
  else if (isAlone) console.log(`seed ${seed} ended in state ${hash}`);
}

function sums(all: readonly Played[]): string {
  const sum = noFigures();
  for (const played of all) for (const figure of figures) sum[figure] += played.figures[figure];
  return figures.map((figure) => `${sum[figure]} ${figure}`).join(', ');
}

/** Runs each mutation in its own process, up to the first schedule that fails. */
function mutate(seeds: string): void {
  let found = 0;
  for (const [index, { name }] of mutations.entries()) {
    const hook = fileURLToPath(new URL('mutate.ts', import.meta.url));
    const main = fileURLToPath(import.meta.url);
    const env = { ...process.env, MUTATION: String(index) };
    const parameters = ['--import', hook, main, '--first', '--seeds', seeds];
    const { stdout, stderr } = spawnSync(process.execPath, parameters, { env, encoding: 'utf8' });
    const failure = /^seed (\d+) failed: Error: (.*)$/m.exec(stderr);
    if (failure !== null) found++;
    const isPlayed = /schedules passed/.test(stdout);
    console.log(`${name}\n  ${failure ? `seed ${failure[1]}: ${failure[2]}` : isPlayed ? 'NOT FOUND' : stderr}`);
  }
  console.log(`${found} of ${mutations.length} faults were found`);
  if (found < mutations.length) process.exitCode = 1;
}
