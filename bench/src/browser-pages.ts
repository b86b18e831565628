import { findBrowser } from '@vitrine/tools/browser';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

export const desk: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
export const browserFlags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
/** A client that exists in every new sandbox. */
const somebody = { username: 'alice@example.com', password: 'alice-looks-around' };

export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await findBrowser(), args: browserFlags });

export interface Visit {
  readonly path: string;
  /** Whether the visitor is signed in. */
  readonly client: boolean;
}

/** Opens a page in a fresh browser profile, so that nothing is cached. */
export async function withPage<Figure>(
  browser: Browser,
  options: BrowserContextOptions,
  { path, client }: Visit,
  measure: (page: Page, path: string) => Promise<Figure>,
): Promise<Figure> {
  const context = await browser.newContext(options);
  try {
    if (client) await signIn(context, options.baseURL ?? '');
    return await measure(await context.newPage(), path);
  } finally {
    await context.close();
  }
}

export async function signIn(context: BrowserContext, origin: string): Promise<void> {
  const answer = await context.request.post(`${origin}/api/v3/login`, { data: somebody, headers: { origin } });
  if (!answer.ok()) throw new Error(`signing in returned ${answer.status()}`);
}

/** Makes the page's main thread this many times slower. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
}

/**
 * Waits for `seconds`, and returns the percentage of them in which the page's main thread worked. It is measured in the
 * thread's own CPU time, so that the load of other processes does not count.
 */
export async function busyPercent(page: Page, seconds: number): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const workedSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await workedSeconds();
  const startedAt = performance.now();
  await page.waitForTimeout(seconds * 1000);
  const worked = (await workedSeconds()) - before;
  await session.detach();
  return (worked / ((performance.now() - startedAt) / 1000)) * 100;
}
