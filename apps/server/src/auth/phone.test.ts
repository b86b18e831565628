import { expect, test } from 'vitest';
import { normalisePhone, takesTexts } from './phone.ts';

test.each([
  ['a mobile', '+393123456789'],
  ['a number that may be a mobile', '+14155552671'],
  ['a mobile number of a territory', '+447911123456'],
])('a text message can be sent to %s', (_, number) => {
  expect(normalisePhone(number)).toBe(number);
  expect(takesTexts(number)).toBe(true);
});

test.each([
  ['a premium rate', '+19005551234'],
  ['a premium rate', '+449098790000'],
  ['an international premium rate', '+979123456789'],
  ['an international network without a country', '+88216123456'],
  ['a satellite phone', '+881612345678'],
  ['a ship', '+870301234567'],
  ['an international freephone', '+80012345678'],
  ['a freephone number', '+18005551234'],
  ['a personal number', '+447024012345'],
  ['a landline', '+442079460123'],
])('no text message is sent to %s, although %s is valid', (_, number) => {
  expect(normalisePhone(number)).toBe(number);
  expect(takesTexts(number)).toBe(false);
});
