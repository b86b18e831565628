import { isDeepStrictEqual } from 'node:util';
import { findPerpetual } from '../../futures/http/find-perpetual.ts';
import { ApiError } from '../../kit/api-error.ts';
import { findAsset } from '../../kit/find.ts';
import { isDelisted, nameIn } from '../../kit/instruments.ts';
import { choiceText } from '../index-choice.ts';
import { demandListingIndex, LIST_PERPETUAL, type ListPerpetualParameters } from '../listing-approvals.ts';
import { readMarketUnits, readPerpetualTerms } from '../market-form.ts';
import { readSlippage } from '../market-slippage.ts';
import { valuesWithTerms } from '../market-values.ts';
import {
  demandTermPossible,
  PERPETUAL_TERMS,
  type PerpetualTermsParameters,
  termsUnits,
  termsView,
} from '../perpetual-terms.ts';
import type { Handler } from '../services.ts';
import { askForApproval } from './ask-for-approval.ts';

export const consoleAskForPerpetual: Handler<'consoleAskForPerpetual'> = async (call) => {
  const { services, body } = call;
  const { base: baseCode, quote: quoteCode, reason: _, draft_id, ...form } = body;
  const [base, quote] = [findAsset(services, baseCode), findAsset(services, quoteCode)];
  const name = `${base.code}-${quote.code}-PERP`;
  const known = services.instruments.byName('web', name);
  if (base === quote || (known !== undefined && !isDelisted(known))) throw new ApiError('listed_already', { name });
  const units = readMarketUnits(form, base, quote);
  readPerpetualTerms(form, base, quote, units);
  if (form.max_slippage_percent !== undefined) readSlippage(form.max_slippage_percent);
  await demandListingIndex(services, { base, quote, units }, form.index_sources);
  form.minimum_term_days ??= 0;
  const parameters: ListPerpetualParameters = { base: base.code, quote: quote.code, form };
  const after = { ...form, index_sources: choiceText(form.index_sources) };
  const wish = { subject: `market ${name}`, kind: LIST_PERPETUAL, parameters, before: null, after };
  return askForApproval(call, wish, draft_id);
};

export const consoleAskForPerpetualTerms: Handler<'consoleAskForPerpetualTerms'> = async (call) => {
  const { services, body } = call;
  const { name: asked, reason: _, ...terms } = body;
  const perpetual = findPerpetual(services, asked);
  const name = nameIn.web(perpetual);
  if (isDelisted(perpetual)) throw new ApiError('market_delisted', { name });
  await services.delistings.demandNone(perpetual.market);
  await services.delistingPlans.demandRulesFree(perpetual);
  const before = termsView(perpetual);
  // Normalizes the terms to the form in which they will be shown, for example 5 instead of 5.0.
  const units = termsUnits(services, perpetual, terms);
  const after = termsView(perpetual, units);
  demandTermPossible(services, perpetual, units);
  if (isDeepStrictEqual(before, after)) throw new ApiError('nothing_to_change');
  const seen = await valuesWithTerms(services, perpetual, units);
  const parameters: PerpetualTermsParameters = { market: perpetual.market, before, after, seen };
  return askForApproval(call, { subject: `market ${name}`, kind: PERPETUAL_TERMS, parameters, before, after });
};
