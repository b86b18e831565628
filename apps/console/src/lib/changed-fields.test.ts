import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

test('only fields that differ are listed, including nested ones', () => {
  const before = { name: 'Vitrine', hours: { days: [1, 2], from: '09:00' }, tiers: [{ ppm: 10 }, { ppm: 20 }] };
  const after = { name: 'Vitrine', hours: { days: [1, 2, 3], from: '09:00' }, tiers: [{ ppm: 10 }, { ppm: 15 }] };
  expect(changedFields(before, after)).toEqual([
    { field: 'hours.days', from: '1, 2', to: '1, 2, 3' },
    { field: 'tiers.2.ppm', from: '20', to: '15' },
  ]);
});

test('an added field has no old value, and a removed field no new one', () => {
  expect(changedFields(null, { status: 'disabled' })).toEqual([{ field: 'status', from: '', to: 'disabled' }]);
  expect(changedFields({ status: 'active' }, undefined)).toEqual([{ field: 'status', from: 'active', to: '' }]);
});
