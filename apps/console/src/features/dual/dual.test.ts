import { expect, test } from 'vitest';
import { emptyOffer, expiryOf, faultOf } from './dual.ts';

const complete = {
  ...emptyOffer,
  strike: '70000',
  apr: '18.25',
  expires: '2026-12-04T08:00',
  minimum: '0.001',
  maximum: '1',
  quota: '3',
};

test('an offer is complete once every figure is positive and its expiry is a valid time, in UTC', () => {
  expect(faultOf(complete)).toBeUndefined();
  expect(expiryOf(complete)).toBe(Date.UTC(2026, 11, 4, 8));
  expect(faultOf({ ...complete, apr: '0' })).toBe('apr');
  expect(faultOf({ ...complete, quota: '1,5' })).toBe('quota');
  expect(faultOf({ ...complete, expires: '' })).toBe('expires');
});
