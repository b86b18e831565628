/** Formats a time, for example as '22 Nov 2026, 02:10 UTC'. */
export const utcTime = (atMs: number): string =>
  `${new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' }).format(atMs)} UTC`;
