import { runSteps } from './run-steps.ts';
import { staticSteps, unitTests } from './steps.ts';

await runSteps([...staticSteps, unitTests]);
