import { expect, test } from 'vitest';
import { repositoryTexts } from './repository.ts';

const texts = repositoryTexts();
const { rules } = JSON.parse(texts.get('apps/web/src/locales/en/futures.json') ?? '');
const noticePerpetual = /"noticePerpetual": "(.*)"/.exec(
  texts.get('apps/console/src/locales/en/listing.json') ?? '',
)?.[1];

/** The number to which the source file sets this constant. */
function constant(path: string, name: string): number {
  const [, digits] = new RegExp(`const ${name} = ([\\d_]+);`).exec(texts.get(path) ?? '') ?? [];
  return Number(digits?.replaceAll('_', ''));
}

test('the contract rules on the page name the opening pause of the core', () => {
  const pauseMs = constant('packages/core/src/vocabulary/rules.ts', 'OPENING_PAUSE_MS');
  expect(rules.waiting).toContain(`for ${pauseMs / 1_000} seconds after it has opened`);
});

test('the contract rules on the page, and the console, name the duration and the band of the close-only phase', () => {
  expect(constant('apps/server/src/trading/planned-delistings.ts', 'CLOSE_ONLY_MS')).toBe(3_600_000);
  expect(rules.delisting).toContain('In the last hour before a planned delisting');
  expect(noticePerpetual).toContain('From one hour before the delisting, positions can only be closed');
  const percent = constant('apps/server/src/listing/close-only-rules.ts', 'CLOSE_ONLY_BAND_PERCENT');
  for (const text of [rules.delisting, noticePerpetual]) expect(text).toContain(`within ${percent}% of the mark price`);
});
