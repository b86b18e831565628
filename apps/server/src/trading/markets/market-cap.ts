import type { Instrument } from '../../kit/instruments.ts';
import type { Coins } from '../../projections/tables/coins.ts';
import type { MarketData } from '../../projections/tables/market-data.ts';
import { tickerOnWire } from '../../projections/wire.ts';
import type { PriceExtremes } from './price-extremes.ts';

/** In whole USDT if it is computed, otherwise in US dollars as the operators stated it. */
export interface MarketCap {
  readonly text: string;
  readonly isComputed: boolean;
}

interface Sources {
  readonly coins: Pick<Coins, 'profileOf'>;
  readonly marketData: MarketData;
  readonly priceExtremes: Pick<PriceExtremes, 'of'>;
}

/**
 * The market cap of a coin: its circulating supply at its last price or, if the supply is unknown or nothing has been
 * traded, the market cap that operators entered. Undefined if neither is known.
 */
export async function marketCapOf(
  { coins, marketData, priceExtremes }: Sources,
  code: string,
  instrument: Instrument | undefined,
): Promise<MarketCap | undefined> {
  const { circulatingSupply, marketCap } = coins.profileOf(code);
  // Before the first trade, the last price is that of the listing.
  if (instrument && circulatingSupply !== '' && (await priceExtremes.of(instrument.market))) {
    const { close } = tickerOnWire(instrument, marketData.ticker(instrument.market));
    return { text: marketCapText(circulatingSupply, close), isComputed: true };
  }
  return marketCap === '' ? undefined : { text: marketCap, isComputed: false };
}

/** Supply × price in whole USDT, rounded down. Both are plain decimals, and the product may exceed 2^53. */
export function marketCapText(circulatingSupply: string, price: string): string {
  const [supply, paid] = [exactly(circulatingSupply), exactly(price)];
  return String((supply.digits * paid.digits) / 10n ** BigInt(supply.scale + paid.scale));
}

/** Whether the plain decimal `a` is above `b`. */
export function isAbove(a: string, b: string): boolean {
  const [left, right] = [exactly(a), exactly(b)];
  return left.digits * 10n ** BigInt(right.scale) > right.digits * 10n ** BigInt(left.scale);
}

function exactly(text: string): { readonly digits: bigint; readonly scale: number } {
  const [whole = '', decimals = ''] = text.split('.');
  return { digits: BigInt(whole + decimals), scale: decimals.length };
}
