/** What one runner counted. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly string[];
}

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: [] };

export function sumTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
    skipped: tallies.flatMap((tally) => tally.skipped),
  };
}

/** The last line of `npm test`, which other programs read. */
export function summaryLine(tally: Tally): string {
  return `${tally.passed} passed, ${tally.failed} failed, ${tally.skipped.length} skipped`;
}

/** A runner that ended badly without naming a failed test, or that ran nothing, is one failure, never a silent success. */
export function withRunnerVerdict(tally: Tally, exitCode: number): Tally {
  const ranNothing = tally.passed + tally.failed === 0;
  const crashed = exitCode !== 0 && tally.failed === 0;
  return ranNothing || crashed ? { ...tally, failed: tally.failed + 1 } : tally;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Counts a Vitest JSON report. A file that failed to load counts as one failure, although no test of it ran. */
export function countVitest(report: VitestReport): Tally {
  const tallies = report.testResults.map((file): Tally => {
    const having = (status: string) => file.assertionResults.filter((result) => result.status === status);
    const failed = having('failed').length;
    const passed = having('passed').length;
    return {
      passed,
      failed: failed === 0 && file.status === 'failed' ? 1 : failed,
      skipped: file.assertionResults
        .filter((result) => result.status !== 'passed' && result.status !== 'failed')
        .map((result) => result.fullName),
    };
  });
  return sumTallies(tallies);
}

interface PlaywrightSuite {
  readonly title: string;
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly { readonly projectName: string; readonly status: string }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly unknown[];
}

/** Counts a Playwright JSON report. An error outside any test counts as a failure; so does a test that passed on a retry only. */
export function countPlaywright(report: PlaywrightReport): Tally {
  const tests = report.suites.flatMap((suite) => suiteTests(suite));
  return {
    passed: tests.filter((test) => test.status === 'expected').length,
    failed:
      tests.filter((test) => test.status === 'unexpected' || test.status === 'flaky').length + report.errors.length,
    skipped: tests.filter((test) => test.status === 'skipped').map((test) => test.name),
  };
}

function suiteTests(suite: PlaywrightSuite): { name: string; status: string }[] {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => ({ name: `[${test.projectName}] ${suite.title} ${spec.title}`, status: test.status })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(suiteTests)];
}
