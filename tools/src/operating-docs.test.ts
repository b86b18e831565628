import { expect, test } from 'vitest';
import { repositoryTexts } from './repository.ts';
import { startRefusals } from './start-refusals.ts';

const texts = repositoryTexts();
const page = (name: string) => (texts.get(`docs/operating/${name}.md`) ?? '').replaceAll('\\<', '<');

test('every error that prevents a start is explained in docs/operating/start-refusals.md', () => {
  const refusals = startRefusals(texts);
  expect(refusals.length).toBeGreaterThan(20);
  for (const { path, sentence } of refusals) expect(page('start-refusals'), path).toContain(`| ${sentence} |`);
});

test('exactly the existing settings are explained in docs/operating/settings.md', () => {
  const read = [
    ...namesIn('settings'),
    ...namesIn('settings-reader'),
    ...namesIn('index-settings'),
    ...namesIn('outside-settings'),
    ...namesIn('network-settings').filter((name) => !isCoinOrNetwork(name)),
  ];
  const explained = [...page('settings').matchAll(/^\| `([A-Z0-9_]+|[A-Z0-9_]*<[A-Za-z0-9_<>]+)` \|/gm)].map(
    (match) => match[1],
  );
  expect(explained.sort()).toEqual([...new Set(read)].sort());
});

/**
 * The names of settings in a file of the server: quoted words in capitals. A `${placeholder}` in a name, which stands
 * for a network or a coin, is written as `<placeholder>`.
 */
function namesIn(file: string): string[] {
  const source = texts.get(`apps/server/src/wiring/settings/${file}.ts`) ?? '';
  const part = String.raw`(?:[A-Z][A-Z0-9]*|\$\{\w+\})`;
  const names = [...source.matchAll(new RegExp(`['\`](${part}(?:_${part})*)['\`]`, 'g'))];
  return names.map(([, name = '']) => name.replaceAll(/\$\{(\w+)\}/g, '<$1>'));
}

const isCoinOrNetwork = (name: string): boolean => !name.includes('_') && name !== 'NETWORKS';
