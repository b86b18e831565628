import type { Accruing } from '../shared/accrual.ts';
import { type EarnStake, useStakes } from '../shared/earn-data.ts';
import { type Rental, useMinings } from '../shared/miner-data.ts';

/** A stake or a miner that accrues. */
export interface Source extends Accruing {
  readonly key: string;
  readonly kind: 'stake' | 'miner';
  readonly coin: string;
  /** The days of its term; 0 is flexible. */
  readonly days: number;
  /** The amount posted so far. */
  readonly soFar: string;
}

const stakeSource = (stake: EarnStake): Source[] =>
  stake.state !== 'RUNNING' || stake.next_posting === undefined
    ? []
    : [
        {
          key: `stake ${stake.id}`,
          kind: 'stake',
          coin: stake.name,
          days: stake.duration,
          perDay: stake.per_day,
          decimals: stake.decimals,
          startMs: stake.date_start,
          nextMs: stake.next_posting,
          soFar: stake.earned,
        },
      ];

const minerSource = (rental: Rental): Source[] =>
  rental.state !== 'RUNNING' || rental.next_output === undefined
    ? []
    : [
        {
          key: `miner ${rental.id}`,
          kind: 'miner',
          coin: rental.name,
          days: rental.days,
          perDay: rental.daily_output,
          decimals: rental.decimals,
          startMs: rental.date_start,
          nextMs: rental.next_output,
          soFar: rental.accrued,
        },
      ];

/** Everything that accrues, and the exchange's time; undefined until both lists have loaded. */
export function useSources() {
  const stakes = useStakes();
  const minings = useMinings();
  const refetch = () => {
    void stakes.refetch();
    void minings.refetch();
  };
  const sources =
    stakes.data === undefined || minings.data === undefined
      ? undefined
      : [...minings.data.miners.flatMap(minerSource), ...stakes.data.earnStaking.flatMap(stakeSource)];
  return { sources, nowMs: minings.data?.time ?? 0, isError: stakes.isError || minings.isError, refetch };
}
