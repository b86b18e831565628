import { i18n } from './i18n.ts';
import { currentPreferences } from './preferences.ts';

/** The time zone that the reader has chosen; by default the browser's. */
export const chosenZone = (): { timeZone?: string } => {
  const { time_zone } = currentPreferences();
  return time_zone === '' ? {} : { timeZone: time_zone };
};

const written = (ms: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(i18n.language, { ...options, ...chosenZone() }).format(ms);

/** A time in the reader's language, such as Nov 22, 2026, 2:10 AM. */
export const dateTimeText = (ms: number): string => written(ms, { dateStyle: 'medium', timeStyle: 'short' });

export const dateText = (ms: number): string => written(ms, { dateStyle: 'medium' });

/** A day without its year, such as Nov 22. */
export const dayText = (ms: number): string => written(ms, { month: 'short', day: 'numeric' });

/** A time of the day, such as 2:10 AM. */
export const timeText = (ms: number): string => written(ms, { timeStyle: 'short' });

export const isSameDay = (ms: number, otherMs: number | undefined): boolean =>
  otherMs !== undefined && dateText(ms) === dateText(otherMs);

const DAY_MS = 86_400_000;

/** Today, Yesterday, or a date such as November 18; with the year if it is not the current year. */
export function dayName(ms: number): string {
  const now = Date.now();
  const relative = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' });
  for (const days of [0, 1]) {
    if (!isSameDay(ms, now - days * DAY_MS)) continue;
    const name = relative.format(-days, 'day');
    return name.charAt(0).toLocaleUpperCase(i18n.language) + name.slice(1);
  }
  const yearOf = (time: number) => written(time, { year: 'numeric' });
  const isThisYear = yearOf(ms) === yearOf(now);
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return written(ms, { month: 'long', day: 'numeric', ...year });
}
