import { pageLanguage } from './preferences.ts';

const minutes = new Intl.NumberFormat(pageLanguage, { style: 'unit', unit: 'minute', unitDisplay: 'short' });

/** The usual duration of a transfer, such as 4–5 min, in the reader's language; other texts of the server as they are. */
export function arrivalText(arrival: string): string {
  const [, from, to = from] = /^(\d+)(?:-(\d+))? min$/.exec(arrival) ?? [];
  return from === undefined ? arrival : minutes.formatRange(Number(from), Number(to)).replace(/^~/, '');
}
