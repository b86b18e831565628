import { readFileSync } from 'node:fs';
import { filledIn } from './locale-texts.ts';

const TRANSLATED = /^(.*\/locales\/)(?!en\/)([\w-]+)(\/\w+\.json)$/;

/**
 * A Vite plugin: a text that a language lacks is shown in English. It is filled in at build time, so that no reader
 * loads the texts of two languages.
 */
export function fillInEnglish() {
  return {
    name: 'fill-in-english',
    enforce: 'pre' as const,
    transform: {
      filter: { id: TRANSLATED },
      handler(code: string, id: string) {
        const [, folder, language, name] = TRANSLATED.exec(id) ?? [];
        if (folder === undefined || language === undefined || name === undefined) return;
        return { code: filledIn(code, readFileSync(`${folder}en${name}`, 'utf8'), language), map: null };
      },
    },
  };
}
