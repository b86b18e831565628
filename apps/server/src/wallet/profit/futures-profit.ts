import type { FuturesDay } from '../../projections/books/futures-book.ts';
import type { OpenFutures } from './futures.ts';

/** The results of one day in perpetual markets, in units of USDT: realized + funding − fees + change of unrealized = profit. */
export interface DayOfFutures extends FuturesDay {
  /** The unrealized profit at the end of the day; today's is the current one. */
  readonly unrealizedUnits: bigint;
  readonly profitUnits: bigint;
}

const NOTHING = { realizedUnits: 0n, fundingUnits: 0n, feeUnits: 0n, liquidationFeeUnits: 0n } as const;

/** The results of each of the last `days` days, including today. The days of `futures` must reach back that far. */
export function futuresDays(
  { results, unrealized }: OpenFutures,
  today: number,
  days: number,
  unrealizedNow: bigint,
): readonly DayOfFutures[] {
  const byDay = new Map(results.map((result) => [result.day, result]));
  let before = unrealized.get(today - days) ?? 0n;
  return Array.from({ length: days }, (_, index) => {
    const day = today - days + 1 + index;
    const result = byDay.get(day) ?? { ...NOTHING, day };
    const unrealizedUnits = day === today ? unrealizedNow : (unrealized.get(day) ?? 0n);
    const profitUnits = paidUnits(result) + unrealizedUnits - before;
    before = unrealizedUnits;
    return { ...result, unrealizedUnits, profitUnits };
  });
}

/** How much these results change the futures wallet's balance. */
const paidUnits = ({ realizedUnits, fundingUnits, feeUnits, liquidationFeeUnits }: FuturesDay): bigint =>
  realizedUnits + fundingUnits - feeUnits - liquidationFeeUnits;
