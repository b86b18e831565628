import { isDeepStrictEqual } from 'node:util';
import type { MarketId } from '@vitrine/core';
import { type PerpetualTermsUnits, trimZeros } from '@vitrine/money';
import { ApiError } from '../kit/api-error.ts';
import { isDelisted, isPerpetual, type Perpetual } from '../kit/instruments.ts';
import { quoteText, ratePercentText, sizeText } from '../projections/wire.ts';
import type { MarketValues } from '../staff/approvals/approvals.ts';
import { submit } from './list.ts';
import { readPerpetualTerms, type TermsBody } from './market-form.ts';
import { demandUnmoved, valuesWithTerms } from './market-values.ts';
import type { Services } from './services.ts';

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
export function termsView(perpetual: Perpetual, terms: PerpetualTermsUnits = perpetual.rules): TermsBody {
  return {
    maximum_leverage: terms.maxLeverage,
    maintenance_percent: trimZeros(ratePercentText(terms.maintenancePpm)),
    risk_limit: trimZeros(quoteText(perpetual, terms.riskLimitUnits)),
    risk_step: trimZeros(quoteText(perpetual, terms.riskStepUnits)),
    risk_step_percent: trimZeros(ratePercentText(terms.riskStepPpm)),
    liquidation_fee_percent: trimZeros(ratePercentText(terms.liquidationFeePpm)),
    maximum_position: trimZeros(sizeText(perpetual, terms.maxPositionLots)),
    maximum_open_interest: trimZeros(sizeText(perpetual, terms.maxOpenInterestLots)),
  };
}

/** The terms in units, validated at the market's mark price. Errors: listing_invalid. */
export function termsUnits(
  { core }: Pick<Services, 'core'>,
  perpetual: Perpetual,
  terms: TermsBody,
): PerpetualTermsUnits {
  const { base, quote, market, rules } = perpetual;
  const { tickLotUnits, lotUnits, referenceTicks } = core.perpetual(market) ?? rules;
  return readPerpetualTerms(terms, base, quote, { tickLotUnits, lotUnits, referenceTicks });
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
      // The command may be in the log even though the approval that sent it was not marked as done.
      if (isDeepStrictEqual(current, after)) return;
      if (!isDeepStrictEqual(current, before)) throw new ApiError('listing_changed');
      await services.delistings.demandNone(market);
      const terms = termsUnits(services, perpetual, after);
      demandUnmoved(context.seen ?? seen, await valuesWithTerms(services, perpetual, terms));
      await submit(services, { kind: 'ChangePerpetualTerms', market, ...terms });
    },
  });
}
