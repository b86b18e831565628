import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asvsLevels } from './asvs.ts';
import { findDeadLinks, findDeadPaths } from './links.ts';
import { repositoryTexts } from './repository.ts';

const PAGE = 'docs/security.md';
const LEVEL = 2;
const states = ['met', 'not met', 'not applicable'] as const;

interface Row {
  readonly chapter: string;
  readonly number: string;
  readonly state: string;
  readonly how: string;
}

const texts = repositoryTexts();
const page = texts.get(PAGE) ?? '';
const rows = rowsOf(page);
const asked = [...asvsLevels].flatMap(([number, level]) => (level <= LEVEL ? [number] : []));

/** The rows of all tables of requirements, each with the chapter under whose heading it is. */
function rowsOf(text: string): Row[] {
  return text
    .split(/^## /m)
    .flatMap((section) =>
      [...section.matchAll(/^\| (V[\d.]+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].map(
        ([, number = '', state = '', how = '']) => ({ chapter: section.split(' ', 1)[0] ?? '', number, state, how }),
      ),
    );
}

const chapterOf = (number: string): string => number.split('.', 1)[0] ?? '';

/** The links of a row, with their texts. */
const linksOf = (how: string) =>
  [...how.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, words = '', target = '']) => ({ words, target }));

const isTest = ({ target }: { readonly target: string }): boolean => /\.(test|spec)\.tsx?$/.test(target);

const fileOf = (target: string): string => posix.join(posix.dirname(PAGE), target.replace(/#.*$/, ''));

const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

test('the list has as many requirements of each level as ASVS 5.0.0', () => {
  const count = (wanted: number) => [...asvsLevels.values()].filter((level) => level === wanted).length;
  expect([count(1), count(2), count(3)]).toEqual([70, 183, 92]);
});

test('exactly the requirements of levels 1 and 2 have one row each, in their chapter and in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(asked);
  for (const { chapter, number } of rows) expect([number, chapter]).toEqual([number, chapterOf(number)]);
});

describe('every row of docs/security.md', () => {
  test('has one of three states', () => {
    for (const { number, state } of rows) expect(states, number).toContain(state);
  });

  test('names a test if met, the risk if not met, and the reason if not applicable', () => {
    const untested = rows.filter(({ state, how }) => state === 'met' && !linksOf(how).some(isTest));
    expect(untested.map(({ number }) => number)).toEqual([]);
    for (const { number, state, how } of rows) {
      if (state === 'not met') expect(how, number).toMatch(/\*\*Risk\*\*: \S|as V[\d.]+/);
      expect(how.trim().length, number).toBeGreaterThan(8);
    }
  });

  test('names existing tests, by the beginning of their titles', () => {
    const named = rows.flatMap(({ number, how }) => linksOf(how).map((link) => ({ number, ...link })));
    const tests = named.filter(isTest);
    expect(tests.length).toBeGreaterThan(100);
    for (const { number, words, target } of tests) {
      // In the page, … stands for the parts of a test's title that differ from case to case.
      const source = (texts.get(fileOf(target)) ?? '').replaceAll(/%[sj]|\$\w+/g, '…');
      const isTitle = [`'${words}`, `"${words}`, `\`${words}`].some((title) => source.includes(title));
      expect([number, words, isTitle]).toEqual([number, words, true]);
    }
  });
});

test('the table at the top of docs/security.md counts the rows correctly', () => {
  const figures = (chosen: readonly Row[]): string =>
    [chosen.length, ...states.map((state) => chosen.filter((row) => row.state === state).length)].join(' | ');
  for (const chapter of new Set(asked.map(chapterOf))) {
    const own = rows.filter((row) => row.chapter === chapter);
    expect(page).toMatch(new RegExp(`^\\| \\[${chapter} [^|]+ \\| ${figures(own).replaceAll('|', '\\|')} \\|$`, 'm'));
  }
  expect(page).toContain(`| All | ${figures(rows)} |`);
});

test.each([PAGE, 'docs/operating/inventory.md'])('every file and heading that %s names exists', (path) => {
  const text = texts.get(path) ?? '';
  expect(findDeadPaths(path, text, (file) => texts.has(file))).toEqual([]);
  expect(findDeadLinks(path, text, (file) => texts.has(file))).toEqual([]);
  for (const { target } of linksOf(text)) {
    const [file = '', heading] = target.split('#');
    if (heading === undefined) continue;
    const named = file === '' ? text : (texts.get(posix.join(posix.dirname(path), file)) ?? '');
    expect(headingsOf(named), target).toContain(heading);
  }
});
