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

const pages = [
  { name: 'prices', path: '/markets/prices' },
  { name: 'spot', path: '/trades/spot/BTC' },
  { name: 'chart', path: '/trades/trade-chart/BTC' },
  { name: 'futures', path: '/trades/futures/BTC' },
] as const;
const devices = ['desktop', 'phone'] as const;
const categories = ['accessibility', 'best-practices'] as const;
const GOAL = 95;
/**
 * How long Lighthouse waits for a page to load. It always waits that long, because the pages show live figures and so
 * never become idle.
 */
const LOAD_MS = 15_000;

/** Lighthouse’s scores of the pages of a signed-in client, and what each page lost points for. */
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
    await signIn(browser, server.url);
    const [, , only] = process.argv;
    for (const { name, path } of pages.filter((page) => only === undefined || only === page.name))
      for (const device of devices) {
        const result = await examine(server.url + path, port, device);
        for (const category of categories) {
          for (const fault of faultsOf(result, category)) console.log(`${name} on a ${device}: ${fault}`);
          const score = (result.categories[category]?.score ?? 0) * 100;
          printFigure(`lighthouse ${name}-${device}-${category}`, score, 'points', 'goal', GOAL);
        }
      }
  } finally {
    await browser.close();
    await server.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function examine(url: string, port: number, device: (typeof devices)[number]): Promise<Result> {
  const flags: Flags = {
    port,
    onlyCategories: [...categories],
    disableStorageReset: true,
    throttlingMethod: 'provided',
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
