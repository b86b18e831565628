import type { i18n as I18n } from 'i18next';
import { setFigures, usualFormat } from '../figures/format.ts';
import { provideTexts } from './react-texts.tsx';
import { type TextFile, Texts } from './texts.ts';

type Files = Readonly<Record<string, () => Promise<TextFile>>>;
/** The texts that this package's own components need. */
type OwnWords = Record<'close' | 'retry' | 'show' | 'hide', string>;

/** The texts of one language: the common ones, and the others by `./<namespace>.json`, one chunk each. */
export interface LanguageTexts {
  readonly common: TextFile;
  readonly files: Files;
}

/** The sentences for errors of the server, which are the same in each app. */
const errorFiles: Files = import.meta.glob<TextFile>('../locales/*/errors.json', { import: 'default' });

/**
 * The i18n instance of an app; call `start` once, with the language. The common English texts are part of the app, the
 * other English ones are in `english`, by `../locales/en/<namespace>.json`. Each other language is one module, so that
 * the app contains the names of no other files. The build fills in
 * English texts that a language lacks, so no reader loads two languages.
 */
export function createI18n(
  common: TextFile & OwnWords,
  english: Files,
  others: Readonly<Record<string, () => Promise<LanguageTexts>>>,
) {
  async function textsOf(language: string, namespace: string): Promise<TextFile> {
    const errors = errorFiles[`../locales/${language}/errors.json`];
    if (namespace === 'errors' && errors) return errors();
    if (language === 'en') return found(english[`../locales/en/${namespace}.json`])();
    const texts = await found(others[language])();
    return namespace === 'common' ? texts.common : found(texts.files[`./${namespace}.json`])();
  }
  const own = new Texts(textsOf);
  provideTexts(own);
  return {
    // i18next's type has the names of all texts and their placeholders.
    i18n: own as unknown as I18n,
    /** Resolves when the common texts are there: at once in English, after one request in any other language. */
    start: (language: string): Promise<void> => {
      setFigures(usualFormat(language), language);
      if (typeof document !== 'undefined') document.documentElement.lang = language;
      return own.start(language, language === 'en' ? common : undefined);
    },
  };
}

function found<Load>(load: Load | undefined): Load {
  if (!load) throw new Error('There are no such texts');
  return load;
}
