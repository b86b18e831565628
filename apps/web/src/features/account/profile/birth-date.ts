/** The parts of a date of birth, as typed or chosen. */
export interface BirthDate {
  readonly day: string;
  /** 1 to 12; empty until chosen. */
  readonly month: string;
  readonly year: string;
}

/** The parts of a date such as 1990-12-10; all empty if there is no date. */
export const partsOf = (date: string): BirthDate => {
  const [year = '', month = '', day = ''] = date.split('-').map((part) => part.replace(/^0/, ''));
  return { day, month, year };
};

/** A date such as 1990-12-10; '' if all parts are empty, and undefined if the parts are not a valid date. */
export const dateOf = ({ day, month, year }: BirthDate): string | undefined => {
  if (day === '' && month === '' && year === '') return '';
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Rejects dates such as February 30, which `Date.parse` may read as a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined;
};

/** The names of the months in a language, starting with January. */
export const monthNames = (language: string): readonly string[] => {
  const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => name.format(Date.UTC(2024, month, 1)));
};

/** A localized date, the same in every time zone. */
export const birthDateText = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(`${date}T00:00:00Z`));
