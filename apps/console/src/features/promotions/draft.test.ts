import { expect, test } from 'vitest';
import { draftOf, faultOf } from './draft.ts';

const now = Date.UTC(2026, 10, 30);
const empty = draftOf(undefined, now);
const filled = { ...empty, texts: { ...empty.texts, en: { title: 'Lower fees', text: '', alt: '' } } };

test('a new promotion lasts a week, and needs an English title', () => {
  expect([empty.startsAt, empty.endsAt]).toEqual(['2026-11-30T00:00', '2026-12-07T00:00']);
  expect(faultOf(empty)).toBe('english');
  expect(faultOf(filled)).toBeUndefined();
});

test.each([
  [{ link: '//evil.example' }, 'link'],
  [{ link: '/\\evil.example' }, 'link'],
  [{ link: 'http://example.com' }, 'link'],
  [{ endsAt: empty.startsAt }, 'times'],
  [{ endsAt: '' }, 'times'],
  [{ picture: 'an id' }, 'alt'],
])('%j is a fault: %s', (change, fault) => {
  expect(faultOf({ ...filled, ...change })).toBe(fault);
});
