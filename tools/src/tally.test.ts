import { expect, test } from 'vitest';
import { countPlaywright, countVitest, summaryLine, sumTallies, withRunnerVerdict } from './tally.ts';

const vitestFile = (status: string, ...statuses: string[]) => ({
  name: 'a.test.ts',
  status,
  message: 'no such module',
  assertionResults: statuses.map((each, index) => ({
    fullName: `test ${index}`,
    status: each,
    failureMessages: each === 'failed' ? ['\u001b[31mexpected 1 to be 2\u001b[39m\nat line 3'] : [],
  })),
});

const playwrightSuite = (...statuses: string[]) => ({
  title: 'a.spec.ts',
  specs: statuses.map((status) => ({
    title: 'works',
    tests: [{ projectName: 'phone', status, results: [{ errors: [{ message: 'no button' }] }] }],
  })),
});

test('Vitest: passed, failed, and skipped or todo tests are counted', () => {
  const report = {
    testResults: [vitestFile('failed', 'passed', 'failed', 'pending'), vitestFile('passed', 'passed', 'todo')],
  };
  expect(countVitest(report)).toEqual({
    passed: 2,
    failed: ['a.test.ts: test 1\n  expected 1 to be 2\n  at line 3'],
    skipped: ['test 2', 'test 1'],
  });
});

test('Vitest: a file that could not be loaded is one failure', () => {
  const failed = ['a.test.ts\n  no such module'];
  expect(countVitest({ testResults: [vitestFile('failed')] })).toEqual({ passed: 0, failed, skipped: [] });
});

test('Playwright: a test that passed only on a retry counts as failed, and so does an error outside tests', () => {
  const report = {
    suites: [{ ...playwrightSuite('expected'), suites: [playwrightSuite('unexpected', 'skipped', 'flaky')] }],
    errors: [{ message: 'no server' }],
  };
  const failedTest = '[phone] a.spec.ts works\n  no button';
  expect(countPlaywright(report)).toEqual({
    passed: 1,
    failed: [failedTest, failedTest, 'outside any test\n  no server'],
    skipped: ['[phone] a.spec.ts works'],
  });
});

test('a long failure message is cut to its beginning', () => {
  const long = { ...vitestFile('failed'), message: 'line\n'.repeat(50) };
  expect(countVitest({ testResults: [long] }).failed[0]?.split('\n')).toHaveLength(13);
});

test('a runner that crashed or ran nothing counts as failed', () => {
  const passed = { passed: 3, failed: [], skipped: [] };
  expect(withRunnerVerdict(passed, 1).failed).toHaveLength(1);
  expect(withRunnerVerdict({ passed: 0, failed: [], skipped: ['a'] }, 0).failed).toHaveLength(1);
  expect(withRunnerVerdict(passed, 0).failed).toHaveLength(0);
  expect(withRunnerVerdict({ ...passed, failed: ['a', 'b'] }, 1).failed).toEqual(['a', 'b']);
});

test('the last line of the tally has the totals', () => {
  const tally = { passed: 2, failed: ['b'], skipped: ['a'] };
  expect(summaryLine(sumTallies([tally, tally]))).toBe('4 passed, 2 failed, 2 skipped');
});
