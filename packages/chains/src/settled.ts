import type { SweepBounds } from './chain.ts';

/**
 * The part of an address's reported balance that may be used: what no reorg can remove or, without `settled`, all of
 * it.
 */
export function countedOn(has: bigint, coin: string, { settled }: Pick<SweepBounds, 'settled'>): bigint {
  const most = settled?.(coin) ?? has;
  return has < most ? has : most;
}
