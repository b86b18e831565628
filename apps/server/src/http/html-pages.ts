import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Language, languages } from '@vitrine/contract/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownOrigin } from '../kit/own-origin.ts';
import { frontLinks, headElements, headOf, ORIGIN_MARK, type PageHead, readerLanguage } from './page-heads.ts';

export interface HtmlParts {
  /** The folder of the built app. */
  readonly folder: string;
  readonly publicOrigin: string | undefined;
  /** The name of a traded coin, by its code in any letter case. */
  readonly coinName: (code: string) => string | undefined;
}

interface Variant {
  readonly etag: string;
  readonly bytes: Buffer;
}

/**
 * Maximum number of variants held in memory, of about 11 kB each: pages × languages × encodings, for each host name of a
 * sandbox. All pages of an exchange with 25 coins fit. Beyond this, the variant that has not been requested for the
 * longest time is evicted, and recreated on request.
 */
const MOST_VARIANTS = 3_000;
/** Compresses a page of about 20 kB in about a millisecond. */
const BROTLI_QUALITY = 5;

/**
 * Serves the HTML of an app: the front page in the reader's language, and every other page with its own title and
 * description. Both depend on the exchange's origin, which is not known at build time.
 */
export class HtmlPages {
  readonly #parts: HtmlParts;
  readonly #heads: readonly PageHead[];
  readonly #index: string;
  readonly #fronts = new Map<Language, string>();
  readonly #variants = new Map<string, Variant>();

  private constructor(parts: HtmlParts, heads: readonly PageHead[]) {
    this.#parts = parts;
    this.#heads = heads;
    this.#index = readFileSync(join(parts.folder, 'index.html'), 'utf8');
    for (const language of languages) {
      const file = join(parts.folder, `front.${language}.html`);
      if (existsSync(file)) this.#fronts.set(language, readFileSync(file, 'utf8'));
    }
  }

  /** Undefined for an app whose build writes no heads, such as the console. */
  static open(parts: HtmlParts): HtmlPages | undefined {
    const file = join(parts.folder, 'heads.json');
    if (!existsSync(file)) return undefined;
    return new HtmlPages(parts, JSON.parse(readFileSync(file, 'utf8')) as PageHead[]);
  }

  send(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
    const { headers, query } = request;
    const wanted = path === '/' ? (query as { readonly language?: unknown } | undefined)?.language : undefined;
    const language = readerLanguage(wanted, { cookie: headers.cookie, accepted: headers['accept-language'] });
    const encoding = encodingFor(String(headers['accept-encoding'] ?? ''));
    const origin = ownOrigin(request, this.#parts.publicOrigin);
    const { etag, bytes } = this.#variant(path, { language, encoding, origin, isByUrl: wanted === language });
    reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding, accept-language, cookie')
      .header('content-language', language)
      .header('etag', etag);
    if (headers['if-none-match'] === etag) return reply.code(304).send();
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(bytes);
  }

  #variant(path: string, { language, encoding, origin, isByUrl }: Asked): Variant {
    const isFront = path === '/' && this.#fronts.size > 0;
    const head = isFront ? undefined : headOf(this.#heads, path, language, this.#parts.coinName);
    // All pages without their own head share one file.
    const key = JSON.stringify([isFront ? path : '', language, encoding, origin, isByUrl, head]);
    const known = this.#variants.get(key);
    if (known) {
      // The map's order is that of the last requests.
      this.#variants.delete(key);
      this.#variants.set(key, known);
      return known;
    }
    const html = isFront
      ? this.#front(language, origin, isByUrl)
      : this.#page(language, head && headElements(head, origin && new URL(head.path, origin).href));
    const made = { etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}-${encoding ?? ''}"` };
    const variant = { ...made, bytes: compressed(Buffer.from(html), encoding) };
    const [oldest] = this.#variants.keys();
    if (this.#variants.size >= MOST_VARIANTS && oldest !== undefined) this.#variants.delete(oldest);
    this.#variants.set(key, variant);
    return variant;
  }

  #front(language: Language, origin: string | undefined, isByUrl: boolean): string {
    const html = this.#fronts.get(language) ?? this.#fronts.get('en') ?? this.#index;
    const links = origin === undefined ? '' : frontLinks(origin, language, isByUrl);
    return html.replace('<!--links-->', () => links).replaceAll(ORIGIN_MARK, () => origin ?? '');
  }

  #page(language: Language, head: string | undefined): string {
    const html = this.#index.replace('<html lang="en"', () => `<html lang="${language}"`);
    if (head === undefined) return html;
    return html.replace(/<meta name="description"[^>]*>\s*/, '').replace(/<title>[^<]*<\/title>/, () => head);
  }
}

interface Asked {
  readonly language: Language;
  readonly encoding: Encoding;
  readonly origin: string | undefined;
  readonly isByUrl: boolean;
}

type Encoding = 'br' | 'gzip' | undefined;

/** The preferred encoding of a request (RFC 9110, 12.5.3). */
function encodingFor(accepted: string): Encoding {
  const taken = accepted.split(',').flatMap((each) => {
    const [name = '', quality = 'q=1'] = each.split(';').map((part) => part.trim());
    return Number(quality.replace(/^q=/, '')) > 0 ? [name] : [];
  });
  return (['br', 'gzip'] as const).find((each) => taken.includes(each));
}

function compressed(bytes: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(bytes);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return encoding === 'br' ? brotliCompressSync(bytes, { params }) : bytes;
}
