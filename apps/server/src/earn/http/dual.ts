import { formatDecimal } from '@vitrine/money';
import { tradingPrincipal } from '../../auth/http/session-principal.ts';
import { pageSize, readIdCursor } from '../../http/paging.ts';
import { readUnits } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import { type Dual, dualsOf, readDual } from '../dual/dual-table.ts';
import { indexUnitsOf } from '../dual/index-units.ts';
import { momentOf } from '../dual/offer-moment.ts';
import { assetsOf, type DualOffer, offerClosed, readOffer, readOffers } from '../dual/offers.ts';
import { daysUntil } from '../dual/rules.ts';
import { lastDecisionMs, STORED_WITHIN_MS } from '../dual/settlement-price.ts';
import { subscribeDual } from '../dual/subscribe-dual.ts';
import type { Handler, Services } from '../services.ts';
import { coinOnWire, percentText } from './wire.ts';

const sideWords = { sell_high: 'SELL_HIGH', buy_low: 'BUY_LOW' } as const;

export const dualOffers: Handler<'dualOffers'> = async ({ services }) => {
  const nowMs = services.clock();
  const offers = await readOffers(services.earn.pool, nowMs);
  const shown = offers.filter(({ expiresMs }) => daysUntil(expiresMs, nowMs) > 0);
  const indexes = await indexUnitsOf(
    services,
    shown.map(({ market }) => market),
  );
  return {
    offers: shown.map((offer) => offerOnWire(services, offer, indexes.get(offer.market))),
    time: nowMs,
    position: services.core.position,
  };
};

function offerOnWire(services: Services, offer: DualOffer, indexUnits: number | undefined) {
  const { instruments } = services;
  const moment = momentOf(services, offer, indexUnits);
  const reason = offerClosed(offer, moment);
  const base = instruments.asset(offer.base);
  const quote = instruments.asset(offer.quote);
  const { asset, otherAsset } = assetsOf(offer);
  const { code, scale } = instruments.asset(asset);
  const other = instruments.asset(otherAsset);
  const show = (units: number) => formatDecimal(units, scale);
  const left = Math.max(0, offer.quotaUnits - offer.usedUnits);
  return {
    id: offer.id,
    ...coinOnWire(services, base),
    side: sideWords[offer.side],
    deposit: { name: code, decimals: scale },
    other: { name: other.code, decimals: other.scale },
    strike: formatDecimal(offer.strikeUnits, quote.scale),
    ...(indexUnits === undefined ? {} : { index: formatDecimal(indexUnits, quote.scale) }),
    apr: percentText(offer.aprPpm),
    days: daysUntil(offer.expiresMs, moment.nowMs),
    expires_at: offer.expiresMs,
    minimum_amount: show(offer.minimumUnits),
    maximum_amount: show(offer.maximumUnits),
    quota: show(offer.quotaUnits),
    quota_left: show(left),
    available: show(Math.min(left, moment.coveredUnits)),
    source: offer.source,
    open: reason === undefined,
    ...(reason === undefined ? {} : { closed_reason: reason }),
  };
}

export const dualSubscribe: Handler<'dualSubscribe'> = async (call) => {
  const { services, body, idempotencyKey } = call;
  const offer = await readOffer(services.earn.pool, body.offer_id);
  if (offer === undefined) throw new ApiError('unknown_product');
  const units = readUnits(body.amount, services.instruments.asset(assetsOf(offer).asset));
  const wanted = { offer: offer.id, units, days: body.days, isAccepted: body.accepted };
  const done = await subscribeDual(services, tradingPrincipal(call), wanted, idempotencyKey);
  const dual = await readDual(services.earn.pool, done.dual?.id ?? 0);
  return { message: 'success', investment: dualOnWire(services, dual), position: done.position };
};

export const dualInvestments: Handler<'dualInvestments'> = async ({ services, session, query }) => {
  const limit = pageSize(query.limit);
  const page = { ...readIdCursor(query.cursor), limit: limit + 1, state: query.state };
  const duals = await dualsOf(services.earn.pool, session.owner, page);
  const last = duals.length > limit ? duals[limit - 1] : undefined;
  return {
    investments: duals.slice(0, limit).map((dual) => dualOnWire(services, dual)),
    ...(last === undefined ? {} : { next_cursor: String(last.id) }),
    time: services.clock(),
    position: services.core.position,
  };
};

function dualOnWire(services: Services, dual: Dual) {
  const { instruments } = services;
  const { base, quote } = instruments.byMarket(dual.market);
  const deposit = instruments.asset(dual.asset);
  const other = instruments.asset(dual.otherAsset);
  const show = (units: number) => formatDecimal(units, deposit.scale);
  const { settlement, outcome } = dual;
  const isWaiting = dual.state !== 'ended' && dual.expiresMs + STORED_WITHIN_MS < services.clock();
  return {
    id: dual.id,
    offer_id: dual.offer,
    ...coinOnWire(services, base),
    side: sideWords[dual.side],
    deposit: { name: deposit.code, decimals: deposit.scale },
    other: { name: other.code, decimals: other.scale },
    strike: formatDecimal(dual.strikeUnits, quote.scale),
    apr: percentText(dual.aprPpm),
    days: dual.days,
    subscribed_at: dual.draftedMs,
    expires_at: dual.expiresMs,
    amount: show(dual.principalUnits),
    yield: show(dual.yieldUnits),
    returned: show(dual.principalUnits + dual.yieldUnits),
    converted: formatDecimal(dual.convertedUnits, other.scale),
    state: outcome === undefined ? (isWaiting ? ('WAITING' as const) : ('RUNNING' as const)) : ('ENDED' as const),
    ...(outcome === undefined ? {} : { outcome, ended_at: dual.endedMs ?? 0 }),
    ...(isWaiting ? { waits_until: lastDecisionMs(dual.expiresMs) } : {}),
    ...(settlement?.priceUnits === undefined
      ? {}
      : {
          settlement_price: formatDecimal(settlement.priceUnits, quote.scale),
          settled_from: settlement.windowEndMs ?? 0,
          settled_minutes: settlement.minutes ?? 0,
        }),
  };
}
