import { lookup as lookUp } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** What a source may cost, and where it may be. */
export interface FeedBounds {
  readonly mostBytes: number;
  /** For everything together: names, redirects and the answer. */
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

/** A source that was not read; the message says why. */
export class FeedRefused extends Error {
  override readonly name = 'FeedRefused';
}

/**
 * The text of a feed. The source is somebody else's: it may answer with anything, or redirect into our own network, so
 * each address is checked after its name was resolved, and that very address is connected to. Throws FeedRefused.
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

/** Names are checked when they are resolved; an address in the URL is never resolved, and so checked here. */
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
    // Without compression, the bytes received are the bytes held.
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

/** The text, in the encoding that the answer or the XML declaration names; UTF-8 otherwise. */
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
