import { type FlatTexts, flatTexts, neededTexts } from './locale-texts.ts';
import type { SourceTexts } from './repository.ts';

/** One file of a language, next to the English one. */
export interface LocaleFile {
  readonly path: string;
  readonly language: string;
  readonly english: FlatTexts;
  readonly own: FlatTexts;
}

const ENGLISH = /^((?:apps|packages)\/[\w-]+\/src\/(?:kit\/)?locales\/)en\/(\w+\.json)$/;

/** Every file of every language that a folder of locales has; a file that is missing counts as empty. */
export function localeFiles(texts: SourceTexts): LocaleFile[] {
  return [...texts].flatMap(([path, json]) => {
    const [, folder, name] = ENGLISH.exec(path) ?? [];
    if (folder === undefined || name === undefined) return [];
    const languages = new Set([...texts.keys()].flatMap((each) => localeOf(each, folder)));
    languages.delete('en');
    const english = flatTexts(json);
    return [...languages].map((language) => {
      const ownPath = `${folder}${language}/${name}`;
      return { path: ownPath, language, english, own: flatTexts(texts.get(ownPath) ?? '{}') };
    });
  });
}

const localeOf = (path: string, folder: string): string[] =>
  path.startsWith(folder) && path.endsWith('.json') ? [path.slice(folder.length).split('/')[0] ?? ''] : [];

/** The keys that a language lacks. */
export const missingKeys = ({ path, language, english, own }: LocaleFile): string[] =>
  [...neededTexts(english, language).keys()].filter((key) => !own.has(key)).map((key) => `${path}: ${key}`);

/** The keys that English does not have, and plural forms that the language does not have. */
export const unknownKeys = ({ path, language, english, own }: LocaleFile): string[] => {
  const needed = neededTexts(english, language);
  return [...own.keys()].filter((key) => !needed.has(key)).map((key) => `${path}: ${key}`);
};

const PARTS = /\{\{[^}]+\}\}|\$t\([^)]*\)|<\/?[A-Za-z0-9]+\/?>/g;
/** A value may occur more often in one language than in another; tags come in pairs. */
const partsOf = (text: string): string[] =>
  (text.match(PARTS) ?? []).filter((part, at, all) => !part.startsWith('{') || all.indexOf(part) === at).sort();

/** The texts whose placeholders and tags differ from the English ones. A plural form may leave out the count. */
export const wrongParts = ({ path, language, english, own }: LocaleFile): string[] =>
  [...neededTexts(english, language)].flatMap(([key, text]) => {
    const translated = own.get(key);
    if (translated === undefined) return [];
    if (translated.trim() === '' && text.trim() !== '') return [`${path}: ${key} is empty`];
    const isPlural = /_(one|two|few|many|other)$/.test(key);
    const counted = (parts: string[]) => parts.filter((part) => !isPlural || part !== '{{count}}').join(' ');
    const wanted = counted(partsOf(text));
    const found = counted(partsOf(translated));
    return wanted === found ? [] : [`${path}: ${key} has ${found || 'nothing'} instead of ${wanted || 'nothing'}`];
  });

/** The words of a text, without placeholders, figures and signs. */
const wordsOf = (text: string): string =>
  text
    .replace(PARTS, ' ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();

/**
 * The texts that are the same as in English, or, in a language with a script of its own, have none of its letters.
 * `same` are the English texts that may stay as they are.
 */
export const untranslated = ({ path, language, english, own }: LocaleFile, same: ReadonlySet<string>): string[] =>
  [...neededTexts(english, language)].flatMap(([key, text]) => {
    const translated = own.get(key);
    if (translated === undefined || same.has(text)) return [];
    const words = wordsOf(translated);
    // Many single words, such as Spot, Status and Name, are the same in several languages.
    const isSame = words === wordsOf(text) && words.includes(' ');
    const lacksScript =
      /^(ja|zh)/.test(language) && /[a-z]{3} [a-z]{3}/.test(words) && /^[\p{Script=Latin} ]*$/u.test(words);
    return isSame || lacksScript ? [`${path}: ${key}: ${translated}`] : [];
  });
