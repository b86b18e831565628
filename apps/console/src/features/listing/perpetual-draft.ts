import { type PerpetualFault, type PerpetualTermsForm, type PerpetualTermsUnits, perpetualTerms } from '@vitrine/money';
import { settledAmount } from '@vitrine/ui';
import type { ListedMarket } from './listing.ts';
import { type CheckedRules, type Pair, plain } from './market-draft.ts';

export type TermsField = keyof PerpetualTermsForm;

/** The terms of a perpetual market, exactly as typed. */
export type TermsDraft = Readonly<Record<TermsField, string>>;

export const termsFields = [
  'maximumLeverage',
  'maintenancePercent',
  'liquidationFeePercent',
  'riskLimit',
  'riskStep',
  'riskStepPercent',
  'maximumPosition',
  'maximumOpenInterest',
  'minimumTermDays',
] as const satisfies readonly TermsField[];

export const emptyTerms: TermsDraft = {
  maximumLeverage: '20',
  maintenancePercent: '1',
  liquidationFeePercent: '0.25',
  riskLimit: '50000',
  riskStep: '250000',
  riskStepPercent: '0.5',
  maximumPosition: '',
  maximumOpenInterest: '',
  minimumTermDays: '0',
};

/** The terms that a perpetual market has; undefined for a spot market. */
export const draftOfTerms = ({ terms }: ListedMarket): TermsDraft | undefined =>
  terms && {
    maximumLeverage: String(terms.maximum_leverage),
    maintenancePercent: terms.maintenance_percent,
    liquidationFeePercent: terms.liquidation_fee_percent,
    riskLimit: terms.risk_limit,
    riskStep: terms.risk_step,
    riskStepPercent: terms.risk_step_percent,
    maximumPosition: terms.maximum_position,
    maximumOpenInterest: terms.maximum_open_interest,
    minimumTermDays: String(terms.minimum_term_days),
  };

export interface CheckedTerms {
  /** Empty fields, in the order of the form. */
  readonly missing: readonly TermsField[];
  readonly faults: readonly PerpetualFault[];
  /** Undefined unless the market's rules and all terms are filled in and correct. */
  readonly terms: PerpetualTermsUnits | undefined;
}

/**
 * Checks what is typed so far: a field that is still empty is missing, not wrong. Sizes are in lots, so the market's
 * rules have to be correct first.
 */
export function checkTerms(
  draft: TermsDraft,
  pair: Pair | undefined,
  { units }: Pick<CheckedRules, 'units'>,
): CheckedTerms {
  const missing = termsFields.filter((field) => settledAmount(draft[field]) === '');
  if (pair === undefined || units === undefined) return { missing, faults: [], terms: undefined };
  const scales = { base: pair.base.scale, quote: pair.quote.scale };
  const read = perpetualTerms(formOf(draft), { units, scales });
  const faults = ('faults' in read ? read.faults : []).filter(({ field }) => !missing.includes(field));
  const isFine = missing.length === 0 && faults.length === 0;
  return { missing, faults, terms: isFine && 'terms' in read ? read.terms : undefined };
}

const formOf = (draft: TermsDraft): PerpetualTermsForm => ({
  ...(Object.fromEntries(termsFields.map((field) => [field, plain(draft[field])])) as unknown as PerpetualTermsForm),
  maximumLeverage: Number(draft.maximumLeverage),
  minimumTermDays: Number(draft.minimumTermDays),
});

/** The terms in the form that the server expects. */
export const termsBody = (draft: TermsDraft) => ({
  maximum_leverage: Number(draft.maximumLeverage),
  maintenance_percent: plain(draft.maintenancePercent),
  risk_limit: plain(draft.riskLimit),
  risk_step: plain(draft.riskStep),
  risk_step_percent: plain(draft.riskStepPercent),
  liquidation_fee_percent: plain(draft.liquidationFeePercent),
  maximum_position: plain(draft.maximumPosition),
  maximum_open_interest: plain(draft.maximumOpenInterest),
  minimum_term_days: Number(draft.minimumTermDays),
});
