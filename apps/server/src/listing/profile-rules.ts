import { ApiError } from '../kit/api-error.ts';
import type { CoinProfile } from '../projections/tables/coins.ts';

const DECIMALS = 18;

/** Throws if facts of a profile contradict each other or the calendar. Errors: listing_invalid. */
export function demandCoherent(profile: CoinProfile, nowMs: number): void {
  const dates = [
    ['issue_date', profile.issueDate],
    ['supply_date', profile.supplyDate],
    ['figures_date', profile.figuresDate],
    ['all_time_high_date', profile.allTimeHighDate],
    ['all_time_low_date', profile.allTimeLowDate],
    ['records_date', profile.recordsDate],
  ] as const;
  for (const [field, date] of dates)
    if (date !== '' && !isPast(date, nowMs))
      throw new ApiError('listing_invalid', { reason: 'date_not_in_calendar', field });
  demandSupplies(profile);
  demandDated('figures', [profile.ranking, profile.marketCap, profile.marketDominance], {
    date: profile.figuresDate,
    source: profile.figuresSource,
  });
  for (const [field, figure] of [
    ['market_cap', profile.marketCap],
    ['market_dominance', profile.marketDominance],
  ] as const)
    if (isZero(figure)) throw new ApiError('listing_invalid', { reason: 'not_positive', field });
  demandRecords(profile);
}

function demandSupplies(profile: CoinProfile): void {
  const { circulatingSupply: circulating, totalSupply: total, maximumSupply: maximum } = profile;
  if ((circulating !== '' || total !== '') && profile.supplyDate === '')
    throw new ApiError('listing_invalid', { reason: 'supply_without_date' });
  demandDated('supply', [circulating, total], { date: profile.supplyDate, source: profile.supplySource });
  const known = [circulating, total, maximum === 'unlimited' ? '' : maximum].filter((supply) => supply !== '');
  const ascending = known.map(smallestUnits).every((units, i, all) => i === 0 || (all[i - 1] as bigint) <= units);
  if (!ascending) throw new ApiError('listing_invalid', { reason: 'supplies_not_ascending' });
}

/**
 * Checks the all-time high and low: each needs a price above zero, and the day of that price, which must not be after
 * the statement's date.
 */
function demandRecords(profile: CoinProfile): void {
  const { allTimeHigh: high, allTimeLow: low, recordsDate } = profile;
  demandDated('records', [high, low], { date: recordsDate, source: profile.recordsSource });
  for (const [field, price, day] of [
    ['all_time_high', high, profile.allTimeHighDate],
    ['all_time_low', low, profile.allTimeLowDate],
  ] as const) {
    if (price === '' && day === '') continue;
    if (price === '' || isZero(price)) throw new ApiError('listing_invalid', { reason: 'not_positive', field });
    if (day === '') throw new ApiError('listing_invalid', { reason: 'record_without_date', field: `${field}_date` });
    if (day > recordsDate)
      throw new ApiError('listing_invalid', { reason: 'record_after_statement', field: `${field}_date` });
  }
  if (high !== '' && low !== '' && smallestUnits(low) > smallestUnits(high))
    throw new ApiError('listing_invalid', { reason: 'records_not_ascending' });
}

/** Throws if something is stated without the day and the source of the statement. */
function demandDated(
  group: 'supply' | 'figures' | 'records',
  statements: readonly string[],
  { date, source }: { readonly date: string; readonly source: string },
): void {
  if (statements.every((statement) => statement === '')) return;
  if (date === '') throw new ApiError('listing_invalid', { reason: 'statement_without_date', field: `${group}_date` });
  if (source === '')
    throw new ApiError('listing_invalid', { reason: 'statement_without_source', field: `${group}_source` });
}

const isZero = (figure: string): boolean => figure !== '' && smallestUnits(figure) === 0n;

/** Whether the year, month or day exists in the calendar and has begun. */
function isPast(date: string, nowMs: number): boolean {
  const ms = Date.parse(date);
  return new Date(ms).toJSON()?.startsWith(date) === true && ms <= nowMs;
}

function smallestUnits(figure: string): bigint {
  const [whole = '', decimals = ''] = figure.split('.');
  return BigInt(whole + decimals.padEnd(DECIMALS, '0'));
}
