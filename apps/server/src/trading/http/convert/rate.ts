import type { AssetView } from '@vitrine/core';
import { wideText } from '../../../projections/wire.ts';

const DIGITS = 8;
const MOST_DECIMALS = 18;

/**
 * The amount of `to` that one unit of `from` yielded: at least eight significant digits, at most 18 decimals, rounded
 * down.
 */
export function rateText(from: AssetView, spentUnits: number, to: AssetView, receivedUnits: number): string {
  if (spentUnits === 0) return '0';
  for (let decimals = DIGITS; ; decimals += 2) {
    const numerator = BigInt(receivedUnits) * 10n ** BigInt(from.scale + decimals);
    const rate = numerator / (BigInt(spentUnits) * 10n ** BigInt(to.scale));
    if (String(rate).length >= DIGITS || decimals >= MOST_DECIMALS) return wideText(rate, decimals);
  }
}
