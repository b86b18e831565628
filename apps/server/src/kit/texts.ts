import { isLanguage, type Language } from '@vitrine/contract/languages';
import deHeadings from './locales/de/csv.json' with { type: 'json' };
import de from './locales/de/mail.json' with { type: 'json' };
import enHeadings from './locales/en/csv.json' with { type: 'json' };
import en from './locales/en/mail.json' with { type: 'json' };
import esHeadings from './locales/es/csv.json' with { type: 'json' };
import es from './locales/es/mail.json' with { type: 'json' };
import jaHeadings from './locales/ja/csv.json' with { type: 'json' };
import ja from './locales/ja/mail.json' with { type: 'json' };
import viHeadings from './locales/vi/csv.json' with { type: 'json' };
import vi from './locales/vi/mail.json' with { type: 'json' };
import zhCnHeadings from './locales/zh-CN/csv.json' with { type: 'json' };
import zhCn from './locales/zh-CN/mail.json' with { type: 'json' };
import zhTwHeadings from './locales/zh-TW/csv.json' with { type: 'json' };
import zhTw from './locales/zh-TW/mail.json' with { type: 'json' };

type Catalogue = typeof en;
type TextKey = { [Part in keyof Catalogue]: `${Part}.${keyof Catalogue[Part] & string}` }[keyof Catalogue];

const catalogues: Readonly<Record<Language, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  en,
  de,
  es,
  ja,
  vi,
  'zh-CN': zhCn,
  'zh-TW': zhTw,
};

/** The headings of columns in files, by their English texts. */
const headings: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: enHeadings,
  de: deHeadings,
  es: esHeadings,
  ja: jaHeadings,
  vi: viHeadings,
  'zh-CN': zhCnHeadings,
  'zh-TW': zhTwHeadings,
};

/** The texts of emails, SMS and files in one language. */
export interface Texts {
  readonly language: Language;
  /** A text with its `{{values}}` filled in; in English if the language lacks it. */
  readonly say: (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;
  /** A time, such as '22 Nov 2026, 02:10 UTC'. */
  readonly time: (atMs: number) => string;
  /** The heading of a column in a file. */
  readonly heading: (english: string) => string;
  /** A list, such as 'a, b'. */
  readonly list: (items: readonly string[]) => string;
}

function createTexts(language: Language): Texts {
  // English dates have the day before the month, so that they cannot be misread.
  const locale = language === 'en' ? 'en-GB' : language;
  const times = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' });
  const lists = new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' });
  return {
    language,
    say: (key, values = {}) => {
      const [part = '', name = ''] = key.split('.');
      const text = catalogues[language][part]?.[name] ?? catalogues.en[part]?.[name] ?? key;
      return text.replace(/\{\{(\w+)\}\}/g, (blank, value: string) => String(values[value] ?? blank));
    },
    time: (atMs) => `${times.format(atMs)} UTC`,
    heading: (english) => headings[language][english] ?? english,
    list: (items) => lists.format(items),
  };
}

const created = new Map<Language, Texts>();

/** The texts in a language, such as the one stored for a client; in English if there is none. */
export function textsIn(language: unknown): Texts {
  const known = isLanguage(language) ? language : 'en';
  const texts = created.get(known) ?? createTexts(known);
  created.set(known, texts);
  return texts;
}
