import type { AssetView } from '@vitrine/core';
import { worth } from '../../projections/books/prices.ts';
import { wideText } from '../../projections/wire.ts';
import type { Services } from '../services.ts';
import { displayPrice, type PriceSources } from './display-price.ts';

/**
 * The value of units of an asset in units of USDT, rounded down: USDT at face value, other assets at their display
 * price, and assets without a market at zero.
 */
export function valueUnits(sources: PriceSources, { asset }: AssetView, units: number): bigint {
  const { instruments } = sources;
  if (asset === instruments.usdt?.asset) return BigInt(units);
  const instrument = instruments.byCoin(asset);
  return instrument === undefined ? 0n : worth(units, displayPrice(sources, instrument));
}

export function valueText({ instruments }: Pick<Services, 'instruments'>, value: bigint): string {
  return wideText(value, instruments.usdt?.scale ?? 0);
}

/** Like `valueText`, for values that may be negative. */
export const signedValueText = (sources: Pick<Services, 'instruments'>, value: bigint): string =>
  value < 0n ? `-${valueText(sources, -value)}` : valueText(sources, value);
