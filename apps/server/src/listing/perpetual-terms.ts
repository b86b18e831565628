import { isDeepStrictEqual } from 'node:util';
import type { MarketId } from '@vitrine/core';
import { type PerpetualTermsUnits, trimZeros } from '@vitrine/money';
import { holdersOf } from '../futures/risk/position-survey.ts';
import { ApiError } from '../kit/api-error.ts';
import { isDelisted, isPerpetual, type Perpetual } from '../kit/instruments.ts';
import { quoteText, ratePercentText, sizeText } from '../projections/wire.ts';
import type { ApprovalContext, MarketValues } from '../staff/approvals/approvals.ts';
import { submit } from './list.ts';
import { readPerpetualTerms, type TermsBody } from './market-form.ts';
import { demandUnmoved, valuesWithTerms } from './market-values.ts';
import type { Services } from './services.ts';
import { notifyOfTerms } from './terms-notices.ts';

export const PERPETUAL_TERMS = 'perpetual_terms';

export interface PerpetualTermsParameters {
  readonly market: MarketId;
  /** The terms when the change was requested. */
  readonly before: TermsBody;
  readonly after: TermsBody;
  /** The market's values when the change was requested; undefined in requests of earlier versions. */
  readonly seen?: MarketValues;
}

/** The terms in the form in which operators write them. */
export function termsView(perpetual: Perpetual, terms: PerpetualTermsUnits = perpetual.rules): Required<TermsBody> {
  return {
    maximum_leverage: terms.maxLeverage,
    maintenance_percent: trimZeros(ratePercentText(terms.maintenancePpm)),
    risk_limit: trimZeros(quoteText(perpetual, terms.riskLimitUnits)),
    risk_step: trimZeros(quoteText(perpetual, terms.riskStepUnits)),
    risk_step_percent: trimZeros(ratePercentText(terms.riskStepPpm)),
    liquidation_fee_percent: trimZeros(ratePercentText(terms.liquidationFeePpm)),
    maximum_position: trimZeros(sizeText(perpetual, terms.maxPositionLots)),
    maximum_open_interest: trimZeros(sizeText(perpetual, terms.maxOpenInterestLots)),
    minimum_term_days: terms.minTermDays,
  };
}

/** The terms in units, validated at the market's mark price. Errors: listing_invalid. */
export function termsUnits(
  { core }: Pick<Services, 'core'>,
  perpetual: Perpetual,
  terms: TermsBody,
): PerpetualTermsUnits {
  const { base, quote, market, rules } = perpetual;
  const { minTermDays: minimum_term_days } = rules;
  const { tickLotUnits, lotUnits, referenceTicks } = core.perpetual(market) ?? rules;
  return readPerpetualTerms({ minimum_term_days, ...terms }, base, quote, { tickLotUnits, lotUnits, referenceTicks });
}

/**
 * Throws if the minimum term would become longer while the market is open, or has orders or positions, whose owners
 * agreed to a shorter one. Errors: listing_invalid.
 */
export function demandTermPossible(
  { core }: Pick<Services, 'core'>,
  { market, rules }: Perpetual,
  { minTermDays }: Pick<PerpetualTermsUnits, 'minTermDays'>,
): void {
  if (minTermDays <= rules.minTermDays) return;
  const refusal = core.check({ kind: 'SetMinimumTerm', market, days: minTermDays });
  if (refusal === 'market_open' || refusal === 'has_open_orders' || refusal === 'has_positions')
    throw new ApiError('listing_invalid', { reason: 'term_longer', field: 'minimum_term_days' });
}

/**
 * Whether the market's last approved change, other than this one, resulted in these terms, so that the holders of
 * positions have been notified of them.
 */
async function areApproved(
  { approval, transaction }: ApprovalContext,
  market: MarketId,
  terms: Required<TermsBody>,
): Promise<boolean> {
  const { rows } = await transaction.query<{ after: TermsBody }>(
    `select parameters -> 'after' as after from approval
     where kind = $1 and parameters ->> 'market' = $2 and state = 'done' and id <> $3
     order by decided_at desc, id desc limit 1`,
    [PERPETUAL_TERMS, String(market), approval.id],
  );
  return rows[0] !== undefined && isDeepStrictEqual({ ...terms, ...rows[0].after }, terms);
}

/** Registers the approval of new terms of a perpetual market. */
export function registerPerpetualTerms(services: Services): void {
  services.approvals.register<PerpetualTermsParameters>(PERPETUAL_TERMS, {
    roles: ['listing'],
    current: async ({ market, after }) => {
      const perpetual = services.instruments.byMarket(market);
      if (!isPerpetual(perpetual) || isDelisted(perpetual)) return undefined;
      return valuesWithTerms(services, perpetual, termsUnits(services, perpetual, after));
    },
    execute: async ({ market, before, after, seen }, context) => {
      const perpetual = services.instruments.byMarket(market);
      if (!isPerpetual(perpetual)) throw new Error(`market ${market} is not perpetual`);
      const current = termsView(perpetual);
      const terms = termsUnits(services, perpetual, after);
      const wanted = termsView(perpetual, terms);
      const owners = [...(await holdersOf(services.core, perpetual.market))];
      const change = { owners, before: { ...wanted, ...before }, after: wanted };
      // The commands may be in the log even though the approval that sent them was not marked as done; then this call
      // notifies. Clients whose positions the change has liquidated in the meantime are not notified of the terms.
      if (isDeepStrictEqual(current, wanted)) {
        if (!(await areApproved(context, market, wanted)))
          await notifyOfTerms(services, perpetual, change, context.transaction);
        return;
      }
      await services.delistingPlans.demandRulesFree(perpetual);
      const isTermSet = terms.minTermDays === perpetual.rules.minTermDays;
      const { minimum_term_days = perpetual.rules.minTermDays } = isTermSet ? current : before;
      if (!isDeepStrictEqual(current, { ...before, minimum_term_days })) throw new ApiError('listing_changed');
      await services.delistings.demandNone(market);
      demandUnmoved(context.seen ?? seen, await valuesWithTerms(services, perpetual, terms));
      demandTermPossible(services, perpetual, terms);
      if (!isTermSet) await submit(services, { kind: 'SetMinimumTerm', market, days: terms.minTermDays });
      if (!isDeepStrictEqual({ ...current, minimum_term_days: terms.minTermDays }, wanted))
        await submit(services, { kind: 'ChangePerpetualTerms', market, ...terms });
      await notifyOfTerms(services, perpetual, change, context.transaction);
    },
  });
}
