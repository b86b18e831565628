import { i18n } from './i18n.ts';

/** The UTC day of a time, such as 2026-01-31; the exchange uses UTC days. */
export const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const writtenInUtc = (ms: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: 'UTC' }).format(ms);

/** The localized UTC date of a time, such as Jan 31, 2026, for reports by UTC days. */
export const utcDateText = (ms: number): string => writtenInUtc(ms, { dateStyle: 'medium' });

/** Like `utcDateText`, without the year: Jan 31. */
export const utcDayText = (ms: number): string => writtenInUtc(ms, { month: 'short', day: 'numeric' });

/** The localized UTC weekday of a time, such as Mon. */
export const utcWeekdayText = (ms: number): string => writtenInUtc(ms, { weekday: 'short' });

/** The localized date, such as January 31, 2026. */
export const longDay = (day: string): string => writtenInUtc(Date.parse(day), { dateStyle: 'long' });

/** The first day of the month in which a time lies. */
export const monthStart = (ms: number): string => `${dayText(ms).slice(0, 8)}01`;

/** The day this many days later, or earlier if negative. */
export const addDays = (day: string, days: number): string => dayText(Date.parse(day) + days * 86_400_000);

/** The first day of the year in which a day lies. */
export const yearStart = (day: string): string => `${day.slice(0, 4)}-01-01`;
