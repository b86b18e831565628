import { statfsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** One server for all tests: global-setup.ts starts it and sets its URL for the workers. */
const baseURL = process.env.VITRINE_BASE_URL ?? 'http://127.0.0.1:4000';
const executablePath = process.env.CHROME_PATH;

/**
 * The minimum free space in /dev/shm for the browser to use it. By default, Playwright makes the browser's processes
 * share memory through files on disk, as /dev/shm may be small in containers; using /dev/shm takes 5% less CPU time.
 */
const ENOUGH_BYTES = 2 * 1024 ** 3;
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/** The tests that move the server's clock (see clock-server.ts). */
const CLOCK = /\/(auto-invest|dual|earn|minings)\.spec\.ts$/;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './global-setup.ts',
  forbidOnly: true,
  retries: 0,
  // Two more workers than most machines have cores, because pages spend time waiting: for responses, blocks and codes.
  workers: 4,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL,
    // Each worker keeps its browser context and clears it between tests: loading a page into a new one takes twice the
    // CPU time.
    reuseContext: true,
    // Without a timeout, a click on a covered element would use up the test's time instead of failing with an
    // explanation.
    actionTimeout: 30_000,
    // Animations are off, so that tests do not have to wait for their end.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording traces takes a third of the time of all tests; enable it with `TRACE=on`.
    trace: process.env.TRACE === 'on' ? 'on' : 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
    // Only one test uses the service worker. In the others, it would store the app's files again in each test,
    // which takes 5% of the CPU time.
    serviceWorkers: 'block',
    launchOptions: {
      ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
      ...(executablePath === undefined ? {} : { executablePath }),
      // --no-sandbox: in containers, the browser runs as root, for which Chromium's sandbox does not work. The browser
      // connects only to this machine.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // No page stays open long enough for optimized code to pay off: optimizing takes a tenth of the CPU time.
        '--js-flags=--no-opt --no-maglev',
        // One process for a worker's pages instead of two for each page, as starting one takes a tenth of a second.
        '--renderer-process-limit=1',
        '--disable-site-isolation-trials',
        // A fake camera, with permission to use it.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
  projects: [
    // On a server of their own, one after the other; first, so that the other workers do not have to wait for them.
    { name: 'clock', testMatch: CLOCK, workers: 1, use: { viewport: { width: 1440, height: 900 } } },
    // Skips tests that only do on a phone what others do here in more detail.
    { name: 'desktop', testIgnore: CLOCK, grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testIgnore: CLOCK,
      // Skips tests of desktop-only features, and tests that a phone would only repeat, as other tests use the same
      // dialogs at this width.
      grepInvert: /@desk/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
