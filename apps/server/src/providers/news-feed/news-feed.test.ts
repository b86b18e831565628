import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { type FeedBounds, FeedRefused, fetchFeed, usualBounds } from './fetch-feed.ts';
import { parseFeed } from './parse-feed.ts';
import { plainText } from './plain-text.ts';
import { isPublicAddress } from './public-address.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function source(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`;
}

/** As in production, except that the test feeds are served from a local address, without TLS. */
const bounds: FeedBounds = {
  ...usualBounds,
  mostBytes: 10_000,
  protocols: ['http:'],
  isAllowed: (address) => address === '127.0.0.1',
};
const get = (url: string, more: Partial<FeedBounds> = {}) => fetchFeed(url, { ...bounds, ...more });
const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(FeedRefused);
  return (error as Error).message;
};

const NOW = Date.UTC(2026, 10, 30);
const item = (inner: string) =>
  `<item><title>A title</title><link>https://news.example/1</link><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate>${inner}</item>`;
const rss = (...items: string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel>${items.join('')}</channel></rss>`;

test('an endless response is aborted at the size limit', async () => {
  const url = await source((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(1_000)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  expect(await refusal(get(url))).toContain('more than 10000 bytes');
});

test('a response that never finishes is aborted at the time limit', async () => {
  const url = await source((_request, response) => void response.write('<rss>'));
  expect(await refusal(get(url, { withinMs: 100 }))).toMatch(/abort|timeout/i);
});

test('a response that is compressed, an error or in an unknown encoding is refused', async () => {
  const compressing = await source((_request, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync('x'.repeat(1_000_000)));
  });
  expect(await refusal(get(compressing))).toContain('compressed');
  expect(await refusal(get(await source((_request, response) => response.writeHead(500).end())))).toBe('status 500');
  const odd = await source((_request, response) => {
    response.setHeader('content-type', 'text/xml; charset=x-unknown');
    response.end('<rss/>');
  });
  expect(await refusal(get(odd))).toContain('unknown encoding');
});

test('at most three redirects are followed, and none into another network or protocol', async () => {
  const to = (location: string) => source((_request, response) => void response.writeHead(302, { location }).end());
  const last = await source((_request, response) => void response.end('<rss/>'));
  expect(await get(await to(await to(await to(last))))).toBe('<rss/>');
  expect(await refusal(get(await to(await to(await to(await to(last))))))).toContain('more than 3 redirects');
  expect(await refusal(get(await to('http://127.0.0.2:1/')))).toBe('address 127.0.0.2 not allowed');
  expect(await refusal(get(await to('http://169.254.169.254/latest/meta-data')))).toContain('not allowed');
  expect(await refusal(get(await to('file:///etc/passwd')))).toContain('protocol file:');
  expect(await refusal(get(await to('http://a:b@127.0.0.1/')))).toBe('URL with credentials');
});

test.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://10.1.2.3/',
  'http://93.184.216.34/',
])('%s is not even connected to', async (url) => {
  expect(await refusal(fetchFeed(url))).toContain('not allowed');
});

test('a host name that resolves into our own network is refused', async () => {
  expect(await refusal(fetchFeed('https://localhost/'))).toMatch(/address (127\.0\.0\.1|::1) not allowed/);
});

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['10.0.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.100.0.1', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['no address', false],
])('the address %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test('RSS and Atom entries are read, newest first, each once', async () => {
  const older = item(
    '<guid>one</guid><description>&lt;p&gt;Hello &amp;amp; &lt;b&gt;bye&lt;/b&gt;&lt;/p&gt;</description>',
  );
  const newer = item('<guid>two</guid>').replace('02 Nov', '03 Nov');
  const entries = await parseFeed(rss(older, newer, older), NOW);
  expect(entries.map(({ guid }) => guid)).toEqual(['two', 'one']);
  expect(entries[1]).toEqual({
    guid: 'one',
    title: 'A title',
    summary: 'Hello & bye',
    url: 'https://news.example/1',
    publishedMs: Date.UTC(2026, 10, 2, 10),
  });
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Paper</title><link href="https://news.example/"/>
    <entry><id>a</id><title type="xhtml"><div>In <i>two</i> parts</div></title><updated>2027-01-01T00:00:00Z</updated>
    <link rel="self" href="https://news.example/self"/><link href="https://news.example/a"/>
    <summary><![CDATA[<script>alert(1)</script>Said]]></summary></entry></feed>`;
  expect(await parseFeed(atom, NOW)).toEqual([
    { guid: 'a', title: 'In two parts', summary: 'Said', url: 'https://news.example/a', publishedMs: NOW },
  ]);
});

test('text that the database cannot store does not affect other entries', async () => {
  const old = ['-004800-01-01T00:00:00Z', '1969-12-31T23:59:59Z'].map((date) =>
    item('').replace('Mon, 02 Nov 2026 10:00:00 GMT', date),
  );
  const face = '😀';
  const entries = await parseFeed(
    rss(
      ...old,
      item('<guid>nul\0\u0001l</guid>'),
      item(`<guid>a${face.repeat(400)}</guid>`),
      item('<guid>long</guid>').replace('A title', `x${face.repeat(200)}`),
      item(`<guid>half</guid><description>a ${face.repeat(4_000)}</description>`),
    ),
    NOW,
  );
  expect(entries.map(({ guid }) => guid)).toEqual(['null', `a${face.repeat(249)}`, 'long', 'half']);
  expect(entries[2]?.title).toBe(`x${face.repeat(79)} …`);
  for (const text of entries.flatMap(({ guid, title, summary, url }) => [guid, title, summary, url]))
    expect([text.isWellFormed(), text.includes('\0')]).toEqual([true, false]);
});

test('entries with an unsafe link, or without a time or a title, are skipped', async () => {
  const bad = ['javascript:alert(1)', 'data:text/html,x', '//news.example', 'not a link'].map((link) =>
    item('').replace('https://news.example/1', link),
  );
  const timeless = item('').replace(/<pubDate>.*<\/pubDate>/, '');
  const untitled = item('').replace('A title', '<![CDATA[<script>alert(1)</script>]]>');
  expect(await parseFeed(rss(...bad, timeless, untitled), NOW)).toEqual([]);
});

test.each([
  ['a page', '<!DOCTYPE html><html><body>Hello</body></html>'],
  ['JSON', '{"items": []}'],
  ['another root', '<html><item/></html>'],
  ['a cut-off file', rss(item('')).slice(0, -20)],
  ['nothing', ''],
  ['entities of its own', '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><rss><channel>&b;</channel></rss>'],
  ['an outside entity', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss>&x;</rss>'],
  ['an undeclared entity', rss(item('<description>&x;</description>'))],
  ['elements without end', `<rss>${'<a>'.repeat(1_000)}`],
])('%s is not a feed', async (_what, text) => {
  await refusal(parseFeed(text, NOW));
});

test('only the fifty newest entries of a long feed are returned, and long texts are truncated at a word boundary', async () => {
  const many = Array.from({ length: 60 }, (_, n) =>
    item(`<guid>${n}</guid><description>${'word '.repeat(2_000)}</description>`).replace(
      '10:00',
      `10:${n}`.replace(/:(\d)$/, ':0$1'),
    ),
  );
  const entries = await parseFeed(rss(...many), NOW);
  expect(entries.length).toBe(50);
  expect(entries[0]?.guid).toBe('59');
  expect(entries[0]?.summary).toMatch(/^(word )+…$/);
  expect(entries[0]?.summary.length).toBeLessThan(310);
});

test.each([
  ['<p>One</p><p>two</p>', 'One two'],
  ['a < b and c > d', 'a < b and c > d'],
  ['&lt;b&gt; &#8364; &#x20AC; &nbsp;&unknown; &#99999999;', '<b> € € &unknown; &#99999999;'],
  ['<script>alert(1)</script>ok<SCRIPT src=x>never', 'ok'],
  ['<img src=x onerror=alert(1)>text<!-- hidden', 'text'],
  ['\u202eevil\u0000\u0007 text', 'evil text'],
  ['<'.repeat(5_000), '<'.repeat(5_000)],
])('the words of %j are %j', (html, text) => {
  expect(plainText(html)).toBe(text);
});
