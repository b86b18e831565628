import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usualBounds } from '../../providers/news-feed/fetch-feed.ts';
import { TestExchange } from '../../testing/test-exchange.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { OutsideNews } from './outside-news.ts';

let exchange: TestExchange;
let database: MigratedDatabase;
let text = '';
const server = createServer((_request, response) => response.end(text));

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  database = await openMigratedDatabase();
  exchange = await TestExchange.open();
});
afterAll(async () => {
  server.close();
  await Promise.all([exchange.close(), database.close()]);
});

const feed = (...titles: string[]) =>
  `<rss><channel>${titles
    .map(
      (title, n) =>
        `<item><guid>${title}</guid><title>${title}</title><link>https://news.example/${n}</link><pubDate>${new Date(Date.UTC(2026, 0, 10 - n)).toUTCString()}</pubDate></item>`,
    )
    .join('')}</channel></rss>`;

test('the leader replaces the stored entries with those of the feed; if the feed fails, nothing changes', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const bounds = { ...usualBounds, protocols: ['http:'], isAllowed: () => true };
  const news = new OutsideNews(database.pool, { url, name: 'The Paper' }, bounds);
  const titles = async () => (await news.newest(10)).map(({ title }) => title);
  text = feed('Two', 'One');
  await news.refresh();
  await news.refresh();
  expect(await titles()).toEqual(['Two', 'One']);
  text = feed('Three', 'Two');
  await news.refresh();
  expect(await titles()).toEqual(['Three', 'Two']);
  text = 'an error page';
  await expect(news.refresh()).rejects.toThrow('not XML');
  expect(await titles()).toEqual(['Three', 'Two']);
  text = feed();
  await news.refresh();
  expect(await titles()).toEqual([]);
});

test('without a configured feed, there is no external news', async () => {
  expect((await exchange.visitor.get('/api/v3/outside-news')).body).toEqual({ items: [] });
});

test('with a configured feed, its name and site are returned with the entries', async () => {
  const named = await TestExchange.open({ NEWS_FEED_URL: 'https://news.example/rss.xml', NEWS_FEED_NAME: 'The Paper' });
  expect((await named.visitor.get('/api/v3/outside-news')).body).toEqual({
    source: { name: 'The Paper', url: 'https://news.example/' },
    items: [],
  });
  await named.close();
});
