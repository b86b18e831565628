import { run } from './run.ts';

/** Cases per endpoint; a run of all tests uses fewer. */
const CASES = process.env.FUZZ_CASES ?? '2000';

process.exitCode = await run('vitest', ['run', '--project', 'server', 'http/fuzz.test'], {
  environment: { FUZZ_CASES: CASES },
});
