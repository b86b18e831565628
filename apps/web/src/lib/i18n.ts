import { createI18n } from '@vitrine/ui';
import common from '../locales/en/common.json' with { type: 'json' };
import { pageLanguage } from './preferences.ts';

/** One chunk per English namespace, and one per other language, loaded when a page first asks for it. */
const english = import.meta.glob<Record<string, unknown>>(['../locales/en/*.json', '!../locales/en/common.json'], {
  import: 'default',
});
const others = {
  'zh-CN': async () => (await import('../locales/zh-CN/index.ts')).texts,
  'zh-TW': async () => (await import('../locales/zh-TW/index.ts')).texts,
  de: async () => (await import('../locales/de/index.ts')).texts,
  ja: async () => (await import('../locales/ja/index.ts')).texts,
  es: async () => (await import('../locales/es/index.ts')).texts,
  vi: async () => (await import('../locales/vi/index.ts')).texts,
};

const { i18n, start } = createI18n(common, english, others);

export { i18n };
/** Starts in the language of a page that was made on the server. */
export const startI18nIn = (language: string): Promise<unknown> => start(language);
export const startI18n = (): Promise<unknown> => start(pageLanguage);
