import { createI18n } from '@vitrine/ui';
import common from '../locales/en/common.json' with { type: 'json' };
import { pageLanguage } from './preferences.ts';

/** One chunk per English namespace, and one per other language, loaded when a page first asks for it. */
const english = import.meta.glob<Record<string, unknown>>(['../locales/en/*.json', '!../locales/en/common.json'], {
  import: 'default',
});
const others = {
  de: async () => (await import('../locales/de/index.ts')).texts,
};

const { i18n, start } = createI18n(common, english, others);

export { i18n };
export const startI18n = (): Promise<unknown> => start(pageLanguage);
