import { join } from 'node:path';
import { findBrowser } from './browser.ts';
import { repositoryRoot } from './repository.ts';
import { run } from './run.ts';
import { ensureWebBuild } from './web-build.ts';

/** The time limit of a run, in case it hangs; even on a slow machine, a run needs only half of it. */
const HANGS_AFTER_MINUTES = 50;

/** Builds the web apps if they are out of date, then runs Playwright with these arguments. Returns its exit code. */
export async function runBrowserTests(
  playwrightArguments: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  limitMinutes = HANGS_AFTER_MINUTES,
): Promise<number> {
  const chromePath = await findBrowser();
  await ensureWebBuild();
  return run('playwright', ['test', ...playwrightArguments], {
    folder: join(repositoryRoot, 'e2e'),
    environment: { CHROME_PATH: chromePath, ...environment },
    limitMinutes,
  });
}

// The time limit for manual runs, which may repeat tests or delay every request.
const BY_HAND_MINUTES = 120;

if (import.meta.main) process.exitCode = await runBrowserTests(process.argv.slice(2), {}, BY_HAND_MINUTES);
