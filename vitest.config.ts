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

/** Starting Postgres takes seconds, so a run of only these projects does not start it. */
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
const isChosen = (isMeant: (name: string) => boolean) => chosen.length === 0 || chosen.some(isMeant);
const needsDatabase = isChosen((name) => !withoutDatabase.has(name));
const needsPrograms = needsDatabase || isChosen((name) => name === 'signer');

/** Test files that take a minute or more: started last, they would leave one core idle. */
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
  // Modules hold no state between tests, and reloading them for each file takes as long as many of the tests.
  isolate: false,
  // Generous, as a slow machine is not a failure. The benchmarks measure speed.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 30_000 } },
} as const;

/** Projects that Node cannot load natively. Vite's module runner can load them, at more than twice the cost. */
const withJsx = new Set(['ui', 'web', 'console']);
const native = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', pathToFileURL(join(root, 'tools/src/built-programs.ts')).href],
} as const;

export default defineConfig({
  test: {
    // Two more workers than cores: database tests spend half their time waiting for Postgres, and kill tests wait for
    // whole servers.
    maxWorkers: availableParallelism() + 2,
    globalSetup: [
      ...(needsPrograms ? ['tools/src/test-server.ts'] : []),
      ...(needsDatabase ? ['tools/src/test-database.ts'] : []),
    ],
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
