import { expect, test } from 'vitest';
import { frontPageFor } from './pages.ts';

const files = ['de', 'en', 'ja', 'zh-CN', 'zh-TW'].map((language) => `front.${language}.html`);

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-FR,fr;q=0.9,ja;q=0.8', 'ja'],
  ['zh-TW', 'zh-TW'],
  ['ZH-tw', 'zh-TW'],
  ['../../etc/passwd', 'en'],
  [`${'xx,'.repeat(5_000)}de`, 'en'],
])('a reader who prefers %s gets the front page in %s', (accepted, language) => {
  expect(frontPageFor(files, accepted)).toBe(`front.${language}.html`);
});
