import { consoleLanguages, languages } from '@vitrine/contract/languages';
import { expect, test } from 'vitest';
import { type LocaleFile, localeFiles, missingKeys, unknownKeys, untranslated, wrongParts } from './locale-keys.ts';
import { repositoryTexts } from './repository.ts';

const texts = repositoryTexts();
const files = localeFiles(texts);
const problems = (check: (file: LocaleFile) => string[]): string[] => files.flatMap(check).sort();

/** English texts that other languages use as they are. */
const same: ReadonlySet<string> = new Set([
  'Coins in Earn',
  'Break-even',
  'Check-in',
  'Coin Watchlist',
  'Ctrl K',
  'Delisting {{time}} UTC',
  'Dual Investment',
  'Funding in {{time}}',
  'Futures PnL',
  'In Earn: {{amount}} {{coin}}',
  'Live {{ms}} ms',
  'Maker (ppm)',
  'N/A',
  'Name (optional)',
  'Parabolic SAR',
  'PayPal IDs',
  'Post only',
  'Proof of stake',
  'Proof of work',
  'Reduce-only',
  'Simple Earn',
  'Simple Earn, {{coin}}',
  'Spot Wallet',
  'Spot, USDT',
  'Stop-loss',
  'TP / SL',
  'TP/SL',
  'Take-profit',
  'Taker (ppm)',
  'Total, USDT',
  'Williams %R',
  'in USDT',
]);

test('the apps have the languages that the contract lists', () => {
  const of = (folder: string) =>
    new Set(files.filter(({ path }) => path.startsWith(folder)).map((file) => file.language));
  const others = languages.filter((language) => language !== 'en');
  expect(of('apps/web/')).toEqual(new Set(others));
  expect(of('packages/ui/')).toEqual(new Set(others));
  expect(of('apps/server/')).toEqual(new Set(others));
  expect(of('apps/console/')).toEqual(new Set(consoleLanguages.filter((language) => language !== 'en')));
});

/**
 * A text that is missing is shown in English, so that a new English text does not have to wait for its translations.
 * With COMPLETE_LANGUAGES=1, which a release sets, it fails the test.
 */
test('texts that a language lacks, or still has, are listed', () => {
  const missing = problems(missingKeys);
  const unknown = problems(unknownKeys);
  if (process.env.COMPLETE_LANGUAGES === '1') expect({ missing, unknown }).toEqual({ missing: [], unknown: [] });
  if (missing.length > 0) console.warn(`${missing.length} texts are not translated yet:\n${missing.join('\n')}`);
  if (unknown.length > 0) console.warn(`${unknown.length} translations are no longer used:\n${unknown.join('\n')}`);
});

test('translations have the placeholders and tags of the English texts', () => {
  expect(problems(wrongParts)).toEqual([]);
});

test('no text was copied from English, except those that are the same in the language', () => {
  expect(problems((file) => untranslated(file, same))).toEqual([]);
});

test('the checks find a missing, an unknown, an untranslated and a damaged text', () => {
  const made = localeFiles(
    new Map([
      [
        'apps/web/src/locales/en/a.json',
        '{"a":"Sign in {{name}}","b_one":"{{count}} day","b_other":"{{count}} days","c":"Close it"}',
      ],
      [
        'apps/web/src/locales/es/a.json',
        '{"a":"Entrar {{nombre}}","b_one":"un día","b_other":"{{count}} días","d":"X","c":"Close it"}',
      ],
    ]),
  );
  const path = 'apps/web/src/locales/es/a.json';
  expect(made.flatMap(missingKeys)).toEqual([`${path}: b_many`]);
  expect(made.flatMap(unknownKeys)).toEqual([`${path}: d`]);
  expect(made.flatMap(wrongParts)).toEqual([`${path}: a has {{nombre}} instead of {{name}}`]);
  expect(made.flatMap((file) => untranslated(file, new Set()))).toEqual([`${path}: c: Close it`]);
});
