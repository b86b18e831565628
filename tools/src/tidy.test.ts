import { expect, test } from 'vitest';
import { checkTidiness, tidinessHints } from './tidy.ts';

const repository = {
  'package.json': JSON.stringify({ name: 'vitrine', scripts: { start: 'node apps/server/src/server.ts' } }),
  'packages/core/package.json': JSON.stringify({ name: '@vitrine/core', exports: './src/index.ts' }),
  'packages/core/src/index.ts': "export { floor } from './floor.ts';",
  'packages/core/src/floor.ts': 'export const floor = (a: number, b: number) => Math.floor(a / b);',
  'apps/server/package.json': JSON.stringify({ name: '@vitrine/server' }),
  'apps/server/src/server.ts': "import '@vitrine/core';\nnew Worker(new URL('./worker.ts', import.meta.url));",
  'apps/server/src/worker.ts': "const child = spawn('node', [join(here, './child.ts')]);",
  'apps/server/src/child.ts': 'console.log(Date.now() / 2);',
  'apps/web/package.json': JSON.stringify({ name: '@vitrine/web' }),
  'apps/web/index.html': '<script type="module" src="/src/main.tsx"></script>',
  'apps/web/src/main.tsx': "import { Home } from './home.tsx';\nrender(<Home />);",
  'apps/web/src/home.tsx': 'export const Home = 1;',
  'package-lock.json': '{\n  "a": { "version": "1.0.0" }\n}',
};

const problemsWith = (files: Record<string, string>) =>
  checkTidiness(new Map(Object.entries({ ...repository, ...files })));

test('a tidy repository has no problem', () => {
  expect(problemsWith({})).toEqual([]);
});

const coreFile = 'packages/core/src/floor.ts';

test.each<[string, string, string, string]>([
  [
    'a clock in the core',
    coreFile,
    'export const now = () =>\n  Date.now();',
    `${coreFile}:2: Date: the core must not use a clock, the process or a locale`,
  ],
  [
    'randomness in the core',
    coreFile,
    'export const luck = Math.random();',
    `${coreFile}:1: Math.random is random or can return fractions`,
  ],
  [
    'a fraction in the core',
    coreFile,
    'export const rate = 0.1;',
    `${coreFile}:1: 0.1: the core must use whole numbers`,
  ],
  [
    'a division without rounding',
    coreFile,
    'export const half = (a: number) => Math.max(a / 2, 1);',
    `${coreFile}:1: a division must be inside Math.floor, Math.ceil, Math.trunc or | 0`,
  ],
  ['an unused file', 'apps/web/src/old.tsx', 'export const Old = 1;', 'apps/web/src/old.tsx: nothing uses this file'],
  [
    'a file used only by itself',
    'apps/web/src/old.ts',
    "import './old.ts';\nexport const Old = 1;",
    'apps/web/src/old.ts: nothing uses this file',
  ],
  [
    'a default export',
    'apps/web/src/home.tsx',
    '\nexport default 1;',
    'apps/web/src/home.tsx:2: default export; use a named export',
  ],
  [
    'a file that only re-exports',
    'apps/web/src/home.tsx',
    "export { Home } from './other.tsx';",
    'apps/web/src/home.tsx: contains only re-exports; import from the files that define the names',
  ],
  [
    'an export that no file imports',
    'apps/web/src/home.tsx',
    'export const Home = 1;\nexport type Size = 1;\nexport const Old = 1;',
    'apps/web/src/home.tsx:3: Old is exported, but never imported',
  ],
  [
    'an import cycle',
    'apps/web/src/home.tsx',
    "import { part } from './part.tsx';\nexport const Home = part;",
    'apps/web/src/home.tsx: imports itself via apps/web/src/part.tsx, apps/web/src/home.tsx',
  ],
  ['a link to a missing page', 'README.md', '# A\n[b](docs/b.md#c)', 'README.md:2: the link docs/b.md#c is broken'],
  [
    'a named file that is missing',
    'docs/a.md',
    '`apps/web/src/old.tsx`',
    'docs/a.md:1: apps/web/src/old.tsx is mentioned, but does not exist',
  ],
  [
    'an unused dependency',
    'apps/web/package.json',
    JSON.stringify({ name: '@vitrine/web', dependencies: { colours: '1' } }),
    'apps/web/package.json: nothing in apps/web uses colours',
  ],
  [
    'a leftover note',
    'apps/web/src/home.tsx',
    '// TODO later\nexport const Home = 1;',
    "apps/web/src/home.tsx:1: 'TODO': leftover note; resolve or remove it",
  ],
  [
    'a connection to the database without time limits',
    'apps/server/src/child.ts',
    'const client = new pg.Client({ connectionString });',
    "apps/server/src/child.ts:1: 'new pg.Client(': connect through apps/server/src/kit/postgres/connect.ts for its time limits",
  ],
  [
    "an instrument's name below the translation layer",
    'apps/server/src/stream/hub/child.ts',
    'const name = nameIn.web(instrument);',
    "apps/server/src/stream/hub/child.ts:1: 'nameIn': below the translation layer, instruments are identified by id",
  ],
  [
    'a machine-specific path',
    'README.md',
    `See\n\`/${'work'}/main/x\`.`,
    `README.md:2: '/${'work'}/': a machine-specific path`,
  ],
  [
    'a registry in the lock file',
    'package-lock.json',
    '{\n  "resolved": "https://example.org/a.tgz"\n}',
    `package-lock.json:2: '"resolved": "https:': the lock file must not name a registry`,
  ],
  [
    "a market's name built from its coin",
    'apps/web/src/home.tsx',
    'export const Home = (coin: string) => `$' + '{coin}-USDT-PERP`;',
    "apps/web/src/home.tsx:1: '}-USDT': read the name of a market from the lists; labels are made in apps/web/src/lib/market-names.ts",
  ],
  [
    "a market's label built from its coin",
    'apps/web/src/home.tsx',
    'export const Home = () => <p><b>{coin}</b>/USDT</p>;',
    "apps/web/src/home.tsx:1: '}</b>/USDT': read the name of a market from the lists; labels are made in apps/web/src/lib/market-names.ts",
  ],
  [
    'a registry in .npmrc',
    '.npmrc',
    'registry=https://example.org',
    ".npmrc:1: 'registry=': the registry is the installer's choice",
  ],
])('%s is reported', (_title, path, text, problem) => {
  const part = "import { Home } from './home.tsx';\nexport const part = Home;";
  expect(problemsWith({ 'apps/web/src/part.tsx': part, [path]: text })).toContain(problem);
});

test('links to pages, headings and the web are fine, and so is a type-only import cycle', () => {
  const files = {
    'README.md': '[a](docs/a.md), [b](docs/a.md#b), [c](#c), [d](https://example.org)',
    'docs/a.md': '[up](../README.md)',
    'apps/web/src/home.tsx': "import type { Part } from './part.tsx';\nexport const Home: Part = 1;",
    'apps/web/src/main.tsx': "import { Part } from './part.tsx';\nrender(<Part />);",
    'apps/web/src/part.tsx': "import { Home } from './home.tsx';\nexport const Part = Home;",
  };
  expect(problemsWith(files)).toEqual([]);
});

test('a class that its CSS module lacks is reported, and no other', () => {
  const home = [
    "import styles from './home.module.css';",
    'export const Home = (tone: string) =>',
    "  [styles.row, styles.item, styles['item'], styles[tone], styles.rows, tone.length];",
  ];
  const files = {
    'apps/web/src/home.tsx': home.join('\n'),
    'apps/web/src/home.module.css':
      '/* .rows */\n.row { inset: 0.5rem; background: url("./a.rows"); }\n.row > .item:hover {}',
  };
  expect(problemsWith(files)).toEqual(['apps/web/src/home.tsx:3: styles.rows is not a class of its CSS module']);
});

test('the core may round, and divide lengths by constants', () => {
  const text =
    'export const floor = (a: number[], b: number) => [Math.ceil((b / 3) * 1.25), (b / 7) | 0, a.length / SIZE, SIZE / 2];';
  expect(problemsWith({ [coreFile]: text })).toEqual([]);
});

test('a tested file is not dead, and a test may use fractions and the clock', () => {
  const text = "import { exact } from './exact.ts';\nconsole.log(exact + 0.5 + Date.now());";
  expect(
    problemsWith({
      'packages/core/src/exact.ts': 'export const exact = Math.floor(7 / 2);',
      'packages/core/src/exact.test.ts': text,
    }),
  ).toEqual([]);
});

test('a long file is only reported as a hint', () => {
  const files = { 'apps/web/src/home.tsx': `export const Home = 1;\n${'// line\n'.repeat(450)}` };
  expect(problemsWith(files)).toEqual([]);
  expect(tidinessHints(new Map(Object.entries(files)))).toEqual(['apps/web/src/home.tsx: 452 lines']);
});
