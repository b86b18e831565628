import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { MarketId } from '@vitrine/core';
import { formatDecimal, MAX_UNITS, sizeLots, trimZeros } from '@vitrine/money';
import { stepText } from '../../kit/amounts.ts';
import { type Instrument, isPerpetual, nameIn } from '../../kit/instruments.ts';
import type { CoinProfile } from '../../projections/tables/coins.ts';
import { priceText, quoteText, ratePercentText, sizeText } from '../../projections/wire.ts';
import type { LimitsBody } from '../market-form.ts';
import { slippageView } from '../market-slippage.ts';
import { termsView } from '../perpetual-terms.ts';
import type { Services } from '../services.ts';

export type CoinView = ResponseOf<typeof endpoints.consoleCoins>['coins'][number];
export type MarketView = ResponseOf<typeof endpoints.consoleMarkets>['markets'][number];

export function coinView({ instruments, coins, exchangeSettings, ledgerAudit }: Services, code: string): CoinView {
  const asset = instruments.assetByCode(code);
  if (asset === undefined) throw new Error(`asset ${code} is not registered`);
  const { fullName, image, ...described } = coins.byCode(asset.code);
  const sums = ledgerAudit.known()?.byAsset.get(asset.asset);
  const markets = instruments.spot().filter(({ base, quote }) => base === asset || quote === asset);
  const rows = exchangeSettings.current().coinNetworks;
  return {
    coin: asset.code,
    scale: asset.scale,
    full_name: fullName,
    type: described.type,
    home: described.home,
    pos: described.pos,
    pow: described.pow,
    innovation: described.innovation,
    rank: coins.isDescribed(asset.code) ? described.rank : 0,
    is_described: coins.isDescribed(asset.code),
    image,
    profile: profileView(coins.profileOf(asset.code)),
    held_by_clients: formatDecimal(sums?.clientUnits ?? 0, asset.scale),
    ledger_limit: formatDecimal(MAX_UNITS, asset.scale),
    networks: rows.filter(({ coin }) => coin === asset.code).map(({ network }) => network),
    markets: markets.map(nameIn.web),
  };
}

/** The facts of a profile in wire format. */
export const profileView = (profile: CoinProfile): CoinView['profile'] => ({
  issue_date: profile.issueDate,
  max_supply: profile.maximumSupply,
  total_supply: profile.totalSupply,
  circulating_supply: profile.circulatingSupply,
  supply_date: profile.supplyDate,
  supply_source: profile.supplySource,
  ranking: profile.ranking,
  market_cap: profile.marketCap,
  market_dominance: profile.marketDominance,
  figures_date: profile.figuresDate,
  figures_source: profile.figuresSource,
  all_time_high: profile.allTimeHigh,
  all_time_high_date: profile.allTimeHighDate,
  all_time_low: profile.allTimeLow,
  all_time_low_date: profile.allTimeLowDate,
  records_date: profile.recordsDate,
  records_source: profile.recordsSource,
  intro: profile.intro,
});

/** The limits in the form in which operators write them. */
export function limitsView(instrument: Instrument): LimitsBody {
  const { rules } = instrument;
  return {
    minimum_amount: trimZeros(sizeText(instrument, rules.minSizeLots)),
    maximum_amount: trimZeros(sizeText(instrument, rules.maxSizeLots)),
    minimum_total: trimZeros(quoteText(instrument, rules.minNotionalUnits)),
    maximum_total: trimZeros(quoteText(instrument, rules.maxNotionalUnits)),
    band_percent: trimZeros(ratePercentText(rules.bandPpm)),
    maximum_open_orders: rules.maxOpenOrders,
  };
}

const current = (core: Services['core'], { market, isPerpetual, rules }: Instrument) =>
  (isPerpetual ? core.perpetual(market) : core.market(market)) ?? rules;

/** The reference price, or the mark price of a perpetual market. */
export const referenceText = ({ core }: Pick<Services, 'core'>, instrument: Instrument): string =>
  priceText(instrument, current(core, instrument).referenceTicks);

/** The size of all long positions of a perpetual market. */
export const openInterestText = ({ core }: Pick<Services, 'core'>, instrument: Instrument): string =>
  sizeText(instrument, sizeLots(core.perpetual(instrument.market)?.openInterestLots ?? 0));

export function marketView(
  services: Pick<Services, 'core' | 'exchangeSettings' | 'plannedDelistings'>,
  instrument: Instrument,
  delisting: ReadonlyMap<MarketId, string>,
): MarketView {
  const { core } = services;
  const { market } = instrument;
  const { lastTicks, isReferenceSet } = current(core, instrument);
  return {
    name: nameIn.web(instrument),
    is_perpetual: instrument.isPerpetual,
    base: instrument.base.code,
    quote: instrument.quote.code,
    status: instrument.rules.status,
    is_delisting: delisting.has(market),
    delisting_obstacle: delisting.get(market) ?? '',
    delisting_at: services.plannedDelistings.of(market)?.atMs ?? null,
    ended_term_days: services.plannedDelistings.of(market)?.endedTermDays ?? 0,
    open_interest: instrument.isPerpetual ? openInterestText({ core }, instrument) : '',
    tick: stepText(instrument.tick),
    lot: stepText(instrument.lot),
    ...limitsView(instrument),
    max_slippage_percent: slippageView(services, market),
    ...(isPerpetual(instrument) ? { terms: termsView(instrument) } : {}),
    reference_price: referenceText({ core }, instrument),
    is_reference_set: isReferenceSet && !instrument.isPerpetual,
    last_price: lastTicks === 0 ? '' : priceText(instrument, lastTicks),
  };
}
