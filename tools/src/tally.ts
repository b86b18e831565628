import { stripVTControlCharacters } from 'node:util';

/** One runner's counts, with the names of failed and skipped tests, and the beginning of each failure's message. */
export interface Tally {
  readonly passed: number;
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
}

export const emptyTally: Tally = { passed: 0, failed: [], skipped: [] };

/**
 * The number of lines of a failure's message that are reported: enough to see what went wrong if only the end of a
 * run's output is available.
 */
const MESSAGE_LINES = 12;

export function sumTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.flatMap((tally) => tally.failed),
    skipped: tallies.flatMap((tally) => tally.skipped),
  };
}

/** The last line of `npm test`, which other programs read. */
export function summaryLine(tally: Tally): string {
  return `${tally.passed} passed, ${tally.failed.length} failed, ${tally.skipped.length} skipped`;
}

/** If a runner exited with an error without naming a failed test, or ran nothing, that counts as one failure. */
export function withRunnerVerdict(tally: Tally, exitCode: number): Tally {
  if (tally.failed.length > 0) return tally;
  if (tally.passed === 0) return { ...tally, failed: ['no tests were run'] };
  return exitCode === 0
    ? tally
    : { ...tally, failed: [`the runner exited with code ${exitCode} without reporting a failed test`] };
}

function failure(name: string, messages: readonly (string | undefined)[] = []): string {
  const lines = messages.flatMap((message) => stripVTControlCharacters(message ?? '').split('\n'));
  return [name, ...lines.slice(0, MESSAGE_LINES).map((line) => `  ${line}`)].join('\n');
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Counts a Vitest JSON report. A file that failed to load counts as one failure, although none of its tests ran. */
export function countVitest(report: VitestReport): Tally {
  const tallies = report.testResults.map((file): Tally => {
    const having = (status: string) => file.assertionResults.filter((result) => result.status === status);
    const failed = having('failed').map((test) => failure(`${file.name}: ${test.fullName}`, test.failureMessages));
    return {
      passed: having('passed').length,
      failed: failed.length === 0 && file.status === 'failed' ? [failure(file.name, [file.message])] : failed,
      skipped: file.assertionResults
        .filter((result) => result.status !== 'passed' && result.status !== 'failed')
        .map((result) => result.fullName),
    };
  });
  return sumTallies(tallies);
}

interface PlaywrightError {
  readonly message?: string;
}

interface PlaywrightTest {
  readonly projectName: string;
  readonly status: string;
  readonly results?: readonly { readonly errors?: readonly PlaywrightError[] }[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly PlaywrightTest[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly PlaywrightError[];
}

/** Counts a Playwright JSON report. Errors outside tests and tests that passed only on a retry count as failures. */
export function countPlaywright(report: PlaywrightReport): Tally {
  const tests = report.suites.flatMap((suite) => suiteTests(suite));
  const having = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status));
  return {
    passed: having('expected').length,
    failed: [
      ...having('unexpected', 'flaky').map(({ name, messages }) => failure(name, messages)),
      ...report.errors.map(({ message }) => failure('outside any test', [message])),
    ],
    skipped: having('skipped').map(({ name }) => name),
  };
}

function suiteTests(suite: PlaywrightSuite): { name: string; status: string; messages: (string | undefined)[] }[] {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map(({ projectName, status, results = [] }) => ({
      name: `[${projectName}] ${suite.title} ${spec.title}`,
      status,
      messages: results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)),
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(suiteTests)];
}
