import type { Step } from './steps.ts';
import { emptyTally, summaryLine, sumTallies, type Tally } from './tally.ts';

/**
 * Runs every step, even after one has failed, prints the counts with the total as the last line, and sets the exit
 * code.
 */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  const results: { name: string; tally: Tally; seconds: number }[] = [];
  for (const step of steps) {
    console.log(`\n── ${step.name}`);
    const startedMs = performance.now();
    const tally = await runStep(step);
    results.push({ name: step.name, tally, seconds: (performance.now() - startedMs) / 1000 });
  }
  const total = sumTallies(results.map((result) => result.tally));
  list('Skipped', total.skipped);
  list('Failed', total.failed);
  console.log('');
  for (const { name, tally, seconds } of results) {
    console.log(`${name.padEnd(28)} ${summaryLine(tally)} (${seconds.toFixed(1)} s)`);
  }
  console.log(summaryLine(total));
  process.exitCode = total.failed.length === 0 ? 0 : 1;
}

async function runStep(step: Step): Promise<Tally> {
  try {
    return await step.run();
  } catch (error) {
    console.error(error);
    return { ...emptyTally, failed: [`${step.name}: ${error instanceof Error ? error.message : error}`] };
  }
}

function list(title: string, names: readonly string[]): void {
  if (names.length > 0) console.log(`\n${title}:\n${names.join('\n').replaceAll(/^/gm, '  ')}`);
}
