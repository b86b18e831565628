/** The languages of the web app. */
export const languages = ['en', 'zh-CN', 'zh-TW', 'de', 'ja', 'es', 'vi'] as const;
export type Language = (typeof languages)[number];

/** The languages of the console. */
export const consoleLanguages = ['en', 'de'] as const satisfies readonly Language[];

/** Each language's name in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  de: 'Deutsch',
  ja: '日本語',
  es: 'Español',
  vi: 'Tiếng Việt',
};

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

/** Traditional Chinese, by script or by region. */
const TRADITIONAL = /^zh-(hant|tw|hk|mo)\b/;

/**
 * The first of the `offered` languages that a reader prefers; English if there is none. `preferred` are BCP 47 tags, such
 * as those of `navigator.languages`, the best first. Regions of a language count as that language.
 */
export function pickLanguage<L extends Language>(preferred: readonly string[], offered: readonly L[]): L | 'en' {
  for (const tag of preferred.map((each) => each.toLowerCase())) {
    const [primary] = tag.split('-');
    const wanted = primary !== 'zh' ? primary : TRADITIONAL.test(tag) ? 'zh-TW' : 'zh-CN';
    const found = offered.find((language) => language === wanted);
    if (found !== undefined) return found;
  }
  return 'en';
}
