import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '@vitrine/tools/browser';
import { ensureWebBuild } from '@vitrine/tools/web-build';
import lighthouse, { desktopConfig, type Flags, type Result } from 'lighthouse';
import { chromium } from 'playwright-core';
import { browserFlags, signIn } from './browser-pages.ts';
import { printFigure } from './figures.ts';
import { freePort, serverFile, startServer } from './server-process.ts';

const devices = ['desktop', 'phone'] as const;
type Device = (typeof devices)[number];
type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

interface PageGoals {
  readonly name: string;
  readonly path: string;
  /** Whether the page is opened by a signed-in client. */
  readonly client: boolean;
  readonly devices: readonly Device[];
  /** The least score of each category that is measured, out of 100. */
  readonly goals: Partial<Record<Category, number>>;
}

const all = (goal: number) => ({ performance: goal, accessibility: goal, 'best-practices': goal, seo: goal });
const usable = { accessibility: 95, 'best-practices': 95 };
/** Terminals redraw all the time, for which Lighthouse's measure of performance is not meant; `bench terminal` is. */
const pages: readonly PageGoals[] = [
  { name: 'landing', path: '/', client: false, devices: ['phone'], goals: all(95) },
  { name: 'price', path: '/price/BTC', client: false, devices: ['phone'], goals: all(90) },
  { name: 'home', path: '/home', client: true, devices: ['phone'], goals: all(90) },
  { name: 'earn', path: '/wallet/earn', client: true, devices: ['phone'], goals: all(90) },
  { name: 'prices', path: '/markets/prices', client: true, devices, goals: usable },
  { name: 'spot', path: '/trades/spot/BTC', client: true, devices, goals: usable },
  { name: 'chart', path: '/trades/trade-chart/BTC', client: true, devices, goals: usable },
  { name: 'futures', path: '/trades/futures/BTC', client: true, devices, goals: usable },
];
/**
 * How long Lighthouse waits for a page to load. It always waits that long, because the pages show live figures and so
 * never become idle.
 */
const LOAD_MS = 15_000;

/**
 * Lighthouse’s scores of pages for visitors and for a signed-in client, and what each page lost points for. Performance
 * is that of Lighthouse's simulated phone.
 */
async function run(): Promise<void> {
  await ensureWebBuild();
  const server = await startServer(serverFile, '/readyz', { MODE: 'sandbox' });
  const profile = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const port = await freePort();
  // Lighthouse opens its tabs in the browser's own profile, in which the client is signed in.
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    args: [...browserFlags, `--remote-debugging-port=${port}`],
  });
  try {
    const [, , only] = process.argv;
    const chosen = pages.filter(({ name }) => only === undefined || only === name);
    for (const page of chosen.filter(({ client }) => !client)) await measure(page, server.url, port);
    await signIn(browser, server.url);
    for (const page of chosen.filter(({ client }) => client)) await measure(page, server.url, port);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function measure({ name, path, devices, goals }: PageGoals, origin: string, port: number): Promise<void> {
  for (const device of devices) {
    const categories = Object.keys(goals) as Category[];
    const result = await examine(origin + path, port, device, categories);
    for (const category of categories) {
      for (const fault of faultsOf(result, category)) console.log(`${name} on a ${device}: ${fault}`);
      const score = (result.categories[category]?.score ?? 0) * 100;
      printFigure(`lighthouse ${name}-${device}-${category}`, score, 'points', 'goal', goals[category] ?? 0);
    }
  }
}

async function examine(url: string, port: number, device: Device, categories: Category[]): Promise<Result> {
  const flags: Flags = {
    port,
    onlyCategories: categories,
    disableStorageReset: true,
    throttlingMethod: categories.includes('performance') ? 'simulate' : 'provided',
    maxWaitForLoad: LOAD_MS,
    logLevel: 'error',
  };
  const outcome = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined);
  if (outcome === undefined) throw new Error(`Lighthouse returned nothing for ${url}`);
  if (outcome.lhr.runtimeError) throw new Error(outcome.lhr.runtimeError.message);
  return outcome.lhr;
}

/** The audits that reduce the score of a category, with the first elements or messages concerned. */
function faultsOf({ audits, categories }: Result, category: string): string[] {
  return (categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]?.title} ${JSON.stringify(audits[id]?.details ?? {}).slice(0, 600)}`);
}

await run();
