import { findAsset } from '../../../kit/find.ts';
import type { Instrument } from '../../../kit/instruments.ts';
import type { CoinProfile } from '../../../projections/tables/coins.ts';
import { priceText } from '../../../projections/wire.ts';
import { isAbove, type MarketCap, marketCapOf } from '../../markets/market-cap.ts';
import type { Extreme } from '../../markets/price-extremes.ts';
import type { Handler } from '../../services.ts';

/** The specification's text for an unknown value. */
const UNKNOWN = 'N/A';
/** The source given for figures that are computed from the trades of this exchange. */
const OWN_MARKET = 'own_market';
/**
 * The cost of a call against the rate limit, in list items: the same as two requests, because it may read the database.
 */
const ITEMS = 100;

export const coinProfile: Handler<'coinProfile'> = async ({ services, query, chargeItems }) => {
  const { coins, instruments, priceExtremes } = services;
  const asset = findAsset(services, query.name);
  chargeItems(ITEMS);
  const { fullName, image } = coins.byCode(asset.code);
  const profile = coins.profileOf(asset.code);
  const instrument = instruments.byCoin(asset.asset);
  const extremes = instrument && (await priceExtremes.of(instrument.market));
  const high = higher(stated(profile, 'allTimeHigh'), traded(instrument, extremes?.high));
  const low = lower(stated(profile, 'allTimeLow'), traded(instrument, extremes?.low));
  const hasFigures = profile.ranking !== '' || profile.marketDominance !== '';
  const hasSupply = profile.circulatingSupply !== '' || profile.totalSupply !== '';
  return {
    coin_profile: {
      name: asset.code,
      full_name: fullName,
      image,
      ranking: profile.ranking || UNKNOWN,
      ...capOnWire(profile, await marketCapOf(services, asset.code, instrument)),
      market_dominance: profile.marketDominance || UNKNOWN,
      figures_date: (hasFigures && profile.figuresDate) || UNKNOWN,
      figures_source: (hasFigures && profile.figuresSource) || UNKNOWN,
      circulating_supply: profile.circulatingSupply || UNKNOWN,
      total_supply: profile.totalSupply || UNKNOWN,
      max_supply: profile.maximumSupply || UNKNOWN,
      supply_date: profile.supplyDate || UNKNOWN,
      supply_source: (hasSupply && profile.supplySource) || UNKNOWN,
      issue_date: profile.issueDate || UNKNOWN,
      all_time_high: high?.price ?? UNKNOWN,
      all_time_high_date: high?.day ?? UNKNOWN,
      all_time_high_source: high?.source ?? UNKNOWN,
      all_time_high_as_of: high?.asOf ?? UNKNOWN,
      all_time_low: low?.price ?? UNKNOWN,
      all_time_low_date: low?.day ?? UNKNOWN,
      all_time_low_source: low?.source ?? UNKNOWN,
      all_time_low_as_of: low?.asOf ?? UNKNOWN,
      intro: profile.intro || UNKNOWN,
    },
  };
};

const capOnWire = (profile: CoinProfile, cap: MarketCap | undefined) => ({
  market_cap: cap?.text ?? UNKNOWN,
  market_cap_source: cap ? (cap.isComputed ? OWN_MARKET : profile.figuresSource) : UNKNOWN,
  market_cap_date: cap && !cap.isComputed ? profile.figuresDate : UNKNOWN,
});

/** The highest or lowest price of a coin, and where it comes from. */
interface PriceRecord {
  readonly price: string;
  readonly day: string;
  readonly source: string;
  readonly asOf: string;
}

/** The all-time high or low that operators entered. */
function stated(profile: CoinProfile, record: 'allTimeHigh' | 'allTimeLow'): PriceRecord | undefined {
  if (profile[record] === '') return undefined;
  return {
    price: profile[record],
    day: profile[`${record}Date`],
    source: profile.recordsSource,
    asOf: profile.recordsDate,
  };
}

/** The highest or lowest price in the market on this exchange. */
const traded = (instrument: Instrument | undefined, extreme: Extreme | undefined): PriceRecord | undefined =>
  instrument && extreme
    ? {
        price: priceText(instrument, extreme.ticks),
        day: new Date(extreme.dayMs).toISOString().slice(0, 10),
        source: OWN_MARKET,
        asOf: UNKNOWN,
      }
    : undefined;

/**
 * The higher of the all-time high that operators entered and the highest price on this exchange, which may be more
 * recent.
 */
const higher = (said: PriceRecord | undefined, own: PriceRecord | undefined): PriceRecord | undefined =>
  said && own ? (isAbove(own.price, said.price) ? own : said) : (said ?? own);

const lower = (said: PriceRecord | undefined, own: PriceRecord | undefined): PriceRecord | undefined =>
  said && own ? (isAbove(said.price, own.price) ? own : said) : (said ?? own);
