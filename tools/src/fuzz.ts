import { run } from './run.ts';

/** How often each endpoint is tried; a run of all tests makes do with fewer. */
const CASES = process.env.FUZZ_CASES ?? '2000';

process.exitCode = await run('vitest', ['run', '--project', 'server', 'http/fuzz.test'], {
  environment: { FUZZ_CASES: CASES },
});
