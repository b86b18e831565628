import type { SweepBounds } from './chain.ts';

/** What a source may be counted on for, of what a node says that it has. */
export function countedOn(has: bigint, coin: string, { settled }: Pick<SweepBounds, 'settled'>): bigint {
  const most = settled?.(coin) ?? has;
  return has < most ? has : most;
}
