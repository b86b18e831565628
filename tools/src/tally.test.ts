import { expect, test } from 'vitest';
import { countPlaywright, countVitest, summaryLine, sumTallies, withRunnerVerdict } from './tally.ts';

const vitestFile = (status: string, ...statuses: string[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: statuses.map((each, index) => ({ fullName: `test ${index}`, status: each })),
});

const playwrightSuite = (...statuses: string[]) => ({
  title: 'a.spec.ts',
  specs: statuses.map((status) => ({ title: 'works', tests: [{ projectName: 'phone', status }] })),
});

test('Vitest: passed, failed, and skipped or undone tests are counted', () => {
  const report = {
    testResults: [vitestFile('failed', 'passed', 'failed', 'pending'), vitestFile('passed', 'passed', 'todo')],
  };
  expect(countVitest(report)).toEqual({ passed: 2, failed: 1, skipped: ['test 2', 'test 1'] });
});

test('Vitest: a file that could not be loaded is one failure', () => {
  expect(countVitest({ testResults: [vitestFile('failed')] })).toEqual({ passed: 0, failed: 1, skipped: [] });
});

test('Playwright: a test that passed on a second try only has failed, and so has an error outside tests', () => {
  const report = {
    suites: [{ ...playwrightSuite('expected'), suites: [playwrightSuite('unexpected', 'skipped', 'flaky')] }],
    errors: ['no server'],
  };
  expect(countPlaywright(report)).toEqual({ passed: 1, failed: 3, skipped: ['[phone] a.spec.ts works'] });
});

test('a runner that crashed or ran nothing has failed', () => {
  expect(withRunnerVerdict({ passed: 3, failed: 0, skipped: [] }, 1).failed).toBe(1);
  expect(withRunnerVerdict({ passed: 0, failed: 0, skipped: ['a'] }, 0).failed).toBe(1);
  expect(withRunnerVerdict({ passed: 3, failed: 0, skipped: [] }, 0).failed).toBe(0);
  expect(withRunnerVerdict({ passed: 3, failed: 2, skipped: [] }, 1).failed).toBe(2);
});

test('the last line names the sums', () => {
  const tally = { passed: 2, failed: 1, skipped: ['a'] };
  expect(summaryLine(sumTallies([tally, tally]))).toBe('4 passed, 2 failed, 2 skipped');
});
