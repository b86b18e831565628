import type { Instrument } from '../../../kit/instruments.ts';
import { tickerOnWire } from '../../../projections/wire.ts';
import { marketCapText } from '../../markets/market-cap.ts';
import type { Services } from '../../services.ts';

/** As in the specification. */
const UNKNOWN = 'N/A';

/** A coin's circulating supply at its last price; N/A without a supply, and before the first trade. */
export async function marketCapOf(services: Services, instrument: Instrument | undefined): Promise<string> {
  if (instrument === undefined) return UNKNOWN;
  const { coins, marketData, priceExtremes } = services;
  const supply = coins.profileOf(instrument.base.code).circulatingSupply;
  // Before the first trade, the last price is that of the listing.
  if (supply === '' || (await priceExtremes.of(instrument.market)) === undefined) return UNKNOWN;
  return marketCapText(supply, tickerOnWire(instrument, marketData.ticker(instrument.market)).close);
}
