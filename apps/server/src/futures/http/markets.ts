import { DEFAULT_LEVERAGE, type endpoints, offeredLeverages, type ResponseOf } from '@vitrine/contract';
import type { AssetUnits } from '@vitrine/money';
import { stepText } from '../../kit/amounts.ts';
import { isDelisted, nameIn, type Perpetual } from '../../kit/instruments.ts';
import { priceText, quoteText, ratePercentText, sizeText, tickerOnWire } from '../../projections/wire.ts';
import { FUNDING_HOURS } from '../funding/funding-times.ts';
import type { Handler, Services } from '../services.ts';
import { viewOf } from '../view-of.ts';
import { signedRateText } from './wire.ts';

type FuturesMarket = ResponseOf<typeof endpoints.futuresMarkets>['markets'][number];
type FuturesTicker = ResponseOf<typeof endpoints.futuresTickers>['tickers'][number];

export const futuresMarkets: Handler<'futuresMarkets'> = ({ services }) => ({
  markets: services.instruments.perpetuals().map((perpetual) => marketOnWire(services, perpetual)),
  delisted: services.instruments
    .all()
    // If a pair was listed again, its name refers to the new market.
    .filter((one) => one.isPerpetual && isDelisted(one) && services.instruments.byName('web', nameIn.web(one)) === one)
    .map(nameIn.web),
  position: services.core.position,
});

function marketOnWire({ exchangeSettings, plannedDelistings, clock }: Services, perpetual: Perpetual): FuturesMarket {
  const { market, rules, tick, lot, base, quote } = perpetual;
  const planned = plannedDelistings.of(market);
  return {
    name: nameIn.web(perpetual),
    base: base.code,
    quote: quote.code,
    status: rules.status,
    tick: stepText(tick),
    lot: stepText(lot),
    price_decimals: tick.scale,
    amount_decimals: lot.scale,
    minimum_amount: sizeText(perpetual, rules.minSizeLots),
    maximum_amount: sizeText(perpetual, rules.maxSizeLots),
    minimum_total: quoteText(perpetual, rules.minNotionalUnits),
    maximum_total: quoteText(perpetual, rules.maxNotionalUnits),
    band_percent: ratePercentText(rules.bandPpm),
    max_slippage_percent: ratePercentText(exchangeSettings.slippagePpm(perpetual.market)),
    maximum_open_orders: rules.maxOpenOrders,
    leverages: offeredLeverages.filter((leverage) => leverage <= rules.maxLeverage),
    default_leverage: Math.min(DEFAULT_LEVERAGE, rules.maxLeverage),
    maintenance_percent: ratePercentText(rules.maintenancePpm),
    risk_limit: quoteText(perpetual, rules.riskLimitUnits),
    risk_step: quoteText(perpetual, rules.riskStepUnits),
    risk_step_percent: ratePercentText(rules.riskStepPpm),
    liquidation_fee_percent: ratePercentText(rules.liquidationFeePpm),
    maximum_position: sizeText(perpetual, rules.maxPositionLots),
    maximum_open_interest: sizeText(perpetual, rules.maxOpenInterestLots),
    minimum_term_days: rules.minTermDays,
    funding_interval_hours: FUNDING_HOURS,
    delisting_at: planned?.atMs ?? null,
    close_only_at: planned?.closeOnlyMs ?? null,
    is_close_only: planned !== undefined && clock() >= planned.closeOnlyMs,
  };
}

export const futuresTickers: Handler<'futuresTickers'> = async ({ services }) => {
  const { instruments, fundingRates, core } = services;
  const rates = await fundingRates.current();
  return {
    tickers: instruments.perpetuals().map((perpetual) => futuresTicker(services, perpetual, rates)),
    position: core.position,
  };
};

/** The figures of a market. `rates`: the estimates of the next funding rate, in ppm by market. */
function futuresTicker(
  { core, marketData, fundingRates }: Services,
  perpetual: Perpetual,
  rates: ReadonlyMap<number, number>,
): FuturesTicker {
  const { market, rules } = perpetual;
  const { status, markTicks, openInterestLots } = viewOf(core, market);
  const { close, ...figures } = tickerOnWire(perpetual, marketData.ticker(market));
  return {
    ...figures,
    status,
    mark_price: priceText(perpetual, markTicks),
    last_price: close,
    open_interest: sizeText(perpetual, openInterestLots),
    open_interest_usdt: quoteText(perpetual, (openInterestLots * markTicks * rules.tickLotUnits) as AssetUnits),
    funding_rate_percent: signedRateText(rates.get(market) ?? 0),
    next_funding_at: fundingRates.nextAtMs(),
  };
}
