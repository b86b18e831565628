import { type Language, languages, pickLanguage } from '@vitrine/contract/languages';

/** Headers longer than this are ignored; browsers send shorter ones. */
const LONGEST = 200;

/**
 * The preferred language of an Accept-Language header, such as `de-AT, en;q=0.8` (RFC 9110, 12.5.4); English without a
 * header, or if no preferred language is supported.
 */
export function acceptedLanguage(header: string | undefined): Language {
  const tags = (header ?? '')
    .slice(0, LONGEST)
    .split(',')
    .map((each) => {
      const [tag = '', ...parameters] = each.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { tag, quality: Number(quality) || 0 };
    });
  const wanted = tags.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality);
  return pickLanguage(
    wanted.map(({ tag }) => tag),
    languages,
  );
}
