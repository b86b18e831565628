/** What is typed or chosen of a date of birth, as typed. */
export interface BirthDate {
  readonly day: string;
  /** Of 1 to 12; empty until one is chosen. */
  readonly month: string;
  readonly year: string;
}

/** The parts of 1990-12-10; of no date none. */
export const partsOf = (date: string): BirthDate => {
  const [year = '', month = '', day = ''] = date.split('-').map((part) => part.replace(/^0/, ''));
  return { day, month, year };
};

/** 1990-12-10, or '' where nothing is given; undefined where the parts are no day of the calendar. */
export const dateOf = ({ day, month, year }: BirthDate): string | undefined => {
  if (day === '' && month === '' && year === '') return '';
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // The 30th of February would otherwise be a day of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined;
};

/** The names of the months in a language, from January on. */
export const monthNames = (language: string): readonly string[] => {
  const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => name.format(Date.UTC(2024, month, 1)));
};

/** A day of the calendar as people write it: the same one in every time zone. */
export const birthDateText = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(`${date}T00:00:00Z`));
