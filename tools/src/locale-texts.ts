/** The texts of one file, nested by the parts of their keys; a list is a text of several paragraphs. */
type Texts = string | readonly Texts[] | { readonly [key: string]: Texts };
/** Texts by keys such as `nav.home`, `days_one` or `sections.0.title`. */
export type FlatTexts = ReadonlyMap<string, string>;

const PLURAL = /_(one|two|few|many|other)$/;

export function flatTexts(json: string): FlatTexts {
  const found = new Map<string, string>();
  const add = (texts: Texts, path: string): void => {
    if (typeof texts === 'string') found.set(path, texts);
    else for (const [key, value] of Object.entries(texts)) add(value, path === '' ? key : `${path}.${key}`);
  };
  add(JSON.parse(json) as Texts, '');
  return found;
}

/** The plural forms of a language, such as one and other. */
const pluralForms = (language: string): readonly string[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories;

/** The key without its plural form, if it has one in English: `days` for `days_one`. */
function pluralStem(key: string, isEnglish: (key: string) => boolean): string | undefined {
  const stem = key.replace(PLURAL, '');
  return stem !== key && isEnglish(`${stem}_other`) ? stem : undefined;
}

/**
 * The keys that a language needs, with the English texts for them. A text with plural forms has those of the language
 * instead of the English ones.
 */
export function neededTexts(english: FlatTexts, language: string): FlatTexts {
  const forms = pluralForms(language);
  return new Map(
    [...english].flatMap(([key, text]): [string, string][] => {
      const stem = pluralStem(key, (each) => english.has(each));
      if (stem === undefined) return [[key, text]];
      const other = english.get(`${stem}_other`) ?? text;
      return forms.map((form) => [`${stem}_${form}`, english.get(`${stem}_${form}`) ?? other]);
    }),
  );
}

/** A language's file, with English texts for the keys that it lacks. */
export function filledIn(json: string, englishJson: string, language: string): string {
  const own = flatTexts(json);
  const missing = [...neededTexts(flatTexts(englishJson), language)].filter(([key]) => !own.has(key));
  const texts = JSON.parse(json) as Record<string, unknown>;
  for (const [key, text] of missing) put(texts, key.split('.'), text);
  return JSON.stringify(texts);
}

function put(texts: Record<string, unknown>, [key = '', ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) texts[key] = text;
  else {
    texts[key] ??= /^\d+$/.test(rest[0] ?? '') ? [] : {};
    put(texts[key] as Record<string, unknown>, rest, text);
  }
}
