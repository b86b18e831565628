import { type Language, languages } from '@vitrine/contract/languages';
import { acceptedLanguage } from './accepted-language.ts';

/** The title and description of a page, as search engines and link previews show them. */
export interface Head {
  readonly title: string;
  readonly description: string;
}

/** One page in the app's `heads.json`, written by its build. `$coin` in the path is a placeholder for a coin. */
export interface PageHead {
  readonly path: string;
  readonly heads: Readonly<Partial<Record<Language, Head>>>;
}

/** A head, and the canonical path of the page. */
export interface FoundHead extends Head {
  readonly path: string;
}

/** The build's placeholder for the origin, which is not known at build time. */
export const ORIGIN_MARK = '__ORIGIN__';

/** The cookie with the language chosen on the pages. It contains nothing but the language. */
const languageCookie = /(?:^|;)\s*__Host-language=([\w-]{2,10})\s*(?:;|$)/;

/**
 * The language in which to serve a page: that of the URL, which search engines follow, otherwise the chosen one,
 * otherwise the browser's.
 */
export function readerLanguage(wanted: unknown, { cookie, accepted }: Readonly<Record<string, string | undefined>>) {
  const known = (value: unknown): Language | undefined => languages.find((language) => language === value);
  return known(wanted) ?? known(languageCookie.exec(cookie ?? '')?.[1]) ?? acceptedLanguage(accepted);
}

/** The head of a page in the list; undefined for other paths, and for unknown coins. */
export function headOf(
  pages: readonly PageHead[],
  path: string,
  language: Language,
  coinName: (code: string) => string | undefined,
): FoundHead | undefined {
  const segments = path.split('/');
  for (const page of pages) {
    const values = matched(page.path.split('/'), segments);
    const head = page.heads[language] ?? page.heads.en;
    if (values === undefined || head === undefined) continue;
    const coin = values.get('coin');
    if (coin === undefined) return { ...head, path };
    const name = coinName(coin);
    return name === undefined ? undefined : filled(page.path, head, coin.toUpperCase(), name);
  }
  return undefined;
}

function matched(pattern: readonly string[], segments: readonly string[]): ReadonlyMap<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const values = new Map<string, string>();
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith('$') && segment !== '') values.set(part.slice(1), segment);
    else if (part !== segment) return undefined;
  }
  return values;
}

function filled(path: string, { title, description }: Head, coin: string, name: string): FoundHead {
  const put = (text: string) => text.replaceAll('{{coin}}', () => coin).replaceAll('{{name}}', () => name);
  return {
    title: put(title),
    description: put(description),
    path: path.replace('$coin', () => encodeURIComponent(coin)),
  };
}

/** The head elements of a page of the app. Without an origin, links that need one are omitted. */
export function headElements({ title, description }: Head, address: string | undefined): string {
  const [shown, said] = [escapedHtml(title), escapedHtml(description)];
  const links =
    address === undefined
      ? []
      : [
          `<link rel="canonical" href="${escapedHtml(address)}" />`,
          `<meta property="og:url" content="${escapedHtml(address)}" />`,
          `<meta property="og:image" content="${escapedHtml(new URL('/social.png', address).href)}" />`,
        ];
  return [
    `<title>${shown} · Vitrine</title>`,
    `<meta name="description" content="${said}" />`,
    '<meta property="og:type" content="website" />',
    `<meta property="og:title" content="${shown}" />`,
    `<meta property="og:description" content="${said}" />`,
    '<meta name="twitter:card" content="summary_large_image" />',
    ...links,
  ].join('\n    ');
}

/** The canonical URL of the front page in a language, and the others in which it exists (RFC 8288, `hreflang`). */
export function frontLinks(origin: string, language: Language, isChosenByUrl: boolean): string {
  const own = isChosenByUrl ? `${origin}/?language=${language}` : `${origin}/`;
  return [
    `<link rel="canonical" href="${own}" />`,
    `<meta property="og:url" content="${own}" />`,
    `<link rel="alternate" hreflang="x-default" href="${origin}/" />`,
    ...languages.map((each) => `<link rel="alternate" hreflang="${each}" href="${origin}/?language=${each}" />`),
  ].join('\n    ');
}

const escapedHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
