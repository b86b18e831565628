import {
  assetUnits,
  formatDecimal,
  formatPrice,
  formatSize,
  lotStep,
  type MarketUnits,
  priceTicks,
  sizeLots,
  tickStep,
  trimZeros,
} from '@vitrine/money';
import type { Pair } from './market-draft.ts';

const PPM = 1_000_000n;

/** An order at the reference price, as decimal strings. */
export interface ExampleOrder {
  readonly price: string;
  readonly amount: string;
  /** price × amount. */
  readonly value: string;
}

export interface MarketExample {
  /** The smallest and the largest order that the limits allow; undefined if they allow none. */
  readonly orders: { readonly smallest: ExampleOrder; readonly largest: ExampleOrder } | undefined;
  /** The smallest amount that satisfies both the minimum amount and the minimum order value. */
  readonly leastAmount: string;
  /** The reference price. */
  readonly centre: string;
  /** The range of order prices while the reference price is the center of the band. */
  readonly band: { readonly low: string; readonly high: string | undefined };
}

/** An example of what a market's rules allow at its reference price, computed as the core does. */
export function exampleOf(units: MarketUnits, pair: Pair): MarketExample {
  const lot = lotStep(units.lotUnits, pair.base.scale);
  const tick = tickStep(units.tickLotUnits, units.lotUnits, pair.base.scale, pair.quote.scale);
  const centre = BigInt(units.referenceTicks);
  const lotValue = centre * BigInt(units.tickLotUnits);
  const least = max(BigInt(units.minSizeLots), ceilDiv(BigInt(units.minNotionalUnits), lotValue));
  const most = min(BigInt(units.maxSizeLots), BigInt(units.maxNotionalUnits) / lotValue);
  const priceText = (ticks: bigint) => formatPrice(priceTicks(Number(ticks)), tick);
  const amountText = (lots: bigint) => trimZeros(formatSize(sizeLots(Number(lots)), lot));
  const order = (lots: bigint): ExampleOrder => ({
    price: priceText(centre),
    amount: amountText(lots),
    value: trimZeros(formatDecimal(assetUnits(Number(lots * lotValue)), pair.quote.scale)),
  });
  return {
    orders: least <= most ? { smallest: order(least), largest: order(most) } : undefined,
    leastAmount: amountText(least),
    centre: priceText(centre),
    band: bandText(units, BigInt(tick.coefficient), priceText),
  };
}

/**
 * The bounds of the price band. As in the core, each is rounded toward the center, and the lower bound is at least one
 * tick. The upper bound is omitted if, with a band of 100%, it could exceed 2^53 − 1 price steps (ticks × coefficient).
 */
function bandText(
  { referenceTicks, bandPpm }: MarketUnits,
  coefficient: bigint,
  priceText: (ticks: bigint) => string,
): MarketExample['band'] {
  const [centre, band] = [BigInt(referenceTicks), BigInt(bandPpm)];
  return {
    low: priceText(max(1n, ceilDiv(centre * (PPM - band), PPM))),
    high:
      centre > BigInt(Number.MAX_SAFE_INTEGER) / (2n * coefficient)
        ? undefined
        : priceText((centre * (PPM + band)) / PPM),
  };
}

const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
