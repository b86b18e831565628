import fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerCrawlers } from './crawlers.ts';

test('the sitemap lists the public pages, with one page per coin, and robots.txt refers to it', async () => {
  const app = fastify();
  registerCrawlers(app, { publicOrigin: 'https://vitrine.example', coins: () => ['BTC', 'A&B'] });
  const { body, headers } = await app.inject('/sitemap.xml');
  expect(headers['content-type']).toMatch(/^application\/xml/);
  expect(body).toContain('<loc>https://vitrine.example/</loc>');
  expect(body).toContain('<loc>https://vitrine.example/price/BTC</loc>');
  expect(body).toContain('<loc>https://vitrine.example/price/A%26B</loc>');
  expect(body).not.toMatch(/wallet|account|signin/);
  expect((await app.inject('/robots.txt')).body).toContain('Sitemap: https://vitrine.example/sitemap.xml');
  await app.close();
});

test('without a public origin, a sandbox uses the host of the request, escaped', async () => {
  const app = fastify();
  registerCrawlers(app, { publicOrigin: undefined, coins: () => [] });
  const { body } = await app.inject({ url: '/sitemap.xml', headers: { host: 'localhost:4000' } });
  expect(body).toContain('<loc>http://localhost:4000/about</loc>');
  for (const host of ['evil.example', '"><script>@localhost']) {
    const other = await app.inject({ url: '/robots.txt', headers: { host } });
    expect(other.body).toContain('Sitemap: /sitemap.xml');
  }
  await app.close();
});
