import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot, repositoryTexts } from './repository.ts';
import { toolEnvironment } from './run.ts';
import { unsafeCode } from './unsafe-code.ts';
import { findForbiddenWords } from './words.ts';

describe('unsafe code is forbidden in the product', () => {
  test.each<[title: string, path: string, line: string]>([
    ['code evaluated from text', 'apps/web/src/ui/a.ts', 'return new Function(text);'],
    ['HTML written by hand', 'apps/web/src/ui/a.tsx', '<p dangerouslySetInnerHTML={{ __html: text }} />'],
    ['markup put into a page', 'packages/ui/src/a.ts', 'element.innerHTML = text;'],
    ['a shell command', 'apps/server/src/uploads/a.ts', "import { exec } from 'node:child_process';"],
    ['a program started by a shell', 'apps/signer/src/a.ts', 'spawn(program, words, { shell: true });'],
    ['a regular expression from user input', 'apps/server/src/http/a.ts', 'new RegExp(body.search)'],
    ['randomness that can be guessed', 'apps/server/src/auth/a.ts', 'const code = Math.random();'],
    ['a cipher without authentication', 'apps/server/src/kyc/a.ts', "createCipheriv('aes-256-cbc', key, iv)"],
    ['a broken hash', 'packages/chains/src/a.ts', "createHash('md5')"],
    ['a certificate that is not verified', 'packages/chains/src/a.ts', 'rejectUnauthorized: false,'],
    ['an outdated version of TLS', 'apps/signer/src/a.ts', "minVersion: 'TLSv1.1',"],
    ['a custom list of ciphers', 'apps/server/src/providers/mail/a.ts', "ciphers: 'ALL',"],
    ['output that bypasses the log', 'apps/server/src/http/a.ts', 'console.log(body);'],
    ['a timestamp without a time zone', 'apps/server/migrations/0999_a.sql', '  at timestamp not null,'],
  ])('%s', (_title, path, line) => {
    expect(findForbiddenWords(path, line)).toEqual([expect.stringMatching(`^${path}:1: `)]);
  });

  test('and occurs in no file of the repository', () => {
    const reasons = unsafeCode.map(({ reason }) => reason);
    const found = [...repositoryTexts()].flatMap(([path, text]) => findForbiddenWords(path, text));
    expect(found.filter((problem) => reasons.some((reason) => problem.endsWith(reason)))).toEqual([]);
  });
});

test('the lint of this repository refuses ==, any and eval, and its types are strict', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-lint-'));
  writeFileSync(join(folder, 'a.ts'), "export const a = (b: any) => b == 1 || eval('1');\n");
  const words = [
    'lint',
    `--config-path=${join(repositoryRoot, 'biome.json')}`,
    '--vcs-enabled=false',
    '--reporter=github',
  ];
  const { stdout } = spawnSync('biome', [...words, folder], { env: toolEnvironment(), encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const rules = [...stdout.matchAll(/error title=lint\/\w+\/(\w+)/g)].map(([, rule]) => rule);
  expect(rules.sort()).toEqual(['noDoubleEquals', 'noExplicitAny', 'noGlobalEval']);

  const texts = repositoryTexts();
  const shared = JSON.parse(texts.get('tsconfig.base.json') ?? '').compilerOptions;
  expect(shared).toMatchObject({ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true });
  const weakened = [...texts].filter(
    ([path, text]) => /tsconfig\.json$/.test(path) && /"(strict|noImplicit)/.test(text),
  );
  expect(weakened.map(([path]) => path)).toEqual([]);
});
