import { pageLanguage } from './preferences.ts';

const minutes = new Intl.NumberFormat(pageLanguage, { style: 'unit', unit: 'minute', unitDisplay: 'short' });

/** The usual duration of a transfer, such as 4–5 min, in the reader's language; any other server text unchanged. */
export function arrivalText(arrival: string): string {
  const [, from, to] = /^(\d+)(?:-(\d+))? min$/.exec(arrival) ?? [];
  if (from === undefined) return arrival;
  return to === undefined ? minutes.format(Number(from)) : minutes.formatRange(Number(from), Number(to));
}
