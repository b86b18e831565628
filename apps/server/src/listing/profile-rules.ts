import { ApiError } from '../kit/api-error.ts';
import type { CoinProfile } from '../projections/tables/coins.ts';

const SUPPLY_DECIMALS = 18;

/** Throws if facts of a profile contradict each other or the calendar. Errors: listing_invalid. */
export function demandCoherent(profile: CoinProfile, nowMs: number): void {
  const dates = [
    ['issue_date', profile.issueDate],
    ['supply_date', profile.supplyDate],
  ] as const;
  for (const [field, date] of dates)
    if (date !== '' && !isPast(date, nowMs))
      throw new ApiError('listing_invalid', { reason: 'date_not_in_calendar', field });
  const { circulatingSupply: circulating, totalSupply: total, maximumSupply: maximum } = profile;
  if ((circulating !== '' || total !== '') && profile.supplyDate === '')
    throw new ApiError('listing_invalid', { reason: 'supply_without_date' });
  const known = [circulating, total, maximum === 'unlimited' ? '' : maximum].filter((supply) => supply !== '');
  const ascending = known.map(smallestUnits).every((units, i, all) => i === 0 || (all[i - 1] as bigint) <= units);
  if (!ascending) throw new ApiError('listing_invalid', { reason: 'supplies_not_ascending' });
}

/** Whether the year, month or day exists in the calendar and has begun. */
function isPast(date: string, nowMs: number): boolean {
  const ms = Date.parse(date);
  return new Date(ms).toJSON()?.startsWith(date) === true && ms <= nowMs;
}

function smallestUnits(supply: string): bigint {
  const [whole = '', decimals = ''] = supply.split('.');
  return BigInt(whole + decimals.padEnd(SUPPLY_DECIMALS, '0'));
}
