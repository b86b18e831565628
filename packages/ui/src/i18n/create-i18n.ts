import i18next, { type BackendModule, type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { setFigureLocale } from '../figures/format.ts';

const LANGUAGES = ['en'] as const;
/** English figures use American notation, 1,234.5, like the texts around them. */
const FIGURE_LOCALES: Readonly<Record<string, string>> = { en: 'en-US' };

/** The sentences for errors of the server, which are the same in each app. */
const errorFiles = import.meta.glob<Texts>('../locales/*/errors.json', { import: 'default' });

type Texts = Record<string, unknown>;
/** The texts that this package's own components need. */
type OwnWords = Record<'close' | 'retry' | 'show' | 'hide', string>;

/**
 * The i18n instance of an app whose texts are in `../locales/<language>/<namespace>.json`, one chunk each; call `start`
 * once.
 */
export function createI18n(common: Texts & OwnWords, ownFiles: Readonly<Record<string, () => Promise<Texts>>>) {
  const files = { ...errorFiles, ...ownFiles };
  const chunks: BackendModule = {
    type: 'backend',
    init: () => undefined,
    read: (language, namespace, done) => {
      const load = files[`../locales/${language}/${namespace}.json`];
      if (!load) return done(new Error(`There are no texts for ${language}/${namespace}`), false);
      load().then(
        (texts) => done(null, texts as Record<string, string>),
        (error: Error) => done(error, false),
      );
    },
  };
  const i18n: I18n = i18next.use(chunks).use(initReactI18next);
  return {
    i18n,
    /** The common English texts are in the entry chunk, so this never waits for the network. */
    start: (): void => {
      void i18n.init({
        lng: typeof navigator === 'undefined' ? 'en' : browserLanguage(),
        fallbackLng: 'en',
        supportedLngs: [...LANGUAGES],
        ns: ['common'],
        defaultNS: 'common',
        resources: { en: { common } },
        partialBundledLanguages: true,
        initAsync: false,
        interpolation: { escapeValue: false },
      });
      setFigureLocale(FIGURE_LOCALES[i18n.language] ?? i18n.language);
      if (typeof document !== 'undefined') document.documentElement.lang = i18n.language;
    },
  };
}

function browserLanguage(): string {
  const spoken = navigator.languages.map((tag) => tag.split('-')[0] ?? '');
  return spoken.find((language) => (LANGUAGES as readonly string[]).includes(language)) ?? 'en';
}
