import type { AssetView } from '@vitrine/core';
import { formatDecimal, trimZeros } from '@vitrine/money';
import type { Services } from '../services.ts';

/** A rate in parts per million as a percentage without trailing zeros: 3200 gives '0.32'. */
export const percentText = (ppm: number): string => trimZeros(formatDecimal(ppm, 4));

const DAY_MS = 86_400_000;
export const daysOf = (ms: number): number => ms / DAY_MS;

/** The coin's code, name, icon and decimals. */
export function coinOnWire({ coins }: Pick<Services, 'coins'>, { code, scale }: AssetView) {
  const { fullName, image } = coins.byCode(code);
  return { name: code, full_name: fullName, image, decimals: scale };
}
