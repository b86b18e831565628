const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** 1 January 1970 was a Thursday: day 3, with Monday as day 0. */
const FIRST_WEEKDAY = 3;

export type TaskList = 'daily' | 'weekly' | 'once' | 'center';

/** The period in which a task can be claimed once. */
export interface Period {
  readonly key: string;
  readonly fromMs: number;
  readonly toMs: number;
}

export const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Days in UTC; weeks begin on Monday. */
export function periodOf(list: TaskList, nowMs: number): Period {
  const day = Math.floor(nowMs / DAY_MS);
  if (list === 'daily') return { key: dayText(day * DAY_MS), fromMs: day * DAY_MS, toMs: (day + 1) * DAY_MS };
  if (list !== 'weekly') return { key: 'once', fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
  const monday = day - weekdayOf(day);
  return {
    key: `week ${dayText(monday * DAY_MS)}`,
    fromMs: monday * DAY_MS,
    toMs: (monday + WEEK_DAYS) * DAY_MS,
  };
}

/** 0 for Monday. */
const weekdayOf = (day: number): number => (day + FIRST_WEEKDAY) % WEEK_DAYS;

/** 1 for Monday to 7 for Sunday. */
export const weekday = (ms: number): number => weekdayOf(Math.floor(ms / DAY_MS)) + 1;
