import { expect, test } from 'vitest';
import { type ProfileDraft, profileFault } from './coin-draft.ts';

const none: ProfileDraft = {
  issue_date: '',
  max_supply: '',
  total_supply: '',
  circulating_supply: '',
  supply_date: '',
  intro: '',
};

test.each<[Partial<ProfileDraft>, string | undefined]>([
  [{}, undefined],
  [{ issue_date: '2009', max_supply: 'unlimited' }, undefined],
  [
    { issue_date: '2009-01-03', max_supply: '21000000', total_supply: '19950000.5', supply_date: '2026-01-31' },
    undefined,
  ],
  [{ issue_date: '3 January' }, 'issue_date'],
  [{ max_supply: '21,000,000' }, 'max_supply'],
  [{ circulating_supply: '1e9', supply_date: '2026-01-31' }, 'circulating_supply'],
  [{ total_supply: '1' }, 'supply_date'],
  [{ supply_date: '2026-01' }, 'supply_date'],
])('in the profile %o, the field at fault is %s', (facts, field) => {
  expect(profileFault({ ...none, ...facts })?.field).toBe(field);
});
