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

export const facts = [
  'issue_date',
  'max_supply',
  'total_supply',
  'circulating_supply',
  'supply_date',
  'intro',
] as const satisfies readonly (keyof ListedCoin['profile'])[];

export const MOST_INTRO_CHARACTERS = 600;

/** The known facts about a coin; an empty text means that the fact is unknown. */
export type ProfileDraft = ListedCoin['profile'];
export type ProfileFaultText = 'dateInvalid' | 'supplyInvalid' | 'supplyDateMissing';

/** The first invalid field of the profile, if any. Only the server compares the supplies with each other. */
export function profileFault(draft: ProfileDraft): { field: keyof ProfileDraft; text: ProfileFaultText } | undefined {
  const isDate = /^([0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?)?$/;
  const isSupply = /^([0-9]{1,18}(\.[0-9]{1,18})?)?$/;
  if (!isDate.test(draft.issue_date)) return { field: 'issue_date', text: 'dateInvalid' };
  if (draft.max_supply !== 'unlimited' && !isSupply.test(draft.max_supply))
    return { field: 'max_supply', text: 'supplyInvalid' };
  for (const field of ['total_supply', 'circulating_supply'] as const)
    if (!isSupply.test(draft[field])) return { field, text: 'supplyInvalid' };
  if (draft.supply_date !== '' && !/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(draft.supply_date))
    return { field: 'supply_date', text: 'dateInvalid' };
  const hasSupply = draft.total_supply !== '' || draft.circulating_supply !== '';
  return hasSupply && draft.supply_date === '' ? { field: 'supply_date', text: 'supplyDateMissing' } : undefined;
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

/** Parses a number of decimals; undefined if the ledger does not allow it. */
export const scaleOf = (text: string): number | undefined =>
  text === '' || Number(text) > MAX_SCALE ? undefined : Number(text);

/** Digits without leading zeros. */
export const digits = (text: string): string => text.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
