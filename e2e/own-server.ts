import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type RunningServer, startServer } from './server.ts';

/** Gives the tests of the calling spec a server of their own, because they move its clock. Starting it takes 15 s. */
export function useOwnServer(): void {
  let server: RunningServer | undefined;
  test.afterAll(() => server?.stop());
  test.use({
    baseURL: async ({ baseURL: _ }, use) => {
      server ??= await startAtTen();
      const { VITRINE_BASE_URL: common = '' } = process.env;
      // The base URL that the helpers of these tests use.
      process.env.VITRINE_BASE_URL = server.baseUrl;
      await use(server.baseUrl);
      process.env.VITRINE_BASE_URL = common;
    },
  });
}

/** Starts a server whose clock is at 10:00 UTC, so that steps pass as many midnights whenever the tests run. */
async function startAtTen(): Promise<RunningServer> {
  const server = await startServer();
  const { baseUrl: origin } = server;
  const day = 86_400;
  const advanceSeconds = day + 10 * 3_600 - (Math.floor(Date.now() / 1_000) % day);
  const headers = { 'content-type': 'application/json', origin };
  const answer = await fetch(`${origin}/sandbox/clock`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ advanceSeconds, settle: true }),
  });
  expect(answer.status).toBe(200);
  return server;
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
