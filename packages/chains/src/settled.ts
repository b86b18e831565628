import type { SweepBounds } from './chain.ts';

/** The part of an address's reported balance that no reorg can remove, so that it may be used. */
export function countedOn(has: bigint, coin: string, { settled }: Pick<SweepBounds, 'settled'>): bigint {
  const most = settled?.(coin) ?? has;
  return has < most ? has : most;
}
