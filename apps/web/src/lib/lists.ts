import { pageLanguage } from './preferences.ts';

const lists = new Intl.ListFormat(pageLanguage, { type: 'conjunction', style: 'narrow' });

/** A list in the reader's language, such as BTC, ETH, TRX. */
export const listText = (items: readonly string[]): string => lists.format(items);
