import { expect, test } from 'vitest';
import { repositoryTexts } from './repository.ts';
import { startRefusals } from './start-refusals.ts';

const texts = repositoryTexts();
const page = (name: string) => (texts.get(`docs/operating/${name}.md`) ?? '').replaceAll('\\<', '<');

test('every sentence that refuses a start is explained in docs/operating/start-refusals.md', () => {
  const refusals = startRefusals(texts);
  expect(refusals.length).toBeGreaterThan(20);
  for (const { path, sentence } of refusals) expect(page('start-refusals'), path).toContain(`| ${sentence} |`);
});

test('every setting is explained in docs/operating/settings.md, and no other', () => {
  const source = [...texts].find(([path]) => path.startsWith('apps/server/src/') && path.endsWith('/settings.ts'));
  const read = [...(source?.[1] ?? '').matchAll(/'([A-Z]+(?:_[A-Z0-9]+)*)'/g)].map((match) => match[1]);
  const explained = [...page('settings').matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map((match) => match[1]);
  expect(explained.sort()).toEqual([...new Set(read)].sort());
});
