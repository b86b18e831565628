import { isDeepStrictEqual } from 'node:util';
import type { MarketStatus } from '@vitrine/core';
import { sizeLots } from '@vitrine/money';
import { readPrice } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import { findAsset, findListedMarket, findMarket } from '../../kit/find.ts';
import { type Instrument, isDelisted, nameIn } from '../../kit/instruments.ts';
import { utcTime } from '../../kit/utc-time.ts';
import { priceText, sizeText } from '../../projections/wire.ts';
import { demandConfirmedIndex } from '../demand-index.ts';
import { submit } from '../list.ts';
import {
  CANCEL_DELISTING,
  type CancelDelistingParameters,
  DELIST_MARKET,
  type DelistMarketParameters,
  demandIndexOfPositions,
  isOpening,
  LIST_MARKET,
  type ListMarketParameters,
  MARKET_RULES,
  type MarketRulesParameters,
  OPEN_MARKET,
  type OpenMarketParameters,
} from '../listing-approvals.ts';
import { readMarketUnits } from '../market-form.ts';
import { readSlippage, slippageRequest } from '../market-slippage.ts';
import { marketValues } from '../market-values.ts';
import { unitsWithLimits } from '../read-market.ts';
import type { Handler, Services } from '../services.ts';
import { demandSettlement } from '../settlement-price.ts';
import { askForApproval } from './ask-for-approval.ts';
import { limitsView, marketView, openInterestText, referenceText } from './listing-view.ts';

export const consoleMarkets: Handler<'consoleMarkets'> = async ({ services }) => {
  const { instruments } = services;
  const delisting = await services.delistings.underway();
  // A delisted market is not shown once its pair has been listed again: the name then refers to the new market.
  const shown = instruments.all().filter((one) => instruments.byName('web', nameIn.web(one)) === one);
  return { markets: shown.map((instrument) => marketView(services, instrument, delisting)) };
};

export const consoleAskForMarket: Handler<'consoleAskForMarket'> = (call) => {
  const { services, body } = call;
  const { base: baseCode, quote: quoteCode, reason: _, draft_id, ...form } = body;
  const [base, quote] = [findAsset(services, baseCode), findAsset(services, quoteCode)];
  const name = `${base.code}${quote.code}`;
  const known = services.instruments.byName('web', name);
  if (base === quote || (known !== undefined && !isDelisted(known))) throw new ApiError('listed_already', { name });
  readMarketUnits(form, base, quote);
  if (form.max_slippage_percent !== undefined) readSlippage(form.max_slippage_percent);
  const parameters: ListMarketParameters = { base: base.code, quote: quote.code, form };
  const wish = { subject: `market ${name}`, kind: LIST_MARKET, parameters, before: null, after: form };
  return askForApproval(call, wish, draft_id);
};

export const consoleAskForMarketRules: Handler<'consoleAskForMarketRules'> = async (call) => {
  const { services, body } = call;
  const { name, reason: _, max_slippage_percent, ...asked } = body;
  const instrument = findListedMarket(services, name);
  const { market } = instrument;
  const before = limitsView(instrument);
  const units = unitsWithLimits(services.core, instrument, asked);
  // Normalizes the limits to the form in which they will be shown, for example 5 instead of 5.0.
  const after = limitsView({ ...instrument, rules: { ...instrument.rules, ...units } });
  const slippage = slippageRequest(services, market, max_slippage_percent);
  const hasSameLimits = isDeepStrictEqual(before, after);
  if (slippage === undefined && hasSameLimits) throw new ApiError('nothing_to_change');
  if (!hasSameLimits) await services.delistingPlans.demandRulesFree(instrument);
  const parameters: MarketRulesParameters = { market, before, after, slippage };
  return askForApproval(call, {
    subject: `market ${nameIn.web(instrument)}`,
    kind: MARKET_RULES,
    parameters,
    before: { ...before, ...(slippage && { max_slippage_percent: slippage.before }) },
    after: { ...after, ...(slippage && { max_slippage_percent: slippage.after }) },
  });
};

export const consoleAskToOpenMarket: Handler<'consoleAskToOpenMarket'> = async (call) => {
  const { services, body } = call;
  const instrument = findListedMarket(services, body.name);
  await services.delistings.demandNone(instrument.market);
  const { status } = instrument.rules;
  if (isOpening(services, instrument)) throw new ApiError('nothing_to_change');
  if (instrument.isPerpetual) {
    await services.indexSources.load();
    demandConfirmedIndex(services, instrument);
  }
  const parameters: OpenMarketParameters = { market: instrument.market, status };
  const after = { status: 'open', reference_price: referenceText(services, instrument) };
  return askForApproval(call, {
    subject: `market ${nameIn.web(instrument)}`,
    kind: OPEN_MARKET,
    parameters,
    before: { status },
    after,
  });
};

export const consoleAskToDelistMarket: Handler<'consoleAskToDelistMarket'> = async (call) => {
  const { services, body } = call;
  const instrument = findListedMarket(services, body.name);
  const { market } = instrument;
  await services.delistings.demandNone(market);
  const { status } = instrument.rules;
  const atMs = body.delist_at;
  // Even if the delisting of a halted market is planned, a request to delist it immediately is allowed.
  if (atMs !== undefined || status !== 'halted') await services.delistingPlans.demandNone(market);
  if (atMs !== undefined) services.delistingPlans.demandTime(atMs, status === 'halted');
  if (atMs !== undefined && body.settlement_price !== undefined)
    throw new ApiError('listing_invalid', { reason: 'settlement_planned', field: 'settlement_price' });
  const settlementTicks =
    body.settlement_price === undefined ? undefined : readPrice(body.settlement_price, instrument);
  if (settlementTicks !== undefined) await demandSettlement(services, instrument, settlementTicks);
  else if (atMs === undefined) await demandIndexOfPositions(services, instrument);
  const seen = marketValues(services, instrument);
  const parameters: DelistMarketParameters = { market, status, seen, settlementTicks, atMs };
  const [before, after] = instrument.isPerpetual
    ? // Approvers see approximately the price at which the positions would be closed.
      [
        { open_interest: openInterestText(services, instrument) },
        {
          open_interest: sizeText(instrument, sizeLots(0)),
          ...(settlementTicks === undefined
            ? { mark_price: referenceText(services, instrument) }
            : { settlement_price: priceText(instrument, settlementTicks) }),
        },
      ]
    : [];
  return askForApproval(call, {
    subject: `market ${nameIn.web(instrument)}`,
    kind: DELIST_MARKET,
    parameters,
    before: { status, ...before },
    after: { status: 'delisted', ...after, ...(atMs === undefined ? {} : { delisting_at: utcTime(atMs) }) },
  });
};

export const consoleAskToCancelDelisting: Handler<'consoleAskToCancelDelisting'> = async (call) => {
  const { services, body } = call;
  const instrument = findListedMarket(services, body.name);
  const planned = services.plannedDelistings.of(instrument.market);
  if (planned === undefined) throw new ApiError('nothing_to_change');
  const parameters: CancelDelistingParameters = { market: instrument.market, atMs: planned.atMs };
  // Requester and approver both see whether cancelling restores the minimum term that the close-only phase has ended.
  const { endedTermDays } = planned;
  const termAfter = termAfterCancelling(services, instrument, endedTermDays);
  const term = (days: number) => (endedTermDays === 0 ? {} : { minimum_term_days: days });
  return askForApproval(call, {
    subject: `market ${nameIn.web(instrument)}`,
    kind: CANCEL_DELISTING,
    parameters,
    before: { delisting_at: utcTime(planned.atMs), ...term(endedTermDays) },
    after: { delisting_at: '', ...term(termAfter) },
  });
};

/** The minimum term after the cancellation of a delisting whose close-only phase has ended the term. */
function termAfterCancelling({ core }: Services, { market }: Instrument, endedTermDays: number): number {
  const view = core.perpetual(market);
  const isEmpty = view?.openInterestLots === 0 && core.ownersWithOrders(market, 1).length === 0;
  return isEmpty && view.status !== 'open' ? endedTermDays : 0;
}

export const consoleStopMarket: Handler<'consoleStopMarket'> = async (call) => {
  const { services, body } = call;
  const instrument = findListedMarket(services, body.name);
  const { approvals, delistings, indexFeed } = services;
  const { market } = instrument;
  const { status, reason } = body;
  const before = { status: instrument.rules.status };
  // An emergency halt skips this query: it does not need the result and must not wait.
  const isDelisting =
    before.status !== 'halted' && status === 'halted' ? false : (await delistings.underway()).has(market);
  // Once a delisting has begun, only a halt can withdraw it. Setting the market to cancel-only would have no effect,
  // because the delisting does that anyway.
  if (isDelisting && status === 'cancel_only') throw new ApiError('market_delisting');
  demandHaltKept(services, instrument, status);
  // A market stopped by its index feed reopens automatically; a market stopped by an operator stays stopped until an
  // operator reopens it.
  if (before.status === status && !isDelisting && !indexFeed.isProtected(market))
    throw new ApiError('nothing_to_change');
  const subject = `market ${nameIn.web(instrument)}`;
  const stop = () =>
    indexFeed.stop(market, () => {
      // Checked again, because the core may have halted the market in the meantime. It may also do so while the command
      // is in flight: only a halt is accepted in every status.
      demandHaltKept(services, instrument, status);
      const expected = services.instruments.byMarket(market).rules.status;
      return submit(services, {
        kind: 'SetMarketStatus',
        market,
        status,
        ...(status === 'halted' ? {} : { expected }),
      });
    });
  // Pending requests to delist or open the market are closed, since an approver might not know why the market was
  // stopped. Each kind is closed separately: approving a delisting also closes requests to open the market, and a
  // transaction that locks both kinds could deadlock with it.
  const overtake = async () => {
    for (const kind of [DELIST_MARKET, OPEN_MARKET]) await approvals.overtake(call.session, [kind], subject, reason);
  };
  if (status === 'halted') {
    // This also withdraws a delisting that was approved while the market was being halted.
    const isWithdrawn = await delistings.halt(market, async () => {
      await stop();
      call.audit({ subject, before, after: { status }, reason });
      await overtake();
    });
    const isClosing = services.core.perpetual(market)?.isClosing === true;
    const delisting = isClosing ? 'withdrawn, but the positions in this market are already being closed' : 'withdrawn';
    if (isWithdrawn) call.audit({ subject, before, after: { status, delisting }, reason });
  } else {
    await overtake();
    // Checked again, because a delisting may have been approved in the meantime.
    await delistings.demandNone(market);
    await stop();
    call.audit({ subject, before, after: { status }, reason });
  }
  return { market: marketView(services, findMarket(services, body.name), new Map()) };
};

/**
 * Throws if the market is a halted perpetual market that is to become cancel-only: liquidations would resume, so ending
 * the halt needs two-person approval, as opening the market does. Errors: perpetual_halted.
 */
function demandHaltKept({ instruments }: Services, { market }: Instrument, status: MarketStatus): void {
  const instrument = instruments.byMarket(market);
  if (instrument.isPerpetual && instrument.rules.status === 'halted' && status === 'cancel_only')
    throw new ApiError('perpetual_halted', { name: nameIn.web(instrument) });
}
