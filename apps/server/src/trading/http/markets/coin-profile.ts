import { findAsset } from '../../../kit/find.ts';
import { priceText, tickerOnWire } from '../../../projections/wire.ts';
import { marketCapText } from '../../markets/market-cap.ts';
import type { Extreme } from '../../markets/price-extremes.ts';
import type { Handler } from '../../services.ts';

/** As in the specification. */
const UNKNOWN = 'N/A';
/**
 * The cost of a call against the rate limit, in list items: the same as two requests, because it may read the database.
 */
const ITEMS = 100;

export const coinProfile: Handler<'coinProfile'> = async ({ services, query, chargeItems }) => {
  const { coins, instruments, marketData, priceExtremes } = services;
  const asset = findAsset(services, query.name);
  chargeItems(ITEMS);
  const { fullName, image } = coins.byCode(asset.code);
  const profile = coins.profileOf(asset.code);
  const instrument = instruments.byCoin(asset.asset);
  const extremes = instrument && (await priceExtremes.of(instrument.market));
  const close = instrument && tickerOnWire(instrument, marketData.ticker(instrument.market)).close;
  const price = (extreme: Extreme | undefined) =>
    instrument && extreme ? priceText(instrument, extreme.ticks) : UNKNOWN;
  return {
    coin_profile: {
      name: asset.code,
      full_name: fullName,
      image,
      ranking: UNKNOWN,
      // Before the first trade, the last price is that of the listing.
      market_cap: (extremes && close && marketCapText(profile.circulatingSupply, close)) || UNKNOWN,
      market_dominance: UNKNOWN,
      circulating_supply: profile.circulatingSupply || UNKNOWN,
      total_supply: profile.totalSupply || UNKNOWN,
      max_supply: profile.maximumSupply || UNKNOWN,
      supply_date: profile.supplyDate || UNKNOWN,
      issue_date: profile.issueDate || UNKNOWN,
      all_time_high: price(extremes?.high),
      all_time_high_date: dayText(extremes?.high),
      all_time_low: price(extremes?.low),
      all_time_low_date: dayText(extremes?.low),
      intro: profile.intro || UNKNOWN,
    },
  };
};

const dayText = (extreme: Extreme | undefined): string =>
  extreme ? new Date(extreme.dayMs).toISOString().slice(0, 10) : UNKNOWN;
