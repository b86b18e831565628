import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot, repositoryTexts } from './repository.ts';
import { isSupportFile } from './source-graph.ts';

const texts = repositoryTexts();
const page = readFileSync(join(repositoryRoot, 'docs/what-happens-when.md'), 'utf8');
const product = [...texts].filter(
  ([path]) =>
    /^(apps\/(server|signer)|packages\/\w+)\/(src|migrations)\/.*\.(ts|sql)$/.test(path) && !isSupportFile(path),
);
const { scripts } = JSON.parse(texts.get('package.json') ?? '') as {
  readonly scripts: Readonly<Record<string, string>>;
};

const whereIsWhatPage = readFileSync(join(repositoryRoot, 'docs/where-is-what.md'), 'utf8');

/** Each second-level heading, with the rows of its table. */
const cases = page
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const row = (name: string) => new RegExp(`^\\| ${name} \\| (.*) \\|$`, 'm').exec(section)?.[1] ?? '';
    return {
      title: section.split('\n')[0] ?? '',
      seen: row('what you see'),
      code: row('code'),
      act: row('what to do'),
    };
  });

const quoted = (row: string) => [...row.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

test('docs/what-happens-when.md has at least twenty cases', () => expect(cases.length).toBeGreaterThanOrEqual(20));

test.each(cases)('$title: the quoted texts are in the code, and the named code exists', ({ seen, code, act }) => {
  expect(quoted(seen)).not.toEqual([]);
  // In the page, … stands for the parts of a message that are filled in at run time.
  for (const text of quoted(seen)) {
    const parts = text.split('…');
    const isInCode = product.some(([, source]) => parts.every((part) => source.includes(part)));
    expect(isInCode, `no source has ${text}`).toBe(true);
  }
  const named = [...code.matchAll(/\[[^\]]+\]\(\.\.\/([^)]+)\)((?: `[^`]+`,?)+)/g)];
  expect(named).not.toEqual([]);
  for (const [, path = '', symbols = ''] of named)
    for (const symbol of quoted(symbols)) expect(texts.get(path), path).toMatch(new RegExp(`\\b${symbol}\\b`));
  expect(act).not.toBe('');
  for (const [, name = ''] of act.matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(name);
  for (const [, table = ''] of act.matchAll(/`select [^`]* from (?!pg_)(\w+)/g))
    expect(whereIsWhatPage).toContain(`| \`${table}\` |`);
});
