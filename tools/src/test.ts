import { runSteps } from './run-steps.ts';
import { browserTests, staticSteps, unitTests } from './steps.ts';

await runSteps([...staticSteps, unitTests, browserTests]);
