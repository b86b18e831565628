import { type BrowserContext, test as base, expect } from '@playwright/test';
import { withPasskeyDevice } from './passkeys.ts';

/** The number of characters of a page's text that are printed if its test fails. */
const MOST_PRINTED = 6_000;

/**
 * Problems that no page may have: a thrown error, a logged error, or a 5xx response, unless it is a 503 to a read that
 * the page then repeats. Refusals (4xx) are left to the tests.
 */
export interface PageProblems {
  readonly found: string[];
}

/** Playwright's test, with every page watched: page problems fail a test even if all its expectations hold. */
export const test = base.extend<{ pageProblems: PageProblems; passkeySite: string }>({
  // The URL of the site in a browser with a passkey device.
  passkeySite: ({ page }, use) => withPasskeyDevice(page, use),
  pageProblems: [
    async ({ context }, use, testInfo) => {
      // If every request is delayed, the test's timeout is tripled.
      if (process.env.E2E_DELAY) testInfo.slow();
      const found: string[] = [];
      const notRepeated = new Map<string, string>();
      context.on('weberror', (error) => found.push(`uncaught: ${error.error().message}`));
      context.on('console', (message) => {
        // The responses below say which call it was.
        const isResponse = /Failed to load resource.* status of [45]\d\d/.test(message.text());
        if (message.type() === 'error' && !isResponse) found.push(`${message.page()?.url()}: ${message.text()}`);
      });
      context.on('response', (response) => {
        const [status, call] = [response.status(), `${response.request().method()} ${response.url()}`];
        // A busy server asks to be called again, which pages do for reads.
        if (status === 503 && call.startsWith('GET ')) notRepeated.set(call, `${status} ${call}`);
        else if (status >= 500) found.push(`${status} ${call}`);
        else if (status < 400) notRepeated.delete(call);
      });
      await use({ found });
      if (testInfo.status !== testInfo.expectedStatus) await printPages(context);
      expect([...found, ...notRepeated.values()], 'problems of the pages').toEqual([]);
    },
    { auto: true },
  ],
});

/** Prints what the pages of a failed test show, for environments in which its screenshots are not available. */
async function printPages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch(() => '(not readable)');
    console.error(`${page.url()}\n${shown.slice(0, MOST_PRINTED)}`);
  }
}

export { expect } from '@playwright/test';
