import { findBrowser } from './browser.ts';
import { runSteps } from './run-steps.ts';
import { browserTests, staticSteps, unitTests } from './steps.ts';

// Fetching a browser takes more than a minute on a machine that has none, so it begins now. If it fails, the browser
// tests report why.
findBrowser().catch(() => undefined);
await runSteps([...staticSteps, unitTests, browserTests]);
