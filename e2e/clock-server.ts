import type { Page } from '@playwright/test';
import { test as common, expect } from './fixtures.ts';
import { type RunningServer, startServer } from './server.ts';

const DAY_SECONDS = 86_400;
const TEN_SECONDS = 10 * 3_600;

/**
 * For tests that move the server's clock: they run on a second server, one after the other (the project `clock`),
 * because the other tests need a clock that runs evenly. Each test begins at about 10:00 UTC, so that its steps pass as
 * many midnights whenever it runs.
 */
export const test = common.extend<object, { clockServer: RunningServer }>({
  clockServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ clockServer: { baseUrl } }, use) => {
    await moveToTen(baseUrl);
    const { VITRINE_BASE_URL: others = '' } = process.env;
    // The base URL that the helpers of these tests use.
    process.env.VITRINE_BASE_URL = baseUrl;
    await use(baseUrl);
    process.env.VITRINE_BASE_URL = others;
  },
});

/** Moves the clock to the next 10:00 UTC, unless that is less than half an hour ago. */
async function moveToTen(origin: string): Promise<void> {
  const seconds: number = await (await fetch(`${origin}/api/v3/time`)).json();
  const afterTen = (seconds + DAY_SECONDS - TEN_SECONDS) % DAY_SECONDS;
  if (afterTen < 1_800) return;
  const answer = await fetch(`${origin}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ advanceSeconds: DAY_SECONDS - afterTen, settle: true }),
  });
  expect(await answer.json()).toMatchObject({ settled: true });
}

/** Moves the sandbox's clock, and waits until everything that is due has been settled. */
export async function passHours(page: Page, hours: number): Promise<void> {
  const answer = await page.request.post('/sandbox/clock', {
    data: { advanceSeconds: hours * 3_600, settle: true },
    headers: { origin: process.env.VITRINE_BASE_URL ?? '' },
  });
  expect(await answer.json()).toMatchObject({ settled: true });
}

export const passDays = (page: Page, days: number): Promise<void> => passHours(page, days * 24);
