/** Formats a year, a month or a day (2009, 2009-01, 2009-01-03) as precisely as it is given. */
export function dateText(date: string, language: string): string {
  const [, month, day] = date.split('-');
  return new Date(date).toLocaleDateString(language, {
    year: 'numeric',
    ...(month === undefined ? {} : { month: 'short' }),
    ...(day === undefined ? {} : { day: 'numeric' }),
    timeZone: 'UTC',
  });
}
