import { i18n } from './i18n.ts';

/** A moment as people here write it, such as Nov 22, 2026, 2:10 AM. */
export const dateTimeText = (ms: number): string =>
  new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(ms);

export const dateText = (ms: number): string =>
  new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(ms);

/** A time of the day, such as 2:10 AM. */
export const timeText = (ms: number): string =>
  new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' }).format(ms);

/** A time of the day to the second, such as 2:10:32 AM. */
export const exactTimeText = (ms: number): string =>
  new Intl.DateTimeFormat(i18n.language, { timeStyle: 'medium' }).format(ms);
