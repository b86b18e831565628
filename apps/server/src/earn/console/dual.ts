import { formatDecimal, parseDecimal } from '@vitrine/money';
import { readUnits } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import { findAsset } from '../../kit/find.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { utcTime } from '../../kit/utc-time.ts';
import { poolOwner, poolWallets } from '../accounts.ts';
import { indexUnitsOf } from '../dual/index-units.ts';
import { momentOf } from '../dual/offer-moment.ts';
import { assetsOf, conversionOf, type DualOffer, offerClosed, readOffer, readOffers } from '../dual/offers.ts';
import { dualPoolName, dualPoolOf, insertOffer, type NewOffer } from '../dual/publish-offer.ts';
import { daysUntil, hasMoved, isPastStrike } from '../dual/rules.ts';
import { percentText } from '../http/wire.ts';
import type { NewFunding } from '../pools/pool-fundings.ts';
import { wholeInterest } from '../rules/interest.ts';
import type { Call, Handler, Services } from '../services.ts';

const DUAL_OFFER = 'dual_offer';
const FUND_DUAL = 'fund_dual';
const MINUTE_MS = 60_000;
/** The maximum APR is 500%, given with up to four decimals. */
const MOST_PPM = 5_000_000;
const RATE_DECIMALS = 4;
const WHOLE_PPM = 1_000_000;

type OfferTerms = Omit<NewOffer, 'indexUnits'>;

/**
 * A requested offer, with the index at the time of the request. The rate was set for that index; without one, the offer
 * cannot be approved.
 */
interface AskedOffer extends OfferTerms {
  readonly indexUnits?: number | undefined;
}

const sides = { SELL_HIGH: 'sell_high', BUY_LOW: 'buy_low' } as const;
const sideWords = { sell_high: 'SELL_HIGH', buy_low: 'BUY_LOW' } as const;

export const consoleDual: Handler<'consoleDual'> = async ({ services }) => {
  const { earn, core } = services;
  const offers = await readOffers(earn.pool, services.clock());
  const indexes = await indexUnitsOf(
    services,
    offers.map(({ market }) => market),
  );
  return {
    pools: await poolsView(services),
    offers: offers.map((offer) => offerView(services, offer, indexes.get(offer.market))),
    time: services.clock(),
    position: core.position,
  };
};

function offerView(services: Services, offer: DualOffer, indexUnits: number | undefined) {
  const { instruments } = services;
  const quote = instruments.asset(offer.quote);
  const deposit = instruments.asset(assetsOf(offer).asset);
  const show = (units: number) => formatDecimal(units, deposit.scale);
  const reason = offerClosed(offer, momentOf(services, offer, indexUnits));
  return {
    offer_id: offer.id,
    coin: instruments.asset(offer.base).code,
    side: sideWords[offer.side],
    strike: formatDecimal(offer.strikeUnits, quote.scale),
    ...(indexUnits === undefined ? {} : { index: formatDecimal(indexUnits, quote.scale) }),
    apr: percentText(offer.aprPpm),
    expires_at: offer.expiresMs,
    deposit: deposit.code,
    minimum_amount: show(offer.minimumUnits),
    maximum_amount: show(offer.maximumUnits),
    quota: show(offer.quotaUnits),
    used: show(offer.usedUnits),
    ...(reason === undefined ? {} : { closed_reason: reason }),
  };
}

/** For each coin with a perpetual market: its pool's balances of the coin and of USDT. */
async function poolsView({ earn, core, instruments }: Services) {
  const { rows } = await earn.pool.query<{ pool_id: number; name: string }>('select pool_id, name from earn_pools');
  const { usdt } = instruments;
  return instruments.perpetuals().flatMap(({ base }) => {
    const pool = rows.find(({ name }) => name === dualPoolName(base.code));
    if (pool === undefined || usdt === undefined) return [];
    return [base, usdt].map(({ asset, code, scale }) => {
      const show = (wallet: keyof typeof poolWallets) =>
        formatDecimal(core.balance(poolOwner(pool.pool_id), poolWallets[wallet], asset).availableUnits, scale);
      return { pool: base.code, coin: code, free: show('free'), promised: show('promised') };
    });
  });
}

export const consoleAskForDualOffer: Handler<'consoleAskForDualOffer'> = async (call) => {
  const { services, session, body } = call;
  const offer = readOfferTerms(call);
  const indexUnits = (await indexUnitsOf(services, [offer.market])).get(offer.market);
  const parameters: AskedOffer = { ...offer, indexUnits };
  const { reason, expires_at, ...terms } = body;
  const { scale } = services.instruments.asset(offer.quote);
  const index = indexUnits === undefined ? {} : { index: formatDecimal(indexUnits, scale) };
  const after = { ...terms, ...index, expires: utcTime(expires_at) };
  const about = { subject: `dual investment ${body.coin}`, before: null, after, reason };
  const approval = await services.approvals.ask(session, { kind: DUAL_OFFER, parameters, ...about });
  call.audit({ ...about, after: { ...after, approval } });
  return { approval };
};

const invalid = (field: string) => new ApiError('offer_invalid', { field });

/** Parses the requested terms. Errors: unknown_coin, offer_invalid, and those of amounts. */
function readOfferTerms({ services, body }: Call<'consoleAskForDualOffer'>): OfferTerms {
  const { instruments, plannedDelistings, clock } = services;
  const code = body.coin.toUpperCase();
  const perpetual = instruments.perpetuals().find(({ base, quote }) => base.code === code && quote.code === 'USDT');
  if (perpetual === undefined) throw new ApiError('unknown_coin', { coin: body.coin });
  const { base, quote, market } = perpetual;
  const side = sides[body.side];
  const deposit = side === 'sell_high' ? base : quote;
  const aprPpm = parseDecimal(body.apr, RATE_DECIMALS);
  if (aprPpm === undefined || aprPpm < 1 || aprPpm > MOST_PPM) throw invalid('apr');
  const movePpm = parseDecimal(body.move_percent, RATE_DECIMALS);
  if (movePpm === undefined || movePpm < 1 || movePpm > WHOLE_PPM) throw invalid('move_percent');
  const offer = {
    market,
    base: base.asset,
    quote: quote.asset,
    side,
    strikeUnits: readUnits(body.strike, quote),
    aprPpm,
    movePpm,
    expiresMs: body.expires_at,
    minimumUnits: readUnits(body.minimum_amount, deposit),
    maximumUnits: readUnits(body.maximum_amount, deposit),
    quotaUnits: readUnits(body.quota, deposit),
  };
  if (offer.expiresMs % MINUTE_MS !== 0 || daysUntil(offer.expiresMs, clock()) === 0) throw invalid('expires_at');
  if (plannedDelistings.endsBy(market, offer.expiresMs)) throw invalid('expires_at');
  if (offer.maximumUnits < offer.minimumUnits) throw invalid('maximum_amount');
  if (offer.quotaUnits < offer.minimumUnits) throw invalid('quota');
  refuseRange(offer, base.scale, clock());
  return offer;
}

/** Rejects amounts for which an outcome would pay nothing, or more than an account can hold. */
function refuseRange(offer: OfferTerms, scale: number, nowMs: number): void {
  const days = daysUntil(offer.expiresMs, nowMs);
  if (wholeInterest(offer.minimumUnits, offer.aprPpm, 1) === 0) throw invalid('minimum_amount');
  if (conversionOf(offer, offer.minimumUnits, scale) === 0) throw invalid('minimum_amount');
  try {
    conversionOf(offer, offer.quotaUnits + wholeInterest(offer.quotaUnits, offer.aprPpm, days), scale);
  } catch (error) {
    if (error instanceof RangeError) throw invalid('quota');
    throw error;
  }
}

export const consoleWithdrawDualOffer: Handler<'consoleWithdrawDualOffer'> = async (call) => {
  const { services, body } = call;
  const { pool } = services.earn;
  const offer = await readOffer(pool, body.offer_id);
  if (offer === undefined) throw new ApiError('unknown_product');
  const { rowCount } = await pool.query(
    'update dual_offers set is_paused = true where offer_id = $1 and not is_paused',
    [offer.id],
  );
  if (rowCount === 0) throw new ApiError('nothing_to_change');
  call.audit({
    subject: `dual offer ${offer.id}`,
    before: { withdrawn: false },
    after: { withdrawn: true },
    reason: body.reason,
  });
  return { message: 'success' };
};

export const consoleAskToFundDual: Handler<'consoleAskToFundDual'> = async (call) => {
  const { services, session, body } = call;
  const code = body.pool.toUpperCase();
  const perpetual = services.instruments.perpetuals().find(({ base }) => base.code === code);
  const view = findAsset(services, body.coin);
  if (perpetual === undefined || (view.asset !== perpetual.base.asset && view.asset !== perpetual.quote.asset))
    throw new ApiError('unknown_coin', { coin: body.coin });
  const units = readUnits(body.amount, view);
  const pool = await inTransaction(services.earn.pool, (client) => dualPoolOf(client, code));
  const parameters: NewFunding = { pool, asset: view.asset, units };
  if (units > (await services.earn.poolFundings.givableUnits('treasury', view.asset)))
    throw new ApiError('exceeds_house_funds');
  const about = {
    subject: dualPoolName(code),
    before: null,
    after: { coin: view.code, amount: formatDecimal(units, view.scale) },
    reason: body.reason,
  };
  const approval = await services.approvals.ask(session, { kind: FUND_DUAL, parameters, ...about });
  call.audit({ ...about, after: { ...about.after, approval } });
  return { approval };
};

/** Registers what happens when a second person approves an offer or the funding of a pool. */
export function registerDual(services: Services): void {
  const { approvals, instruments, plannedDelistings, clock } = services;
  approvals.register<AskedOffer>(DUAL_OFFER, {
    roles: ['treasury', 'compliance'],
    execute: async (offer, { transaction }) => {
      const isListed =
        instruments.perpetuals().some(({ market }) => market === offer.market) &&
        !plannedDelistings.endsBy(offer.market, offer.expiresMs);
      if (!isListed || daysUntil(offer.expiresMs, clock()) === 0) throw new ApiError('product_closed');
      const indexUnits = (await indexUnitsOf(services, [offer.market])).get(offer.market);
      if (indexUnits === undefined || isPastStrike(offer.side, indexUnits, offer.strikeUnits)) throw invalid('strike');
      const { indexUnits: askedUnits } = offer;
      if (askedUnits === undefined || hasMoved(indexUnits, askedUnits, offer.movePpm)) throw invalid('move_percent');
      const pool = await dualPoolOf(transaction, instruments.asset(offer.base).code);
      await insertOffer(transaction, pool, { ...offer, indexUnits: askedUnits }, clock());
    },
  });
  const { poolFundings } = services.earn;
  approvals.register<NewFunding>(FUND_DUAL, {
    roles: ['treasury', 'compliance'],
    committed: async () => {
      await poolFundings.run();
    },
    execute: (funding, { approval, transaction }) => poolFundings.approve(transaction, approval.id, funding),
  });
}
