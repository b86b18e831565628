import { expect, test } from 'vitest';
import { acceptedLanguage } from './accepted-language.ts';

test.each([
  [undefined, 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, ja;q=0.9', 'ja'],
  ['fr, es-MX;q=0.3', 'es'],
  ['zh-HK', 'zh-TW'],
  ['de;q=0, vi', 'vi'],
  ['*', 'en'],
  ['<script>,;;q=x,,', 'en'],
  [`${'x,'.repeat(10_000)}de`, 'en'],
])('a request with the header %s is answered in %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});
