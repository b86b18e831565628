import type { Due, Summary } from './summary-data.ts';

const DAY_MS = 86_400_000;
/** 1 January 1970 was a Thursday; weeks begin on Mondays. */
const THURSDAY = 3;

/** A day of the calendar. */
export interface DueDay {
  readonly timeMs: number;
  /** What is paid to the spot wallet on this day, in USDT at present prices; undefined if nothing is. */
  readonly payout: string | undefined;
  readonly due: readonly Due[];
}

/** The days of the summary, each with what ends on it. */
export const dueDays = ({ payouts, due }: Pick<Summary, 'payouts' | 'due'>): readonly DueDay[] =>
  payouts.map(({ time, usdt_value, coins }) => ({
    timeMs: time,
    payout: coins.length === 0 ? undefined : usdt_value,
    due: due.filter((one) => one.time >= time && one.time < time + DAY_MS),
  }));

/** The weekday of a day in UTC: 0 is Monday. */
export const weekdayOf = (timeMs: number): number => (Math.floor(timeMs / DAY_MS) + THURSDAY) % 7;
