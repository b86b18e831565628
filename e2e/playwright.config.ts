import { defineConfig } from '@playwright/test';

/** One server for all tests: global-setup.ts starts it and says here, to the workers, where it listens. */
const baseURL = process.env.VITRINE_BASE_URL ?? 'http://127.0.0.1:4000';
const executablePath = process.env.CHROME_PATH;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './global-setup.ts',
  forbidOnly: true,
  retries: 0,
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL,
    // A click that something covers says so, instead of using up the test's time.
    actionTimeout: 30_000,
    // What moves is decoration: the tests wait for what it leads to.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes a third of the time of all tests: `TRACE=on` asks for it.
    trace: process.env.TRACE === 'on' ? 'on' : 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      // The browser talks to this machine alone, and runs as root in containers.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // No page stays open long enough for its code to be optimized: trying takes a tenth of the processors' time.
        '--js-flags=--no-opt --no-maglev',
        // A camera that is there, and allowed.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // What only a desk has, and what a phone would only repeat: the dialogs others go through at this width.
      grepInvert: /@desk/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
