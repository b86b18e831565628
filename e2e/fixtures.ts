import { test as base, expect } from '@playwright/test';

/** What a page must not do: throw, log an error, or get a 5xx. Refusals (4xx) are left to the tests. */
export interface PageProblems {
  readonly found: string[];
}

/** Playwright's test, with every page watched: page problems fail a test even if all its expectations hold. */
export const test = base.extend<{ pageProblems: PageProblems }>({
  pageProblems: [
    async ({ context }, use, testInfo) => {
      // If every request is delayed, the test's timeout is tripled.
      if (process.env.E2E_DELAY) testInfo.slow();
      const found: string[] = [];
      context.on('weberror', (error) => found.push(`uncaught: ${error.error().message}`));
      context.on('console', (message) => {
        const isRefusal = /Failed to load resource.* status of 4\d\d/.test(message.text());
        if (message.type() === 'error' && !isRefusal) found.push(`${message.page()?.url()}: ${message.text()}`);
      });
      context.on('response', (response) => {
        if (response.status() >= 500)
          found.push(`${response.status()} ${response.request().method()} ${response.url()}`);
      });
      await use({ found });
      expect(found, 'problems of the pages').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
