import type { ListedCoin } from './listing.ts';

export const categories = ['MAIN', 'ETH', 'ALT'] as const;
export const flags = ['home', 'pos', 'pow', 'innovation'] as const;

const MAX_SCALE = 18;
const MAX_RANK = 1_000_000;

/** The fields of a coin's description, with numbers as text. */
export interface DescriptionDraft extends Pick<ListedCoin, 'full_name' | 'type' | (typeof flags)[number]> {
  readonly rank: string;
}

/** The fields that can never be changed after approval. */
export interface LedgerDraft {
  readonly coin: string;
  readonly scale: string;
}

/**
 * The fields of a profile as the form groups them. Each group but the first ends with the date and the source of its
 * figures.
 */
export const factGroups = {
  facts: ['issue_date', 'max_supply', 'intro'],
  supplies: ['total_supply', 'circulating_supply', 'supply_date', 'supply_source'],
  figures: ['ranking', 'market_cap', 'market_dominance', 'figures_date', 'figures_source'],
  records: [
    'all_time_high',
    'all_time_high_date',
    'all_time_low',
    'all_time_low_date',
    'records_date',
    'records_source',
  ],
} as const satisfies Record<string, readonly (keyof ListedCoin['profile'])[]>;

export const facts = Object.values(factGroups).flat();

export const MOST_INTRO_CHARACTERS = 600;

/** The known facts about a coin; an empty string means that the fact is unknown. */
export type ProfileDraft = ListedCoin['profile'];
export type ProfileFaultText =
  | 'dateInvalid'
  | 'supplyInvalid'
  | 'supplyDateMissing'
  | 'rankingInvalid'
  | 'dominanceInvalid'
  | 'dayMissing'
  | 'priceMissing'
  | 'sourceMissing';

interface ProfileFault {
  readonly field: keyof ProfileDraft;
  readonly text: ProfileFaultText;
}

const isSupply = /^([0-9]{1,18}(\.[0-9]{1,18})?)?$/;
const isDay = /^([0-9]{4}-[0-9]{2}-[0-9]{2})?$/;

/** The first invalid field of the profile, if any. Only the server compares figures with each other. */
export const profileFault = (draft: ProfileDraft): ProfileFault | undefined =>
  factsFault(draft) ?? suppliesFault(draft) ?? figuresFault(draft) ?? recordsFault(draft);

function factsFault({ issue_date, max_supply }: ProfileDraft): ProfileFault | undefined {
  if (!/^([0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?)?$/.test(issue_date)) return { field: 'issue_date', text: 'dateInvalid' };
  return max_supply === 'unlimited' || isSupply.test(max_supply)
    ? undefined
    : { field: 'max_supply', text: 'supplyInvalid' };
}

function suppliesFault(draft: ProfileDraft): ProfileFault | undefined {
  for (const field of ['total_supply', 'circulating_supply'] as const)
    if (!isSupply.test(draft[field])) return { field, text: 'supplyInvalid' };
  if (!isDay.test(draft.supply_date)) return { field: 'supply_date', text: 'dateInvalid' };
  if (draft.total_supply === '' && draft.circulating_supply === '') return undefined;
  if (draft.supply_date === '') return { field: 'supply_date', text: 'supplyDateMissing' };
  return draft.supply_source === '' ? { field: 'supply_source', text: 'sourceMissing' } : undefined;
}

function figuresFault(draft: ProfileDraft): ProfileFault | undefined {
  if (!/^([1-9][0-9]{0,5})?$/.test(draft.ranking)) return { field: 'ranking', text: 'rankingInvalid' };
  if (!isSupply.test(draft.market_cap)) return { field: 'market_cap', text: 'supplyInvalid' };
  if (!/^((100|[0-9]{1,2}(\.[0-9]{1,4})?))?$/.test(draft.market_dominance))
    return { field: 'market_dominance', text: 'dominanceInvalid' };
  if (!isDay.test(draft.figures_date)) return { field: 'figures_date', text: 'dateInvalid' };
  if (draft.ranking === '' && draft.market_cap === '' && draft.market_dominance === '') return undefined;
  if (draft.figures_date === '') return { field: 'figures_date', text: 'dayMissing' };
  return draft.figures_source === '' ? { field: 'figures_source', text: 'sourceMissing' } : undefined;
}

function recordsFault(draft: ProfileDraft): ProfileFault | undefined {
  for (const field of ['all_time_high', 'all_time_low'] as const) {
    const day = `${field}_date` as const;
    if (!isSupply.test(draft[field])) return { field, text: 'supplyInvalid' };
    if (!isDay.test(draft[day])) return { field: day, text: 'dateInvalid' };
    if (draft[field] === '' && draft[day] !== '') return { field, text: 'priceMissing' };
    if (draft[field] !== '' && draft[day] === '') return { field: day, text: 'dayMissing' };
  }
  if (!isDay.test(draft.records_date)) return { field: 'records_date', text: 'dateInvalid' };
  if (draft.all_time_high === '' && draft.all_time_low === '') return undefined;
  if (draft.records_date === '') return { field: 'records_date', text: 'dayMissing' };
  return draft.records_source === '' ? { field: 'records_source', text: 'sourceMissing' } : undefined;
}

/** A missing or invalid field, and the key of its error message. */
export interface CoinFault {
  readonly field: 'coin' | 'scale' | 'full_name' | 'rank';
  readonly text: 'codeMissing' | 'codeTaken' | 'scaleMissing' | 'nameMissing' | 'rankMissing';
}

/** An empty description, ranked after all listed coins. */
export const newDescription = (coins: readonly ListedCoin[]): DescriptionDraft => ({
  full_name: '',
  type: 'ALT',
  home: false,
  pos: false,
  pow: false,
  innovation: false,
  rank: String(Math.min(MAX_RANK, 1 + Math.max(0, ...coins.map(({ rank }) => rank)))),
});

export const descriptionDraft = ({ full_name, type, home, pos, pow, innovation, rank }: ListedCoin) => ({
  ...{ full_name, type, home, pos, pow, innovation },
  rank: String(rank),
});

/** The description in the form that the server expects. */
export const descriptionOf = (draft: DescriptionDraft) => ({
  ...draft,
  full_name: draft.full_name.trim(),
  rank: Number(draft.rank),
});

export function descriptionFault({ full_name, rank }: DescriptionDraft): CoinFault | undefined {
  if (full_name.trim() === '') return { field: 'full_name', text: 'nameMissing' };
  return rank === '' || Number(rank) > MAX_RANK ? { field: 'rank', text: 'rankMissing' } : undefined;
}

export function ledgerFault({ coin, scale }: LedgerDraft, coins: readonly ListedCoin[]): CoinFault | undefined {
  if (coin === '') return { field: 'coin', text: 'codeMissing' };
  if (coins.some((one) => one.coin === coin)) return { field: 'coin', text: 'codeTaken' };
  return scaleOf(scale) === undefined ? { field: 'scale', text: 'scaleMissing' } : undefined;
}

/** Parses a number of decimals; undefined if it is empty or more than the ledger allows. */
export const scaleOf = (text: string): number | undefined =>
  text === '' || Number(text) > MAX_SCALE ? undefined : Number(text);

/** Digits without leading zeros. */
export const digits = (text: string): string => text.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
