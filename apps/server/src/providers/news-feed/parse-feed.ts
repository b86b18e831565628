import sax from 'sax';
import { FeedRefused } from './fetch-feed.ts';
import { plainText } from './plain-text.ts';

/** One entry of a feed, in plain text. */
export interface FeedEntry {
  readonly guid: string;
  readonly title: string;
  readonly summary: string;
  readonly url: string;
  readonly publishedMs: number;
}

const MOST_ENTRIES = 50;
const MOST_DEPTH = 40;
const LONGEST_FIELD = 5_000;
const LONGEST_TITLE = 160;
const LONGEST_SUMMARY = 300;
/** The number of characters parsed before yielding to other work: about a millisecond. */
const AT_ONCE = 32_768;

type Field = 'title' | 'link' | 'guid' | 'date' | 'summary' | 'content';
const fields: Readonly<Record<string, Field>> = {
  title: 'title',
  link: 'link',
  guid: 'guid',
  id: 'guid',
  pubDate: 'date',
  published: 'date',
  updated: 'date',
  'dc:date': 'date',
  description: 'summary',
  summary: 'summary',
  'content:encoded': 'content',
  content: 'content',
};

/**
 * The entries of an RSS or Atom feed, newest first, without duplicates. Document types and entities other than XML's
 * own are refused, so that nothing is expanded or fetched. Throws FeedRefused.
 */
export async function parseFeed(xml: string, nowMs: number): Promise<FeedEntry[]> {
  const reader = new Reader();
  for (let start = 0; start < xml.length; start += AT_ONCE) {
    reader.write(xml.slice(start, start + AT_ONCE));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const entries = reader.end().flatMap((found) => entryOf(found, nowMs) ?? []);
  const once = new Map<string, FeedEntry>();
  for (const entry of entries) if (!once.has(entry.guid)) once.set(entry.guid, entry);
  return [...once.values()].sort((a, b) => b.publishedMs - a.publishedMs).slice(0, MOST_ENTRIES);
}

/** Accepts only XML's own entities. The package's types lack this option. */
const options: sax.SAXOptions & { readonly strictEntities: true } = { strictEntities: true };

type Found = Partial<Record<Field, string>>;

/** Collects the entries from the parser's events. */
class Reader {
  readonly #parser = sax.parser(true, options);
  readonly #found: Found[] = [];
  #depth = 0;
  #hasRoot = false;
  #entry: { readonly depth: number; readonly fields: Found } | undefined;
  #field: { readonly depth: number; readonly name: Field } | undefined;

  constructor() {
    this.#parser.onerror = (error) => {
      throw new FeedRefused(`not XML: ${error.message.split('\n')[0]}`);
    };
    this.#parser.ondoctype = () => {
      throw new FeedRefused('document type');
    };
    this.#parser.onopentag = (tag) => this.#open(tag.name, tag.attributes as Readonly<Record<string, string>>);
    this.#parser.onclosetag = () => this.#close();
    this.#parser.ontext = (text) => this.#add(text);
    this.#parser.oncdata = (text) => this.#add(text);
  }

  write(xml: string): void {
    this.#parser.write(xml);
  }

  end(): readonly Found[] {
    this.#parser.close();
    if (!this.#hasRoot) throw new FeedRefused('no element');
    return this.#found;
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    this.#hasRoot = true;
    if (this.#depth > MOST_DEPTH) throw new FeedRefused(`more than ${MOST_DEPTH} elements inside each other`);
    if (this.#depth === 1 && !['rss', 'feed', 'rdf:RDF'].includes(name)) throw new FeedRefused(`root element ${name}`);
    if (!this.#entry) {
      if (name === 'item' || name === 'entry') this.#entry = { depth: this.#depth, fields: {} };
      return;
    }
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (this.#field || this.#depth !== this.#entry.depth + 1 || field === undefined) return;
    const { href, rel = 'alternate' } = attributes;
    if (field === 'link' && href !== undefined) {
      if (rel === 'alternate') this.#entry.fields.link ??= href;
    } else if (this.#entry.fields[field] === undefined) this.#field = { depth: this.#depth, name: field };
  }

  #add(text: string): void {
    if (!this.#entry || !this.#field) return;
    const before = this.#entry.fields[this.#field.name] ?? '';
    this.#entry.fields[this.#field.name] = (before + text).slice(0, LONGEST_FIELD);
  }

  #close(): void {
    if (this.#field?.depth === this.#depth) this.#field = undefined;
    if (this.#entry?.depth === this.#depth) {
      this.#found.push(this.#entry.fields);
      this.#entry = undefined;
    }
    this.#depth -= 1;
  }
}

/**
 * Undefined for an entry without a title, a time since 1970 or a link that a browser may open. The result can always be
 * stored: null characters and lone surrogates, which the database refuses, are removed, so that one entry cannot block
 * the others.
 */
function entryOf({ title, link, guid, date, summary, content }: Found, nowMs: number): FeedEntry | undefined {
  const url = link?.trim() ?? '';
  const shown = shortened(plainText(title ?? ''), LONGEST_TITLE);
  const publishedMs = Date.parse(date?.trim() ?? '');
  if (shown === '' || !(publishedMs >= 0) || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  return {
    guid: (guid?.trim() || url).slice(0, LONGEST_FIELD / 10).replace(/[\p{Cc}\p{Cs}]/gu, ''),
    title: shown,
    summary: shortened(plainText(summary ?? content ?? ''), LONGEST_SUMMARY),
    url: new URL(url).href,
    publishedMs: Math.min(publishedMs, nowMs),
  };
}

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Truncation between two surrogates leaves a lone one.
  const cut = text.slice(0, longest).replace(/\p{Cs}/gu, '');
  const end = cut.lastIndexOf(' ');
  return `${end > 0 ? cut.slice(0, end) : cut} …`;
}
