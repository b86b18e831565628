import { figures, noFigures } from './findings.ts';
import { playStorm, type StormSettings } from './storm.ts';

interface Plan extends StormSettings {
  /** Whether to stop after the first storm that fails. */
  readonly endsAtFirst: boolean;
}

/**
 * Plays these storms one after the other. Prints each storm that fails, and the number and the total figures of the
 * storms that passed.
 */
export async function playStorms(seeds: readonly number[], plan: Plan): Promise<void> {
  const sum = noFigures();
  const begun = performance.now();
  let [played, held] = [0, 0];
  for (const seed of seeds) {
    played += 1;
    try {
      const storm = await playStorm(seed, plan);
      held += 1;
      for (const figure of figures) sum[figure] += storm.figures[figure];
      if (seeds.length === 1) console.log(`seed ${seed} ended in state ${storm.stateHash}`);
      else if (played % 100 === 0) console.log(`${played} of ${seeds.length} played`);
    } catch (error) {
      const { name, message, stack } = error as Error;
      console.error(`seed ${seed} failed: ${name}: ${message}\n${stack}\n  npm run sim -- --futures --seed ${seed}`);
      if (plan.endsAtFirst) break;
    }
  }
  const seconds = (performance.now() - begun) / 1000;
  console.log(figures.map((figure) => `${sum[figure]} ${figure}`).join(', '));
  console.log(
    `${held} of ${played} storms passed, in ${Math.round(seconds)} s (${(played / seconds).toFixed(2)} storms/s)`,
  );
  if (held < played) process.exitCode = 1;
}
