import type english from '../locales/en/front.json';

/** The texts of the front page in one language. */
export type Texts = typeof english;

/** The element that holds the texts as JSON, so that the page needs no request for them. */
export const TEXTS_ID = 'texts';

/** Inserts values for the `{{names}}` in a text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
