import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { builtBenchmark } from '@vitrine/tools/server-build';
import { serverFlags } from '@vitrine/tools/server-flags';

/** `npm run bench -- NAME` runs the file in its own process; arguments after the name are passed on. */
const benchmarks: Readonly<Record<string, { file: string; measures: string }>> = {
  core: { file: 'core.ts', measures: 'operations per second of the core, against the npm package nodejs-order-book' },
  'core-limit': { file: 'core-limit.ts', measures: 'the core, against a bare loop over the same flow' },
  'core-futures': { file: 'core-futures.ts', measures: 'commands per second in a perpetual market, against the goal' },
  'core-futures-storm': {
    file: 'core-futures-storm.ts',
    measures: 'the longest command while 100,000 positions are charged funding and liquidated, against the limit',
  },
  'earn-cut': {
    file: 'earn-cut.ts',
    measures: 'the longest command, and the longest turn, while a day of interest of a million stakes is posted',
  },
  stall: {
    file: 'stall.ts',
    measures: 'the longest single command, quote, view, tick and snapshot start for each kind of attack',
  },
  log: { file: 'log.ts', measures: 'durable commands per second, against raw inserts of the same batches' },
  replay: { file: 'replay.ts', measures: 'commands replayed per second, and seconds until the server is ready' },
  http: { file: 'http.ts', measures: 'durable orders per second over HTTP, against a bare route' },
  hostile: {
    file: 'hostile.ts',
    measures:
      'the slowest orders of other clients while one client sends the worst requests that its limits allow, against an idle server',
  },
  stream: { file: 'stream.ts', measures: 'updates delivered to 1,000 clients, against a bare broadcast' },
  projector: { file: 'projector.ts', measures: 'events per second into the read models, and the lag' },
  start: {
    file: 'start.ts',
    measures: 'seconds from a start on an empty folder to the first page and the first trade',
  },
  web: {
    file: 'web.ts',
    measures: 'what a browser loads for each page; paint, layout shift and main-thread load on a slow phone',
  },
  terminal: {
    file: 'terminal.ts',
    measures:
      'main-thread load, longest frame and response to clicks of the trade pages at 1,000 order book messages a second; with a page’s name (spot, chart, futures), only that page',
  },
  lighthouse: {
    file: 'lighthouse.ts',
    measures:
      'Lighthouse’s scores of accessibility and best practices for the prices and the trade pages; with a page’s name (prices, spot, chart, futures), only that page',
  },
};

/**
 * Benchmarks that run the core in their own process. They are bundled as the server is, which inlines the constants of
 * other modules.
 */
const bundled = new Set([
  'core',
  'core-limit',
  'core-futures',
  'core-futures-storm',
  'earn-cut',
  'stall',
  'log',
  'replay',
  'projector',
]);

const [name = '', ...rest] = process.argv.slice(2);
const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (benchmark === undefined) {
  const list = Object.entries(benchmarks).map(([key, { measures }]) => `  ${key.padEnd(12)}${measures}`);
  console.error(`Usage: npm run bench -- NAME, where NAME is one of\n${list.join('\n')}`);
  process.exitCode = 1;
} else {
  const file = bundled.has(name)
    ? await builtBenchmark(name, `bench/src/${benchmark.file}`)
    : join(import.meta.dirname, benchmark.file);
  // Exposes gc(): benchmarks collect garbage before each measurement, so that none includes the garbage of an earlier
  // one.
  const child = spawn(process.execPath, ['--expose-gc', ...serverFlags, file, ...rest], { stdio: 'inherit' });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
