import type { AutoInvestCycle } from '@vitrine/contract';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How often a plan runs. All times are UTC, so clock changes neither move, skip nor duplicate a run. */
export interface Schedule {
  readonly cycle: AutoInvestCycle;
  /** For weekly and bi-weekly plans: 1 is Monday. */
  readonly weekday?: number | undefined;
  /** For monthly plans. In a shorter month, its last day is used. */
  readonly day?: number | undefined;
  /** For plans that run at most once a day. */
  readonly hour?: number | undefined;
}

/** The length of a cycle; undefined for months, which differ in length. */
const lengthMs: Readonly<Record<AutoInvestCycle, number | undefined>> = {
  '1 Hour': HOUR_MS,
  '4 Hours': 4 * HOUR_MS,
  '8 Hours': 8 * HOUR_MS,
  '12 Hours': 12 * HOUR_MS,
  Daily: DAY_MS,
  Weekly: 7 * DAY_MS,
  'Bi-Weekly': 14 * DAY_MS,
  Monthly: undefined,
};

const isWeekly = (cycle: AutoInvestCycle): boolean => cycle === 'Weekly' || cycle === 'Bi-Weekly';
const isHourly = (cycle: AutoInvestCycle): boolean => (lengthMs[cycle] ?? DAY_MS) < DAY_MS;

/** Maximum number of runs in 24 hours. */
export const runsPerDay = (cycle: AutoInvestCycle): number => Math.max(1, DAY_MS / (lengthMs[cycle] ?? DAY_MS));

/** Whether the schedule sets only fields that its cycle uses: a weekday, a date, an hour. */
export const isMeaningful = ({ cycle, weekday, day, hour }: Schedule): boolean =>
  (weekday === undefined || isWeekly(cycle)) &&
  (day === undefined || cycle === 'Monthly') &&
  (hour === undefined || !isHourly(cycle));

const midnightOf = (timeMs: number): number => timeMs - (timeMs % DAY_MS);

/** 1 January 1970 was a Thursday. */
export const weekdayOf = (timeMs: number): number => ((Math.floor(timeMs / DAY_MS) + 3) % 7) + 1;

/**
 * The start of this day of a month, or of the month's last day if it is shorter. Months are numbered from January 1970.
 */
function dateIn(month: number, day: number): number {
  const last = new Date(Date.UTC(1970, month + 1, 0)).getUTCDate();
  return Date.UTC(1970, month, Math.min(day, last));
}

const monthOf = (timeMs: number): number => {
  const date = new Date(timeMs);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
};

/**
 * The first run of a plan created now: on the next matching weekday or date. Without one, it is one day (at midnight),
 * 7, 14 or 30 days (at midnight), or the hours of the cycle later. An hour in the schedule replaces the time of day.
 */
export function firstRun({ cycle, weekday, day, hour }: Schedule, nowMs: number): number {
  const length = lengthMs[cycle];
  const at = (hour ?? 0) * HOUR_MS;
  const today = midnightOf(nowMs);
  if (weekday !== undefined) {
    const first = today + ((weekday - weekdayOf(nowMs) + 7) % 7) * DAY_MS + at;
    return first > nowMs ? first : first + 7 * DAY_MS;
  }
  if (day !== undefined) {
    const first = dateIn(monthOf(nowMs), day) + at;
    return first > nowMs ? first : dateIn(monthOf(nowMs) + 1, day) + at;
  }
  if (length === undefined) return today + 30 * DAY_MS + at;
  if (cycle === 'Daily') return today + at > nowMs ? today + at : today + DAY_MS + at;
  return isWeekly(cycle) && hour !== undefined ? today + length + at : nowMs + length;
}

/** The times of a plan's runs, from its first run on. */
export class RunTimes {
  readonly #firstMs: number;
  readonly #lengthMs: number | undefined;
  readonly #day: number;

  constructor({ cycle, day }: Schedule, firstMs: number) {
    this.#firstMs = firstMs;
    this.#lengthMs = lengthMs[cycle];
    this.#day = day ?? new Date(firstMs).getUTCDate();
  }

  /** The time of the run with this number, counted from 0. */
  at(number: number): number {
    if (this.#lengthMs !== undefined) return this.#firstMs + number * this.#lengthMs;
    return dateIn(monthOf(this.#firstMs) + number, this.#day) + (this.#firstMs % DAY_MS);
  }

  /** The number of the last run at or before this time; −1 before the first run. */
  lastUntil(timeMs: number): number {
    if (timeMs < this.#firstMs) return -1;
    if (this.#lengthMs !== undefined) return Math.floor((timeMs - this.#firstMs) / this.#lengthMs);
    const number = monthOf(timeMs) - monthOf(this.#firstMs);
    return this.at(number) <= timeMs ? number : number - 1;
  }

  /** The first run after this time. */
  after(timeMs: number): number {
    return this.at(this.lastUntil(timeMs) + 1);
  }
}
