import type { SweepBounds } from './chain.ts';

/** The part of an address's reported balance that no reorg can remove, and that may therefore be used. */
export function countedOn(has: bigint, coin: string, { settled }: Pick<SweepBounds, 'settled'>): bigint {
  const most = settled?.(coin) ?? has;
  return has < most ? has : most;
}
