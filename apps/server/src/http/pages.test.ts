import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consolePolicy, registerPages, strictPolicy } from './pages.ts';
import { compileValidator } from './schemas.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-pages-'));
const built = join(folder, 'dist');
let app: FastifyInstance;

beforeAll(async () => {
  for (const name of ['assets', '.git', 'prices']) mkdirSync(join(built, name), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'outside');
  writeFileSync(join(built, 'index.html'), '<title>the app</title>');
  writeFileSync(join(built, 'assets/app-1a2b.js'), 'start();');
  for (const name of ['.env', '.git/config', '.git/HEAD.txt']) writeFileSync(join(built, name), 'hidden');
  app = fastify();
  const parts = { mode: 'production', publicOrigin: undefined, coinName: () => undefined } as const;
  await registerPages(app, { folder: built, base: '', policy: strictPolicy }, parts);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string) => app.inject({ method: 'GET', url });

test.each([
  '/.env',
  '/.git/config',
  '/.git/HEAD.txt',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/%2eenv',
  '/assets/.git/config',
])('a file whose name begins with a dot, or outside the built app, is not served: %s', async (url) => {
  const { body, statusCode } = await get(url);
  expect(body).not.toMatch(/hidden|outside/);
  expect([200, 400, 403, 404]).toContain(statusCode);
});

test('folders are not listed: a path without a file is a page of the app, or not found', async () => {
  expect((await get('/assets/app-1a2b.js')).body).toBe('start();');
  for (const url of ['/', '/prices', '/prices/', '/trade/BTCUSDT'])
    expect([url, (await get(url)).body]).toEqual([url, '<title>the app</title>']);
  for (const url of ['/assets', '/assets/', '/assets/../assets/', '/api/v3/nothing', '/assets/gone.js'])
    expect([url, (await get(url)).body]).not.toEqual([url, expect.stringContaining('app-1a2b')]);
});

test('pages load and call nothing from other sites, and run only scripts from their own files', async () => {
  const policy = String((await get('/')).headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none';script-src 'self';.*object-src 'none';base-uri 'none';/);
  expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
  for (const [name, sources] of Object.entries(consolePolicy))
    for (const source of sources)
      expect([name, ["'none'", "'self'", name === 'imgSrc' && 'blob:'].includes(source)]).toEqual([name, true]);
});

test('types are not coerced: a body keeps the types that were sent, and a repeated parameter is not a string', () => {
  const compile = (httpPart: string) =>
    compileValidator({
      schema: {
        type: 'object',
        additionalProperties: false,
        properties: { n: { type: 'integer' }, s: { type: 'string' } },
      },
      method: 'POST',
      url: '/',
      httpPart,
    });
  const body = compile('body');
  expect(body({ n: 5, s: 'a' })).toBe(true);
  for (const wrong of [{ n: '5' }, { n: true }, { n: null }, { s: 5 }, { s: ['a'] }, { other: 1 }])
    expect([wrong, body(wrong)]).toEqual([wrong, { error: expect.anything() }]);
  expect(compile('querystring')({ n: '5' })).toBe(true);
  expect(compile('querystring')({ s: ['a', 'b'] })).toEqual({ error: expect.anything() });
});
