import { createI18n } from '@vitrine/ui';
import common from '../locales/en/common.json' with { type: 'json' };

/** One chunk per language and namespace, loaded when a page first asks for it. */
const files = import.meta.glob<Record<string, unknown>>(['../locales/*/*.json', '!../locales/en/common.json'], {
  import: 'default',
});

export const { i18n, start: startI18n } = createI18n(common, files);
