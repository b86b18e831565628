import { expect, test } from 'vitest';
import { repositoryTexts } from './repository.ts';

const texts = repositoryTexts();
const spec = texts.get('packages/core/SPEC.md') ?? '';
const rules = [...spec.matchAll(/^- \*\*\[([A-Z]\d+)\]\*\*/gm)].map(([, id = '']) => id);

const cited = (text: string): string[] => [...text.matchAll(/\[([A-Z]\d+)\]/g)].map(([, id = '']) => id);
const sources = [...texts].filter(([path]) => path.startsWith('packages/core/') && path.endsWith('.ts'));

test('every rule of the core has a unique id', () => {
  expect(rules.length).toBeGreaterThan(80);
  expect(rules.filter((id, index) => rules.indexOf(id) !== index)).toEqual([]);
});

test('lists of rules are ordered by id', () => {
  const ordered = [...rules].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  for (const letter of new Set(rules.map((id) => id[0])))
    expect(rules.filter((id) => id[0] === letter)).toEqual(ordered.filter((id) => id[0] === letter));
});

test('every rule cited by the core, its tests or another rule exists', () => {
  for (const [path, text] of [['packages/core/SPEC.md', spec] as const, ...sources])
    expect(
      cited(text).filter((id) => !rules.includes(id)),
      path,
    ).toEqual([]);
});

test('every rule has a test with its id in the title', () => {
  const tests = sources.filter(([path]) => path.endsWith('.test.ts'));
  const titles = tests.flatMap(([, text]) => text.match(/['"`](\[[A-Z]\d+\] )+/g) ?? []);
  const shown = new Set(titles.flatMap(cited));
  expect(rules.filter((id) => !shown.has(id))).toEqual([]);
});
