import { loadavg } from 'node:os';
import { ensureWebBuild } from '@vitrine/tools/web-build';
import type { Locator, Page } from 'playwright-core';
import { startBookFlow } from './book-flow.ts';
import { busyPercent, desk, openBrowser, slowDown, withPage } from './browser-pages.ts';
import { printFigure } from './figures.ts';
import { serverFile, startServer } from './server-process.ts';

const terminals = [
  { name: 'spot', path: '/trades/spot/BTC', client: true },
  { name: 'chart', path: '/trades/trade-chart/BTC', client: true },
  { name: 'futures', path: '/trades/futures/BTC', client: true },
] as const;

const MESSAGES_PER_SECOND = 1_000;
const SLOW_DOWN = 4;
const SETTLE_MS = 8_000;
const WATCH_SECONDS = 10;
/**
 * The number of measured rounds of interactions. An unmeasured round before them loads the code that the interactions
 * need.
 */
const ROUNDS = 3;
const PAUSE_MS = 150;
const goals = { busyPercent: 10, slowBusyPercent: 30, frameMs: 34, interactionMs: 50 } as const;

/**
 * Opens the terminals in a real Chromium while their order books receive 1,000 messages a second. At full speed: how
 * busy the main thread is, and the longest frame. With a CPU four times slower: how busy it is, and the interaction to
 * next paint (INP) that 98% of the clicks and keys stay below; and the same for a bare page with as many elements, which
 * is what this machine allows.
 */
async function run(): Promise<void> {
  await ensureWebBuild();
  const server = await startServer(serverFile, '/readyz', { MODE: 'sandbox' });
  const flow = await startBookFlow(server.url, MESSAGES_PER_SECOND, ownPage);
  const browser = await openBrowser();
  console.log(`load average before: ${loadavg()[0]?.toFixed(2)}`);
  try {
    const [, , only] = process.argv;
    for (const terminal of terminals.filter(({ name }) => only === undefined || only === name)) {
      const figures = await withPage(browser, { ...desk, baseURL: flow.url }, terminal, (page, path) =>
        measure(page, path, flow.sent),
      );
      const { name } = terminal;
      console.log(
        `${name}: ${Math.round(figures.messagesPerSecond)} book messages/s, ${figures.interactions} interactions, load average ${loadavg()[0]?.toFixed(2)}`,
      );
      printFigure(`terminal ${name}-busy`, figures.busy, '%', 'goal', goals.busyPercent);
      printFigure(`terminal ${name}-frame`, figures.frameMs, 'ms', 'goal', goals.frameMs);
      printFigure(`terminal ${name}-busy-slow`, figures.slowBusy, '%', 'goal', goals.slowBusyPercent);
      printFigure(`terminal ${name}-inp-slow`, figures.interactionMs, 'ms', 'goal', goals.interactionMs);
      const bare = { path: `${BARE}${figures.nodes}`, client: true };
      const bareMs = await withPage(browser, { ...desk, baseURL: flow.url }, bare, measureBare);
      printFigure(`terminal ${name}-inp-bare`, bareMs, 'ms', 'goal', goals.interactionMs);
    }
  } finally {
    await browser.close();
    await flow.stop();
    await server.stop();
  }
}

interface Figures {
  readonly messagesPerSecond: number;
  readonly busy: number;
  readonly frameMs: number;
  readonly slowBusy: number;
  readonly interactions: number;
  readonly interactionMs: number;
  /** The number of elements of the page. */
  readonly nodes: number;
}

async function measure(page: Page, path: string, sent: () => number): Promise<Figures> {
  await page.goto(path);
  await page.locator('[data-panel="book"] [role="option"]').first().waitFor();
  const targets = await findTargets(page);
  await interact(page, targets);
  await page.waitForTimeout(SETTLE_MS);
  const [sentBefore, startedAt] = [sent(), performance.now()];
  const busy = await busyPercent(page, WATCH_SECONDS);
  const messagesPerSecond = ((sent() - sentBefore) / (performance.now() - startedAt)) * 1_000;
  const frameMs = await longestFrame(page);
  await slowDown(page, SLOW_DOWN);
  await page.waitForTimeout(SETTLE_MS / 2);
  const slowBusy = await busyPercent(page, WATCH_SECONDS);
  await watchInteractions(page);
  let interactions = 0;
  for (let round = 0; round < ROUNDS; round++) interactions += await interact(page, targets);
  const interactionMs = await slowestInteraction(page, interactions);
  const nodes = await page.locator('*').count();
  return { messagesPerSecond, busy, frameMs, slowBusy, interactions, interactionMs, nodes };
}

/** The path of the bare page, followed by the number of its elements. */
const BARE = '/bare/';
const ownPage = (path: string): string | undefined =>
  path.startsWith(BARE) ? barePage(Number(path.slice(BARE.length)), 'BTCUSDT') : undefined;
/** The number of measured clicks on the bare page. */
const BARE_CLICKS = 90;

/**
 * Interaction to next paint (INP) of what any page on this machine and CPU needs at least: a page with as many elements
 * whose worker receives the same book messages, and whose only button changes one text.
 */
async function measureBare(page: Page, path: string): Promise<number> {
  await page.goto(path);
  await page.waitForFunction('Number(document.title) > 1000');
  await slowDown(page, SLOW_DOWN);
  await page.waitForTimeout(SETTLE_MS / 2);
  await watchInteractions(page);
  const [button] = await centersOf([page.getByRole('button')]);
  if (button === undefined) throw new Error('the bare page has no button');
  for (let click = 0; click < BARE_CLICKS; click++) {
    await page.mouse.click(...button);
    await page.waitForTimeout(PAUSE_MS);
  }
  return slowestInteraction(page, BARE_CLICKS);
}

/** A page whose title becomes the number of received messages once that is above 1,000. */
const barePage = (nodes: number, market: string): string => `<!doctype html>
<button type="button" onclick="said.textContent = ++clicks">Click</button><p id="said">0</p>
${'<div><span>1.00</span></div>'.repeat(Math.round(nodes / 2))}
<script>
let clicks = 0;
const receive = () => {
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/stream');
  let count = 0;
  socket.onopen = () => socket.send(JSON.stringify({ op: 'subscribe', channel: 'book', name: '${market}' }));
  socket.onmessage = ({ data }) => {
    JSON.parse(data);
    if (++count === 1001) postMessage(count);
  };
};
const worker = new Worker(URL.createObjectURL(new Blob(['(' + receive + ')()'])));
worker.onmessage = ({ data }) => (document.title = data);
</script>`;

/** The longest time between two frames, in ms. */
const longestFrame = (page: Page): Promise<number> =>
  page.evaluate(
    (ms) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now();
        let last = Number.NaN;
        let longest = 0;
        const next = (now: number) => {
          if (now - last > longest) longest = now - last;
          last = now;
          if (now - startedAt < ms) requestAnimationFrame(next);
          else resolve(longest);
        };
        requestAnimationFrame(next);
      }),
    WATCH_SECONDS * 1_000,
  );

type Point = readonly [x: number, y: number];

interface Targets {
  readonly levels: readonly Point[];
  readonly others: readonly Point[];
  /** Whether the page has an order form; otherwise, a click on a level opens one in a dialog. */
  readonly hasForm: boolean;
}

/**
 * What a trader clicks: levels of the book, tabs of the lists, sides and kinds of orders, and time frames. Their
 * positions are looked up only once, so that nothing but the page's own code runs during the measurement.
 */
async function findTargets(page: Page): Promise<Targets> {
  const levels = page.locator('[data-panel="book"] [role="option"]');
  const count = await levels.count();
  return {
    levels: await centersOf([0.1, 0.3, 0.45, 0.6, 0.8].map((share) => levels.nth(Math.floor(count * share)))),
    others: await centersOf([
      ...(await page.locator('[data-panel="orders"] [role="tab"], [data-panel="positions"] [role="tab"]').all()),
      ...(await page.locator('[data-panel="ticket"] fieldset button[aria-pressed]:not([aria-haspopup])').all()),
      ...(await page
        .locator('[data-panel="chart"] fieldset')
        .getByRole('button', { name: /^\d+[mhd]$/ })
        .all()),
    ]),
    hasForm: await page.locator('[data-panel="ticket"]').isVisible(),
  };
}

async function centersOf(places: readonly Locator[]): Promise<Point[]> {
  const points: Point[] = [];
  for (const place of places) {
    const box = (await place.isVisible()) && (await place.isEnabled()) ? await place.boundingBox() : null;
    if (box) points.push([box.x + box.width / 2, box.y + box.height / 2]);
  }
  return points;
}

/** Clicks each target and types an amount. Returns the number of interactions. */
async function interact(page: Page, { levels, others, hasForm }: Targets): Promise<number> {
  let count = 0;
  const act = async (action: Promise<void>) => {
    await action;
    await page.waitForTimeout(PAUSE_MS);
    count += 1;
  };
  for (const level of levels) {
    await act(page.mouse.click(...level));
    if (!hasForm) await act(page.keyboard.press('Escape'));
  }
  for (const other of others) await act(page.mouse.click(...other));
  if (!hasForm) return count;
  const [amount] = await centersOf([page.getByRole('textbox', { name: 'Amount' }).first()]);
  if (amount === undefined) throw new Error('the order form has no amount');
  await act(page.mouse.click(...amount));
  for (const key of ['Control+A', '0', '.', '0', '1', '2', 'Backspace', '5']) await act(page.keyboard.press(key));
  return count;
}

declare global {
  // Browsers have this function, but Node's types lack it.
  function requestAnimationFrame(frame: (now: number) => void): number;
  /** The longest event of each interaction so far, in ms. */
  var interactionMs: Map<number, number>;
}

const watchInteractions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    globalThis.interactionMs = new Map();
    type Timing = { readonly duration: number; readonly interactionId: number };
    const observer = new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as unknown as Timing[])
        if (interactionId > 0)
          interactionMs.set(interactionId, Math.max(duration, interactionMs.get(interactionId) ?? 0));
    });
    // Browsers have entry types and options that Node's types lack.
    const options = { type: 'event', durationThreshold: 16 } as unknown as { type: 'mark' };
    observer.observe(options);
  });

/** The duration in ms that 98% of the interactions stay below. */
async function slowestInteraction(page: Page, interactions: number): Promise<number> {
  await page.waitForTimeout(1_000);
  const durations = await page.evaluate(() => [...interactionMs.values()]);
  // The browser does not report interactions shorter than 16 ms: they are counted as 16 ms.
  const sorted = [...durations, ...Array<number>(Math.max(0, interactions - durations.length)).fill(16)].sort(
    (a, b) => a - b,
  );
  return sorted[Math.ceil(sorted.length * 0.98) - 1] ?? Number.NaN;
}

await run();
