import { spawnSync } from 'node:child_process';
import { printFigure } from './figures.ts';
import { shapes, warmUp } from './stall-shapes.ts';
import { snapshotMs } from './stall-snapshots.ts';
import { StallWorld } from './stall-world.ts';

const LIMIT_MS = 10;
/** The number of resting orders when a snapshot is taken. */
const snapshots: Readonly<Record<string, number>> = { 'snapshot-300k': 300_000, 'snapshot-1m': 1_000_000 };
/** Rounds per shape. The best round is reported, because other load hits a different command in each round. */
const ROUNDS = 3;

async function worstMs(name: string): Promise<number> {
  const orders = snapshots[name];
  if (orders !== undefined) return snapshotMs(orders);
  warmUp();
  const world = new StallWorld();
  shapes[name]?.(world);
  return world.worstMs;
}

/**
 * One round of a shape. Each runs in its own process, so that the time for freeing the previous shape's memory is not
 * counted.
 */
const roundMs = (name: string): number => {
  const { stdout, status } = spawnSync(process.execPath, [...process.execArgv, import.meta.filename, 'round', name], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`a run of ${name} failed`);
  return Number(stdout);
};

const [only, round] = process.argv.slice(2);
if (only === 'round' && round !== undefined) {
  process.stdout.write(String(await worstMs(round)));
} else {
  const figures: [string, number][] = [];
  for (const name of [...Object.keys(shapes), ...Object.keys(snapshots)]) {
    if (only !== undefined && only !== name) continue;
    const leastMs = Math.min(...Array.from({ length: ROUNDS }, () => roundMs(name)));
    figures.push([name, leastMs]);
    console.log(`${name}: the longest measured step took ${leastMs.toFixed(2)} ms of processor time`);
  }
  for (const [name, ms] of figures) printFigure(`stall-${name}`, ms, 'ms', 'limit', LIMIT_MS);
}
