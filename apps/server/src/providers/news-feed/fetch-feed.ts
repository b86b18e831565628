import { lookup as lookUp } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Limits on the time and size of a download, and on the feed's location. */
export interface FeedBounds {
  readonly mostBytes: number;
  /** The total time for name resolution, redirects and the response. */
  readonly withinMs: number;
  readonly mostRedirects: number;
  readonly protocols: readonly string[];
  readonly isAllowed: (address: string) => boolean;
}

export const usualBounds: FeedBounds = {
  mostBytes: 1_000_000,
  withinMs: 10_000,
  mostRedirects: 3,
  protocols: ['https:'],
  isAllowed: isPublicAddress,
};

/** Thrown if a feed could not be read; the message states the reason. */
export class FeedRefused extends Error {
  override readonly name = 'FeedRefused';
}

/**
 * Downloads the text of a feed. The feed is not trusted: it may respond with anything, or redirect into our own
 * network. Each address is therefore checked after name resolution, and the connection uses exactly that address.
 * Throws FeedRefused.
 */
export async function fetchFeed(url: string, bounds: FeedBounds = usualBounds): Promise<string> {
  const signal = AbortSignal.timeout(bounds.withinMs);
  let place = new URL(url);
  for (let redirects = 0; redirects <= bounds.mostRedirects; redirects += 1) {
    checkPlace(place, bounds);
    const answer = await request(place, bounds, signal);
    const next = redirectOf(answer);
    if (next === undefined) return read(answer, bounds);
    answer.destroy();
    if (!URL.canParse(next, place.href)) throw new FeedRefused('redirect without a valid URL');
    place = new URL(next, place);
  }
  throw new FeedRefused(`more than ${bounds.mostRedirects} redirects`);
}

/**
 * Host names are checked when they are resolved; IP addresses in the URL are never resolved, so they are checked here.
 */
function checkPlace({ protocol, hostname, username, password }: URL, { protocols, isAllowed }: FeedBounds): void {
  if (!protocols.includes(protocol)) throw new FeedRefused(`protocol ${protocol} not allowed`);
  if (username !== '' || password !== '') throw new FeedRefused('URL with credentials');
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isAllowed(address)) throw new FeedRefused(`address ${address} not allowed`);
}

function request(place: URL, { isAllowed }: FeedBounds, signal: AbortSignal): Promise<IncomingMessage> {
  const { request: send } = place.protocol === 'https:' ? https : http;
  const headers = {
    accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8',
    // Without compression, the size received is the size held in memory.
    'accept-encoding': 'identity',
    'user-agent': 'Vitrine-News/1',
  };
  return new Promise((resolve, reject) => {
    const sent = send(place, { headers, signal, agent: false, lookup: checkedLookup(isAllowed) }, resolve);
    sent.on('error', (error) => reject(refused(error)));
    sent.end();
  });
}

/** Resolves a name, and refuses it if any of its addresses is not allowed. */
function checkedLookup(isAllowed: FeedBounds['isAllowed']): LookupFunction {
  return (hostname, { all }, done) => {
    lookUp(hostname, { all: true }).then(
      (found) => {
        const wrong = found.find(({ address }) => !isAllowed(address));
        const [first] = found;
        if (wrong || !first) done(new FeedRefused(`address ${wrong?.address ?? 'missing'} not allowed`), '', 0);
        else if (all) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };
}

function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? (location ?? '') : undefined;
}

async function read(answer: IncomingMessage, { mostBytes }: FeedBounds): Promise<string> {
  const { statusCode = 0, headers } = answer;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    if (statusCode !== 200) throw new FeedRefused(`status ${statusCode}`);
    if (headers['content-encoding'] !== undefined) throw new FeedRefused('compressed although not asked for');
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw new FeedRefused(`more than ${mostBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw refused(error);
  } finally {
    answer.destroy();
  }
  return decoded(Buffer.concat(chunks), headers['content-type'] ?? '');
}

/** The text, decoded with the encoding in the response header or the XML declaration; UTF-8 by default. */
function decoded(bytes: Buffer, contentType: string): string {
  const inXml = /^<\?xml[^>]{0,100}encoding=["']([\w.:-]{1,40})["']/.exec(bytes.toString('latin1', 0, 200));
  const name = /charset="?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? inXml?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(name).decode(bytes);
  } catch {
    throw new FeedRefused(`unknown encoding ${name}`);
  }
}

const refused = (error: unknown): FeedRefused =>
  error instanceof FeedRefused ? error : new FeedRefused(error instanceof Error ? error.message : String(error));
