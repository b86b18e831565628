import type { AssetView } from '@vitrine/core';
import { formatDecimal } from '@vitrine/money';
import { wideText } from '../../projections/wire.ts';

/** `part` in percent of `whole`, with two decimals; undefined if `whole` is zero. */
export function percentOf(part: bigint, whole: bigint): string | undefined {
  if (whole === 0n) return undefined;
  const size = part < 0n ? -part : part;
  const text = wideText((size * 10_000n) / whole, 2);
  return part < 0n ? `-${text}` : text;
}

const DECIMALS = 8;

/** The average cost of one whole coin in USDT, rounded down; undefined if nothing was bought. */
export function costOfOne(
  spentUnits: number,
  receivedUnits: number,
  { coin, usdt }: { readonly coin: AssetView; readonly usdt: AssetView },
): string | undefined {
  if (receivedUnits === 0) return undefined;
  const scaled = BigInt(spentUnits) * 10n ** BigInt(coin.scale + DECIMALS);
  return wideText(scaled / (BigInt(receivedUnits) * 10n ** BigInt(usdt.scale)), DECIMALS);
}

export const textOf = (units: number, { scale }: AssetView): string => formatDecimal(units, scale);
