import type { MarketField } from './market-check.ts';

type FormField = 'base' | 'quote' | MarketField;
export type SectionName = 'coins' | 'steps' | 'limits' | 'prices' | 'leverage' | 'tiers' | 'caps' | 'term';

/** The sections of the forms and their fields, in order. */
export const sections = {
  coins: ['base', 'quote'],
  steps: ['tick', 'lot'],
  limits: ['minimumAmount', 'maximumAmount', 'minimumTotal', 'maximumTotal'],
  prices: ['referencePrice', 'bandPercent', 'maximumSlippagePercent', 'maximumOpenOrders'],
  // The sections below are only in the forms for perpetual markets.
  leverage: ['maximumLeverage', 'maintenancePercent', 'liquidationFeePercent'],
  tiers: ['riskLimit', 'riskStep', 'riskStepPercent'],
  caps: ['maximumPosition', 'maximumOpenInterest'],
  term: ['minimumTermDays'],
} as const satisfies Record<SectionName, readonly FormField[]>;

const ofRules = ['steps', 'limits', 'prices'] as const;

/** The sections that follow the choice of the coins. */
export const sectionsOf = { spot: ofRules, perpetual: [...ofRules, 'leverage', 'tiers', 'caps', 'term'] } as const;

/** Fields that prevent the form from being submitted. */
export interface OpenFields {
  readonly missing: readonly FormField[];
  readonly faulty: readonly FormField[];
}

interface OpenField {
  readonly field: FormField;
  readonly isMissing: boolean;
}

/** The first missing or invalid field, in the order of the form; undefined if the form is complete. */
export function firstOpenField({ missing, faulty }: OpenFields): OpenField | undefined {
  const field = Object.values(sections)
    .flat()
    .find((one) => missing.includes(one) || faulty.includes(one));
  return field && { field, isMissing: missing.includes(field) };
}

/** Whether a section is complete, and if not, how many of its fields are invalid or, if none is, missing. */
export function stateOf(name: SectionName, { missing, faulty }: OpenFields) {
  const own: readonly FormField[] = sections[name];
  const count = (fields: readonly FormField[]) => own.filter((field) => fields.includes(field)).length;
  if (count(faulty) > 0) return { state: 'faulty', count: count(faulty) } as const;
  if (count(missing) > 0) return { state: 'missing', count: count(missing) } as const;
  return { state: 'complete', count: 0 } as const;
}
