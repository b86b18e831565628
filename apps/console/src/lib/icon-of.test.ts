import { expect, test } from 'vitest';
import { iconOf } from './icon-of.ts';

const ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const URL = `/api/v3/coin-icon?id=${ID}`;

test('a coin’s icon is loaded from the staff URL, which works even before the icon is approved', () => {
  expect(iconOf('icon', URL)).toBe(`/api/v3/console/coin-icon?id=${ID}`);
});

test.each([
  ['introduction', URL],
  ['introduction', `${URL} A text that the approver has to see.`],
  ['icon', `${URL} and more`],
  ['icon', `${URL}\n`],
  ['icon', `${URL}&more=1`],
  ['icon', '/api/v3/coin-icon?'],
  ['icon', '/api/v3/coin-icon?id=1'],
  ['icon', `https://other.example${URL}`],
])('the field %s with the value %j is shown as text', (field, text) => {
  expect(iconOf(field, text)).toBeUndefined();
});
