import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { mutations } from './mutations.ts';

/**
 * Plays storms with one mutation at a time, each in its own process, up to the first storm that fails: once with the
 * oracle, and once with the auditor's checks alone.
 */
export function mutate(seeds: string): void {
  const found = { oracle: 0, auditor: 0 };
  for (const [index, { name }] of mutations.entries()) {
    const [withOracle, alone] = [play(index, seeds, []), play(index, seeds, ['--without-oracle'])];
    if (withOracle.isFound) found.oracle += 1;
    if (alone.isFound) found.auditor += 1;
    console.log(`${name}\n  with the oracle: ${withOracle.text}\n  without the oracle: ${alone.text}`);
  }
  console.log(
    `${found.oracle} of ${mutations.length} faults were found with the oracle, ${found.auditor} by the auditor without the oracle`,
  );
  if (found.oracle < mutations.length) process.exitCode = 1;
}

function play(mutation: number, seeds: string, more: readonly string[]): { isFound: boolean; text: string } {
  const hook = fileURLToPath(new URL('inject-mutation.ts', import.meta.url));
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const env = { ...process.env, MUTATION: String(mutation) };
  const parameters = ['--import', hook, main, '--futures', '--first', '--seeds', seeds, ...more];
  const { stdout, stderr } = spawnSync(process.execPath, parameters, { env, encoding: 'utf8' });
  const failure = /^seed (\d+) failed: (.*)$/m.exec(stderr);
  if (failure !== null) return { isFound: true, text: `seed ${failure[1]}: ${failure[2].slice(0, 160)}` };
  return { isFound: false, text: /storms passed/.test(stdout) ? `NOT FOUND in ${seeds} storms` : stderr };
}
