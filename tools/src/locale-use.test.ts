import { expect, test } from 'vitest';
import { outsideTexts, unusedTexts } from './locale-use.ts';
import { repositoryTexts } from './repository.ts';

/** Of the server, only the files that can name a text: parsing all of them takes ten times as long. */
const texts = new Map(
  [...repositoryTexts()].filter(
    ([path, text]) => !path.startsWith('apps/server/src/') || path.endsWith('.json') || /\bsay\b|\bColumn</.test(text),
  ),
);

/** Units, and examples of what the audit trail contains in every language. */
const CODES = /: (ms|consoleApprove|exchange settings)$/;

test.each(['apps/web', 'apps/console', 'apps/server'])('every text of %s is used', (app) => {
  expect(unusedTexts(texts, app)).toEqual([]);
});

test.each(['apps/web', 'apps/console', 'packages/ui'])('every text of %s is in its catalogues', (app) => {
  expect(outsideTexts(texts, app).filter((each) => !CODES.test(each))).toEqual([]);
});

test('the checks find an unused text and one outside the catalogues', () => {
  const made = new Map([
    ['apps/web/src/locales/en/a.json', '{"a":"A","b_one":"B","b_other":"Bs","c":{"x":"X","y":"Y"},"d":["p"],"e":"E"}'],
    [
      'apps/web/src/a.tsx',
      "export const A = ({ t, k }) => <p title='Hello'>{t('a')}{t('n:b')}{t(`c.$".concat(
        "{k}`)}{t('d')} USDT {k} Some words</p>;",
      ),
    ],
  ]);
  expect(unusedTexts(made, 'apps/web')).toEqual(['apps/web/src/locales/en/a.json: e']);
  expect(outsideTexts(made, 'apps/web')).toEqual(['apps/web/src/a.tsx:1: Hello', 'apps/web/src/a.tsx:1: Some words']);
});
