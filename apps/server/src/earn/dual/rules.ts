import type { AssetUnits } from '@vitrine/money';

/**
 * `sell_high`: the coin is deposited, and sold at the strike if the price is at or above it. `buy_low`: USDT is
 * deposited, and buys the coin at the strike if the price is below it.
 */
export type DualSide = 'sell_high' | 'buy_low';

const DAY_MS = 86_400_000;

/** Whole days until the expiry, for which the yield is paid. An offer with none left takes no new money. */
export const daysUntil = (expiresMs: number, nowMs: number): number =>
  Math.max(0, Math.floor((expiresMs - nowMs) / DAY_MS));

/**
 * What a conversion at the strike pays for principal and yield, rounded down. `scale`: the coin's decimals. Throws
 * RangeError above 2^53 − 1.
 */
export function convertedUnits(side: DualSide, units: number, strikeUnits: number, scale: number): AssetUnits {
  const coin = 10n ** BigInt(scale);
  const exact =
    side === 'sell_high' ? (BigInt(units) * BigInt(strikeUnits)) / coin : (BigInt(units) * coin) / BigInt(strikeUnits);
  if (exact > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`${exact} units are more than an account can hold`);
  return Number(exact) as AssetUnits;
}

/** Whether this settlement price converts the deposit. */
export const isConverted = (side: DualSide, priceUnits: number, strikeUnits: number): boolean =>
  side === 'sell_high' ? priceUnits >= strikeUnits : priceUnits < strikeUnits;

/** Whether the price is at or past the strike. Such an offer takes no new money. */
export const isPastStrike = (side: DualSide, priceUnits: number, strikeUnits: number): boolean =>
  side === 'sell_high' ? priceUnits >= strikeUnits : priceUnits <= strikeUnits;

/** Whether the index differs by more than this fraction from the one for which the rate was set. */
export const hasMoved = (indexUnits: number, setUnits: number, movePpm: number): boolean =>
  BigInt(Math.abs(indexUnits - setUnits)) * 1_000_000n > BigInt(setUnits) * BigInt(movePpm);

/** What is needed to convert a market's prices to quote units per whole coin. */
export interface PriceScale {
  /** The coin's decimals. */
  readonly scale: number;
  readonly tickLotUnits: number;
  readonly lotUnits: number;
}

/** The mean of prices in whole ticks, converted to quote units per whole coin and rounded down. */
export const meanPriceUnits = (ticks: readonly number[], { scale, tickLotUnits, lotUnits }: PriceScale): number => {
  const sum = ticks.reduce((total, one) => total + BigInt(one), 0n);
  return Number((sum * BigInt(tickLotUnits) * 10n ** BigInt(scale)) / (BigInt(lotUnits) * BigInt(ticks.length)));
};
