import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = import.meta.dirname;

/** One project per package: `vitest run --project core` runs the core's tests alone. */
const packages = {
  money: 'packages/money',
  core: 'packages/core',
  sequencer: 'packages/sequencer',
  contract: 'packages/contract',
  addresses: 'packages/addresses',
  chains: 'packages/chains',
  ui: 'packages/ui',
  sim: 'packages/sim',
  signer: 'apps/signer',
  server: 'apps/server',
  web: 'apps/web',
  console: 'apps/console',
  bench: 'bench',
  tools: 'tools',
};

/** Starting Postgres takes seconds: a run of chosen projects that all do without it starts none. */
const withoutDatabase = new Set([
  'money',
  'core',
  'contract',
  'addresses',
  'chains',
  'signer',
  'ui',
  'web',
  'console',
  'tools',
]);
const chosen = process.argv.flatMap((word, index, all) => (word === '--project' ? (all[index + 1] ?? []) : []));
const needsDatabase = chosen.length === 0 || chosen.some((name) => !withoutDatabase.has(name));

/** What takes a minute or more, by the names of such files: begun last, it would leave one core without work. */
const LONG = /(kills?|power-cut|simulation)\.test\.ts$/;

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const common = {
  environment: 'node',
  // Modules hold no state between tests: reloading them for each file would take as long as many of the tests.
  isolate: false,
  // Patient: a slow machine is no finding. What must be fast is measured by the benchmarks.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 30_000 } },
} as const;

/** What Node cannot load by itself: Vite's module runner does it, at more than twice the price. */
const withJsx = new Set(['ui', 'web', 'console']);
const native = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', pathToFileURL(join(root, 'tools/src/built-programs.ts')).href],
} as const;

export default defineConfig({
  test: {
    // Half of a database test is waiting for Postgres, and tests with kills wait for whole servers: two workers more
    // than cores.
    maxWorkers: availableParallelism() + 2,
    globalSetup: needsDatabase ? ['tools/src/test-server.ts', 'tools/src/test-database.ts'] : [],
    sequence: { sequencer: LongFilesFirst },
    projects: Object.entries(packages).map(([name, folder]) => ({
      test: {
        ...common,
        name,
        root: join(root, folder),
        ...(withJsx.has(name) ? {} : native),
        include: ['**/*.test.{ts,tsx}'],
      },
    })),
  },
});
