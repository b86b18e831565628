import { expect, test } from 'vitest';
import { type ProfileDraft, profileFault } from './coin-draft.ts';

const none: ProfileDraft = {
  issue_date: '',
  max_supply: '',
  total_supply: '',
  circulating_supply: '',
  supply_date: '',
  supply_source: '',
  ranking: '',
  market_cap: '',
  market_dominance: '',
  figures_date: '',
  figures_source: '',
  all_time_high: '',
  all_time_high_date: '',
  all_time_low: '',
  all_time_low_date: '',
  records_date: '',
  records_source: '',
  intro: '',
};
const supplies = { supply_date: '2026-01-31', supply_source: 'Block explorer' };
const figures = { figures_date: '2026-01-31', figures_source: 'A list of coins' };
const records = { records_date: '2026-01-31', records_source: 'A list of prices' };

test.each<[Partial<ProfileDraft>, string | undefined]>([
  [{}, undefined],
  [{ issue_date: '2009', max_supply: 'unlimited' }, undefined],
  [{ issue_date: '2009-01-03', max_supply: '21000000', total_supply: '19950000.5', ...supplies }, undefined],
  [{ issue_date: '3 January' }, 'issue_date'],
  [{ max_supply: '21,000,000' }, 'max_supply'],
  [{ circulating_supply: '1e9', ...supplies }, 'circulating_supply'],
  [{ total_supply: '1' }, 'supply_date'],
  [{ supply_date: '2026-01' }, 'supply_date'],
  [{ total_supply: '1', ...supplies, supply_source: '' }, 'supply_source'],
  [{ ranking: '1', market_cap: '2', market_dominance: '57.25', ...figures }, undefined],
  [{ ranking: '0', ...figures }, 'ranking'],
  [{ market_dominance: '100.1', ...figures }, 'market_dominance'],
  [{ market_cap: '1' }, 'figures_date'],
  [{ market_cap: '1', ...figures, figures_source: '' }, 'figures_source'],
  [{ all_time_high: '69000', all_time_high_date: '2021-11-10', ...records }, undefined],
  [{ all_time_high: '69000', ...records }, 'all_time_high_date'],
  [{ all_time_low_date: '2013-07-05', ...records }, 'all_time_low'],
  [{ all_time_low: '67', all_time_low_date: '2013-07-05' }, 'records_date'],
  [{ all_time_low: '67', all_time_low_date: '2013-07-05', ...records, records_source: '' }, 'records_source'],
])('in the profile %o, the field at fault is %s', (facts, field) => {
  expect(profileFault({ ...none, ...facts })?.field).toBe(field);
});
