import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runBrowserTests } from './browser-tests.ts';
import { checkLayers, unusedAllowances } from './layers.ts';
import { repositoryRoot } from './repository.ts';
import { run } from './run.ts';
import { countPlaywright, countVitest, emptyTally, type Tally, withRunnerVerdict } from './tally.ts';
import { checkTidiness, tidinessHints } from './tidy.ts';

/** One part of `npm run verify` or `npm test`. Each ends with a tally. */
export interface Step {
  readonly name: string;
  run(): Promise<Tally>;
}

export const staticSteps: readonly Step[] = [
  // A single checker: additional checkers would each check the shared code again, which takes twice as long on two
  // cores.
  { name: 'types', run: () => runCheck('tsc', ['-b', '--checkers', '1']) },
  { name: 'lint', run: () => runCheck('biome', ['check', '--error-on-warnings', '.']) },
  { name: 'layers', run: async () => tallyOfProblems([...checkLayers(), ...unusedAllowances()]) },
  { name: 'tidy', run: async () => tallyOfProblems(checkTidiness(), tidinessHints()) },
];

export const unitTests: Step = {
  name: 'unit and integration tests',
  run: async () => {
    const reportFile = freshReportFile('vitest.json');
    const exitCode = await run('vitest', [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${reportFile}`,
    ]);
    return withRunnerVerdict(readReport(reportFile, countVitest), exitCode);
  },
};

export const browserTests: Step = {
  name: 'browser tests',
  run: async () => {
    const reportFile = freshReportFile('playwright.json');
    const exitCode = await runBrowserTests(['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile });
    return withRunnerVerdict(readReport(reportFile, countPlaywright), exitCode);
  },
};

async function runCheck(command: string, commandArguments: readonly string[]): Promise<Tally> {
  return tallyOfProblems((await run(command, commandArguments)) === 0 ? [] : [`${command} found problems`]);
}

/** A check counts as one test, which fails if there are problems. */
function tallyOfProblems(problems: readonly string[], hints: readonly string[] = []): Tally {
  for (const hint of hints) console.log(`hint: ${hint}`);
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? { ...emptyTally, passed: 1 } : { ...emptyTally, failed: [problems.join('\n')] };
}

function freshReportFile(name: string): string {
  const path = join(repositoryRoot, '.cache/reports', name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

function readReport<Report>(path: string, count: (report: Report) => Tally): Tally {
  return existsSync(path) ? count(JSON.parse(readFileSync(path, 'utf8')) as Report) : emptyTally;
}
