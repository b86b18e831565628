import type { PerpetualFault, PerpetualTermsUnits } from '@vitrine/money';
import {
  type CheckedRules,
  checkRules,
  emptyRules,
  type MarketKind,
  type Pair,
  type RulesDraft,
  type RulesFault,
  type RulesField,
  unchecked,
} from './market-draft.ts';
import { checkTerms, emptyTerms, type TermsDraft, type TermsField } from './perpetual-draft.ts';

export type MarketField = RulesField | TermsField;

/** The rules of a market and the terms, which only a perpetual market has, exactly as typed. */
export type MarketDraft = RulesDraft & TermsDraft;

export const emptyMarket: MarketDraft = { ...emptyRules, ...emptyTerms };

export interface CheckedMarket extends Pick<CheckedRules, 'kind' | 'units'> {
  /** Empty fields, in the order of the form. */
  readonly missing: readonly MarketField[];
  readonly faults: readonly (RulesFault | PerpetualFault)[];
  /** Undefined unless it is a perpetual market with every field filled in and correct. */
  readonly terms: PerpetualTermsUnits | undefined;
}

/** Checks what is typed so far. `pair` is undefined until both coins are chosen. */
export function checkMarket(draft: MarketDraft, pair: Pair | undefined, kind: MarketKind): CheckedMarket {
  const rules = pair ? checkRules(draft, pair, kind) : unchecked(draft, kind);
  if (kind === 'spot') return { ...rules, terms: undefined };
  const { missing, faults, terms } = checkTerms(draft, pair, rules);
  return { ...rules, missing: [...rules.missing, ...missing], faults: [...rules.faults, ...faults], terms };
}
