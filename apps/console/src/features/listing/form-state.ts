import type { CallResponse } from '../../lib/api.ts';
import { type FeeDraft, feeSides } from './fee-draft.ts';
import { emptyMarket, type MarketDraft } from './market-check.ts';
import type { SourceDraft } from './source-draft.ts';

export type ListingDraft = CallResponse<'GET /api/v3/console/listing-drafts'>['drafts'][number];
type DraftFields = ListingDraft['fields'];

/** What is typed into the form for a market; fields that are missing have their default values. */
export interface FormState {
  /** The code of the base coin; empty until it is chosen. */
  readonly base: string;
  readonly rules: Readonly<Partial<MarketDraft>>;
  readonly sources: SourceDraft;
  readonly fees: FeeDraft;
}

export const emptyState: FormState = { base: '', rules: {}, sources: {}, fees: {} };

const SOURCE = 'source-';
/** A draft field with this prefix, followed by the id of an index source, means that the source is not used. */
const UNUSED = 'unused-';
const RATE = '-rate';

/** The state as the server stores it. */
export const fieldsOf = ({ base, rules, sources, fees }: FormState): DraftFields => [
  { field: 'base', text: base },
  ...Object.entries(rules).map(([field, text]) => ({ field, text })),
  ...Object.entries(sources).map(([source, symbol]) =>
    symbol === undefined ? { field: `${UNUSED}${source}`, text: '' } : { field: `${SOURCE}${source}`, text: symbol },
  ),
  ...Object.entries(fees).map(([side, text]) => ({ field: `${side}${RATE}`, text })),
];

/** The state from a draft. Fields that the form does not have, or no longer has, are ignored. */
export function stateOfFields(fields: DraftFields): FormState {
  const typed = new Map(fields.map(({ field, text }) => [field, text]));
  const named = <Name extends string>(names: readonly Name[], suffix = '') =>
    Object.fromEntries(
      names.filter((name) => typed.has(`${name}${suffix}`)).map((name) => [name, typed.get(`${name}${suffix}`)]),
    ) as Partial<Record<Name, string>>;
  const sources = fields.flatMap<[string, string | undefined]>(({ field, text }) => {
    if (field.startsWith(UNUSED)) return [[field.slice(UNUSED.length), undefined]];
    return field.startsWith(SOURCE) ? [[field.slice(SOURCE.length), text]] : [];
  });
  return {
    base: typed.get('base') ?? '',
    rules: named(Object.keys(emptyMarket) as (keyof MarketDraft)[]),
    sources: Object.fromEntries(sources),
    fees: named(feeSides, RATE),
  };
}
