import { expect, test } from 'vitest';
import { checkLayers, unusedAllowances } from './layers.ts';

const manifest = (name: string, more: object = {}) => JSON.stringify({ name, exports: './src/index.ts', ...more });

const repository = {
  'package.json': JSON.stringify({ name: 'vitrine', devDependencies: { vitest: '1' } }),
  'packages/money/package.json': manifest('@vitrine/money'),
  'packages/money/src/index.ts': 'export const money = 1;',
  'packages/core/package.json': manifest('@vitrine/core', { dependencies: { '@vitrine/money': '1' } }),
  'packages/core/src/index.ts': "import { money } from '@vitrine/money';\nexport const core = money;",
  'apps/server/package.json': manifest('@vitrine/server', { exports: undefined, dependencies: { fastify: '1' } }),
  'apps/server/src/server.ts':
    "import fastify from 'fastify';\nimport { wire } from './wiring/wire.ts';\nexport const app = [fastify, wire];",
  'apps/server/src/wiring/wire.ts': 'export const wire = 1;',
  'apps/server/src/projections/tables/trades.ts': 'export const trades = 1;',
  'apps/web/package.json': manifest('@vitrine/web', { exports: undefined }),
  'apps/web/src/routes/home.tsx':
    "import { Trade } from '../features/trade/ticket/trade.tsx';\nexport const Home = <Trade />;",
  'apps/web/src/features/trade/ticket/trade.tsx':
    "import { Part } from './part.tsx';\nimport { pace } from '../shared/pace.ts';\nexport const Trade = [Part, pace];",
  'apps/web/src/features/trade/ticket/part.tsx': 'export const Part = 1;',
  'apps/web/src/features/trade/shared/pace.ts': 'export const pace = 1;',
  'apps/web/src/features/trade/book/book.tsx': 'export const Book = 1;',
  'apps/web/src/features/wallet/shared/wallet.tsx': 'export const Wallet = 1;',
};

const problemsWith = (files: Record<string, string>) =>
  checkLayers(new Map(Object.entries({ ...repository, ...files })));

test('a repository that respects the layers has no problem', () => {
  expect(problemsWith({})).toEqual([]);
});

test.each<[string, string, string, string]>([
  [
    'a package may not import a package above it',
    'packages/money/src/rate.ts',
    "export const a = 1;\nimport type { core } from '@vitrine/core';",
    'packages/money/src/rate.ts:2: @vitrine/money may import no other package of this repository, not @vitrine/core',
  ],
  [
    'a package may not reach into another by path',
    'packages/core/src/a.ts',
    "import { money } from '../../money/src/index.ts';",
    "packages/core/src/a.ts:1: '../../money/src/index.ts' reaches into another package; import it by its name",
  ],
  [
    'a package may import only what another exports',
    'packages/core/src/a.ts',
    "import { money } from '@vitrine/money/src/units.ts';",
    "packages/core/src/a.ts:1: '@vitrine/money/src/units.ts' bypasses the entry point of @vitrine/money",
  ],
  [
    'money and core may not import Node modules',
    'packages/core/src/a.ts',
    "export { readFileSync } from 'node:fs';",
    'packages/core/src/a.ts:1: @vitrine/core runs without Node: it may not import node:fs',
  ],
  [
    'a library must be declared by the package that uses it',
    'apps/server/src/http/a.ts',
    "import pg from 'pg';",
    'apps/server/src/http/a.ts:1: pg is not among the dependencies of apps/server/package.json',
  ],
  [
    'the product may not use development tools',
    'packages/core/src/a.ts',
    "const { test } = await import('vitest');",
    'packages/core/src/a.ts:1: vitest is not among the dependencies of packages/core/package.json',
  ],
  [
    'a module may not import a module above it',
    'apps/server/src/http/a.ts',
    "import { wire } from '../wiring/wire.ts';",
    'apps/server/src/http/a.ts:1: http is below wiring in apps/server/src, so it may not import from wiring',
  ],
  [
    'a module may not import a type from a module above it',
    'apps/server/src/projections/a.ts',
    "type T = import('../http/a.ts').T;",
    'apps/server/src/projections/a.ts:1: projections is below http in apps/server/src, so it may not import from http',
  ],
  [
    'a module may not import a file above all modules',
    'apps/server/src/wiring/a.ts',
    "import { app } from '../server.ts';",
    'apps/server/src/wiring/a.ts:1: no module may import apps/server/src/server.ts: it is the top of the application',
  ],
  [
    'a module of the core may not import values from modules above it',
    'packages/core/src/book/a.ts',
    "import { fill } from '../spot/a.ts';",
    'packages/core/src/book/a.ts:1: book is below spot in packages/core/src, so it may not import from spot',
  ],
  [
    'a feature may not import another feature, even of its own area',
    'apps/web/src/features/trade/ticket/a.tsx',
    "import { Book } from '../book/book.tsx';",
    'apps/web/src/features/trade/ticket/a.tsx:1: features/trade/ticket may import ui, lib, locales of apps/web/src, not features/trade/book',
  ],
  [
    'a feature may not import the shared folder of another area',
    'apps/web/src/features/trade/ticket/a.tsx',
    "import { Wallet } from '../../wallet/shared/wallet.tsx';",
    'apps/web/src/features/trade/ticket/a.tsx:1: features/trade/ticket may import ui, lib, locales of apps/web/src, not features/wallet/shared',
  ],
  [
    'the shared folder of an area may not import its features',
    'apps/web/src/features/trade/shared/a.tsx',
    "import { Book } from '../book/book.tsx';",
    'apps/web/src/features/trade/shared/a.tsx:1: features/trade/shared may import ui, lib, locales of apps/web/src, not features/trade/book',
  ],
  [
    'a feature may not import a route',
    'apps/web/src/features/trade/ticket/a.tsx',
    "import { Home } from '../../../routes/home.tsx';",
    'apps/web/src/features/trade/ticket/a.tsx:1: features/trade/ticket may import ui, lib, locales of apps/web/src, not routes',
  ],
  [
    'a new module must be added to the list',
    'apps/server/src/magic/a.ts',
    "import { trades } from '../projections/tables/trades.ts';",
    'apps/server/src/magic/a.ts:1: apps/server/src/magic is not a known module: add it to layer-rules.ts',
  ],
  [
    'a new package needs a rule',
    'packages/new/package.json',
    manifest('@vitrine/new'),
    'packages/new/src/a.ts:1: packages/new has no rule yet: add one to layer-rules.ts',
  ],
])('%s', (_title, path, text, problem) => {
  expect(problemsWith({ 'packages/new/src/a.ts': "import '@vitrine/core';", [path]: text })).toContain(problem);
});

test('a module of the core may import types from modules above it', () => {
  const text =
    "import type { State } from '../state.ts';\nimport type { Fill } from '../spot/a.ts';\nexport type A = State | Fill;";
  expect(problemsWith({ 'packages/core/src/book/a.ts': text })).toEqual([]);
});

test('a test may use the exports of tools, the product may not', () => {
  const files = {
    'tools/package.json': manifest('@vitrine/tools', { exports: { './test-database': './src/test-database.ts' } }),
    'packages/core/src/a.test.ts': "import { createTestDatabase } from '@vitrine/tools/test-database';",
    'packages/core/src/a.ts': "import { createTestDatabase } from '@vitrine/tools/test-database';",
  };
  expect(problemsWith(files)).toEqual([
    'packages/core/src/a.ts:1: @vitrine/core may import @vitrine/money, not @vitrine/tools',
  ]);
});

test('a test may use development tools and any area of its own package', () => {
  const text = "import { test } from 'vitest';\nimport { wire } from '../wiring/wire.ts';\ntest('a', () => wire);";
  expect(problemsWith({ 'apps/server/src/http/a.test.ts': text })).toEqual([]);
});

test('an unused allowance is reported, a used one is not', () => {
  const unused = unusedAllowances(new Map(Object.entries(repository)));
  expect(unused).toContain('packages/sim → @vitrine/core: allowed by layer-rules.ts, but not used');
  expect(unused).toContain('apps/web/src/features → ui: allowed by layer-rules.ts, but not used');
  expect(unused).not.toContain('packages/core → @vitrine/money: allowed by layer-rules.ts, but not used');
  expect(unused).not.toContain('apps/web/src/routes → features: allowed by layer-rules.ts, but not used');
});
