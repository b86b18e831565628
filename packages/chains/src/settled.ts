import type { SweepBounds } from './chain.ts';

/** The part of a source's reported balance that may be used. */
export function countedOn(has: bigint, coin: string, { settled }: Pick<SweepBounds, 'settled'>): bigint {
  const most = settled?.(coin) ?? has;
  return has < most ? has : most;
}
