import { gzipSync } from 'node:zlib';
import { ensureWebBuild } from '@vitrine/tools/web-build';
import type { Page } from 'playwright-core';
import { busyPercent, desk, openBrowser, phone, slowDown, withPage } from './browser-pages.ts';
import { printFigure } from './figures.ts';
import { serverFile, startServer } from './server-process.ts';

/** Goals in kB of JavaScript and, for some pages, in seconds until the largest contentful paint. */
const pages = [
  { name: 'landing', path: '/', client: false, kilobytes: 150, paint: 1.5 },
  { name: 'signin', path: '/signin', client: false, kilobytes: 205, paint: undefined },
  { name: 'markets', path: '/markets/prices', client: false, kilobytes: 300, paint: undefined },
  { name: 'wallet', path: '/wallet', client: true, kilobytes: 300, paint: undefined },
  { name: 'trade', path: '/trades/spot/BTC', client: true, kilobytes: 300, paint: 3 },
  { name: 'chart', path: '/trades/trade-chart/BTC', client: true, kilobytes: 300, paint: 3 },
  { name: 'futures', path: '/trades/futures/BTC', client: true, kilobytes: 300, paint: 3 },
] as const;

const SHIFT_GOAL = 0.05;
const BUSY_GOAL_PERCENT = 30;
const SLOW_DOWN = 4;
const QUIET_MS = 2000;
const WATCH_SECONDS = 10;

/**
 * Measures a real Chromium on the real server. On a desktop: gzipped kB of JavaScript per page, from any source. On a
 * phone with a CPU four times slower: the largest contentful paint, the layout shift, and how busy the main thread is
 * while the house trades.
 */
async function run(): Promise<void> {
  await ensureWebBuild();
  const server = await startServer(serverFile, '/readyz', { MODE: 'sandbox' });
  const browser = await openBrowser();
  try {
    for (const page of pages) {
      const bytes = await withPage(browser, { ...desk, baseURL: server.url }, page, weigh);
      printFigure(`web ${page.name}`, bytes / 1000, 'kB', 'goal', page.kilobytes);
    }
    for (const page of pages) {
      if (page.paint === undefined) continue;
      const { paintSeconds, shift } = await withPage(browser, { ...phone, baseURL: server.url }, page, watchPaint);
      printFigure(`web ${page.name}-paint`, paintSeconds, 's', 'goal', page.paint);
      printFigure(`web ${page.name}-shift`, shift, 'CLS', 'goal', SHIFT_GOAL);
    }
    for (const page of pages) {
      if (!page.path.startsWith('/trades/')) continue;
      const busy = await withPage(browser, { ...phone, baseURL: server.url }, page, watchMainThread);
      printFigure(`web ${page.name}-busy`, busy, '%', 'goal', BUSY_GOAL_PERCENT);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Gzipped bytes of every script the page requests, until it has requested none for a while. */
async function weigh(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  let lastAt = performance.now();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    lastAt = performance.now();
    sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(path);
  while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(100);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

interface Paint {
  readonly paintSeconds: number;
  readonly shift: number;
}

async function watchPaint(page: Page, path: string): Promise<Paint> {
  await slowDown(page, SLOW_DOWN);
  await page.goto(path);
  await page.waitForTimeout(WATCH_SECONDS * 1000);
  return page.evaluate(async () => {
    type Entry = { readonly startTime: number; readonly value?: number };
    const entries = (type: string) =>
      new Promise<readonly Entry[]>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
        // Browsers have entry types that Node's types lack.
        observer.observe({ type: type as 'mark', buffered: true });
        // An observer is never called if there is no entry of its type.
        setTimeout(() => resolve([]), 1000);
      });
    const paints = await entries('largest-contentful-paint');
    const shifts = await entries('layout-shift');
    return {
      paintSeconds: (paints.at(-1)?.startTime ?? Number.NaN) / 1000,
      shift: shifts.reduce((sum, { value = 0 }) => sum + value, 0),
    };
  });
}

/** Percentage of time for which the main thread is busy after the page has loaded. */
async function watchMainThread(page: Page, path: string): Promise<number> {
  await slowDown(page, SLOW_DOWN);
  await page.goto(path);
  await page.waitForTimeout(WATCH_SECONDS * 1000);
  return busyPercent(page, WATCH_SECONDS);
}

await run();
