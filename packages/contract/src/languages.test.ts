import { expect, test } from 'vitest';
import { consoleLanguages, languages, pickLanguage } from './languages.ts';

test.each([
  [['de-AT', 'en'], 'de'],
  [['fr-FR', 'es-MX', 'en'], 'es'],
  [['zh'], 'zh-CN'],
  [['zh-Hans-HK'], 'zh-CN'],
  [['zh-SG'], 'zh-CN'],
  [['zh-TW'], 'zh-TW'],
  [['zh-Hant'], 'zh-TW'],
  [['zh-HK'], 'zh-TW'],
  [['ZH-hant-mo'], 'zh-TW'],
  [['en-GB', 'de'], 'en'],
  [['fr', 'ru'], 'en'],
  [['', '*', '<script>'], 'en'],
  [[], 'en'],
])('a reader who prefers %j gets %s', (preferred, language) => {
  expect(pickLanguage(preferred, languages)).toBe(language);
});

test('the console is in English for a reader of a language that only the web app offers', () => {
  expect(pickLanguage(['ja', 'de'], consoleLanguages)).toBe('de');
  expect(pickLanguage(['ja'], consoleLanguages)).toBe('en');
});
