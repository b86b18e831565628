import { expect, test } from 'vitest';
import { findDeadPaths } from './links.ts';
import { repositoryTexts } from './repository.ts';

/** The requirements of ASVS 5.0.0 up to level 2, by section: how many there are from the first on. */
const requirements: Readonly<Record<string, number>> = {
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
};

const texts = repositoryTexts();
const page = texts.get('docs/security.md') ?? '';
const rows = [...page.matchAll(/^\| (\d\.\d\.\d+) \|[^|]+\| ([^|]+) \|([^|]*)\|$/gm)];

test('every requirement has its row, with a state', () => {
  const expected = Object.entries(requirements).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  expect(rows.map((row) => row[1])).toEqual(expected);
  for (const [, number, state] of rows)
    expect([number, ['met', 'in part', 'not met', 'does not apply'].includes(state ?? '')]).toEqual([number, true]);
});

test('every file that docs/security.md names is there', () => {
  expect(rows.length).toBeGreaterThan(0);
  expect(findDeadPaths('docs/security.md', page, (path) => texts.has(path))).toEqual([]);
});
