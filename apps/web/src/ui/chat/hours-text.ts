import type { CallResponse } from '../../lib/api.ts';
import { i18n } from '../../lib/i18n.ts';
import { listText } from '../../lib/lists.ts';

/** 1970-01-05 was a Monday. */
const dayName = (day: number): string =>
  new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 4 + day));

/** The hours of support, such as Mon, Tue 08:00–18:00 UTC; empty if support is always open. */
export function hoursText({ days, from, to }: CallResponse<'GET /api/v3/support/visitor-chat'>['hours']): string {
  const names = days.length === 7 ? '' : `${listText(days.map(dayName))} `;
  return from === to ? names.trim() : `${names}${from}–${to} UTC`;
}
