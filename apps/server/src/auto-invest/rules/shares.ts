import type { AssetId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';

/** A coin of a plan, and its share of each run. */
export interface Share {
  readonly asset: AssetId;
  readonly percent: number;
}

/** Whether the coins are distinct, and their shares are whole percentages that add up to 100. */
export const areWhole = (shares: readonly Share[]): boolean =>
  shares.length > 0 &&
  new Set(shares.map(({ asset }) => asset)).size === shares.length &&
  shares.every(({ percent }) => Number.isInteger(percent) && percent > 0) &&
  shares.reduce((sum, { percent }) => sum + percent, 0) === 100;

export interface Part {
  readonly asset: AssetId;
  readonly units: AssetUnits;
}

/** The amount that a run spends on each coin, rounded down. The remainder of a few units goes to the first coin. */
export function partsOf(units: number, shares: readonly Share[]): Part[] {
  const whole = shares.reduce((sum, { percent }) => sum + percent, 0);
  const parts = shares.map(({ asset, percent }) => ({
    asset,
    units: Number((BigInt(units) * BigInt(percent)) / BigInt(whole)),
  }));
  const rest = units - parts.reduce((sum, part) => sum + part.units, 0);
  return parts.map((part, i) => ({ ...part, units: (part.units + (i === 0 ? rest : 0)) as AssetUnits }));
}
