import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerPages, strictPolicy } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-html-'));
let app: FastifyInstance;
let open: FastifyInstance;

const front = (words: string) =>
  `<html><head><meta property="og:image" content="__ORIGIN__/social.png" />\n<!--links--></head>${words}</html>`;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    '<html lang="en"><head><meta name="description" content="usual" />\n<title>Vitrine</title></head></html>',
  );
  writeFileSync(join(folder, 'front.en.html'), front('Welcome'));
  writeFileSync(join(folder, 'front.de.html'), front('Willkommen'));
  writeFileSync(join(folder, 'front.en.html.br'), 'made by the build');
  const english = { title: '{{coin}} price', description: 'The price of {{name}}' };
  writeFileSync(join(folder, 'heads.json'), JSON.stringify([{ path: '/price/$coin', heads: { en: english } }]));
  const coinName = (code: string) => (code.toUpperCase() === 'BTC' ? 'Bitcoin' : undefined);
  const built = { folder, base: '', policy: strictPolicy };
  [app, open] = [fastify(), fastify()];
  await registerPages(app, built, { mode: 'production', publicOrigin: 'https://vitrine.example', coinName });
  await registerPages(open, built, { mode: 'sandbox', publicOrigin: undefined, coinName });
});
afterAll(async () => {
  await Promise.all([app.close(), open.close()]);
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

test('a chosen language overrides the browser’s, and the response has the matching Vary header', async () => {
  expect((await get('/', { 'accept-language': 'de' })).body).toContain('Willkommen');
  const chosen = await get('/', { 'accept-language': 'de', cookie: '__Host-language=en' });
  expect(chosen.body).toContain('Welcome');
  expect(chosen.headers).toMatchObject({
    vary: 'accept-encoding, accept-language, cookie',
    'cache-control': 'no-cache',
    'content-language': 'en',
  });
  expect((await get('/?language=de')).body).toContain('rel="canonical" href="https://vitrine.example/?language=de"');
});

test('the front page has absolute URLs, and none with an untrusted host', async () => {
  expect((await get('/')).body).toContain('content="https://vitrine.example/social.png"');
  const from = (host: string) => open.inject({ method: 'GET', url: '/', headers: { host } });
  expect((await from('localhost:4000')).body).toContain('content="http://localhost:4000/social.png"');
  const { body } = await from('evil.example');
  expect(body).toContain('content="/social.png"');
  expect(body).not.toMatch(/evil|canonical/);
});

test('a page has its title and description without scripts; other pages have the default ones', async () => {
  const { body } = await get('/price/btc');
  expect(body).toContain('<title>BTC price · Vitrine</title>');
  expect(body).toContain('<meta name="description" content="The price of Bitcoin" />');
  expect(body).not.toContain('usual');
  for (const url of ['/price/NOCOIN', '/wallet', '/price/%3Cscript%3E'])
    expect([url, (await get(url)).body]).toEqual([url, expect.stringContaining('content="usual"')]);
  expect((await get('/wallet', { cookie: '__Host-language=ja' })).body).toContain('<html lang="ja"');
});

test('a page is sent in an encoding that the browser accepts, and not again if it is unchanged', async () => {
  const plain = await get('/price/BTC');
  const br = await get('/price/BTC', { 'accept-encoding': 'gzip, deflate, br' });
  expect(br.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
  const gzip = await get('/price/BTC', { 'accept-encoding': 'br;q=0, gzip' });
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  const again = await get('/price/BTC', { 'accept-encoding': 'br', 'if-none-match': String(br.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect(gzip.headers.etag).not.toBe(br.headers.etag);
});

test('the build’s template files are not served', async () => {
  for (const url of ['/front.en.html', '/front.en.html.br', '/heads.json', '/index.html'])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
});
