import type { AssetUnits } from '@vitrine/money';

/** The part of the principal that an early unlock pays at once, rounded down. */
export const initialUnits = (principal: number, initialPpm: number): AssetUnits =>
  Number((BigInt(principal) * BigInt(initialPpm)) / 1_000_000n) as AssetUnits;
