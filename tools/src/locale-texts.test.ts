import { expect, test } from 'vitest';
import { filledIn } from './locale-texts.ts';

test('a text that a language lacks is filled in from English', () => {
  const english = JSON.stringify({
    a: { b: 'B', c: 'C' },
    list: [{ x: '1' }, { x: '2' }],
    d_one: '{{count}} d',
    d_other: '{{count}} ds',
  });
  expect(JSON.parse(filledIn('{"a":{"b":"Ü"},"list":[{"x":"eins"}]}', english, 'ja'))).toEqual({
    a: { b: 'Ü', c: 'C' },
    list: [{ x: 'eins' }, { x: '2' }],
    d_other: '{{count}} ds',
  });
});

test('a plural text has the forms of the language', () => {
  const english = '{"d_one":"{{count}} d","d_other":"{{count}} ds"}';
  expect(Object.keys(JSON.parse(filledIn('{}', english, 'es')))).toEqual(['d_one', 'd_many', 'd_other']);
  expect(JSON.parse(filledIn('{"d_other":"{{count}} D"}', english, 'de'))).toEqual({
    d_one: '{{count}} d',
    d_other: '{{count}} D',
  });
});
