import type { LanguageTexts } from '@vitrine/ui';
import common from './common.json' with { type: 'json' };

const files = import.meta.glob<Record<string, unknown>>(['./*.json', '!./common.json'], { import: 'default' });

export const texts: LanguageTexts = { common, files };
