import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import type { Uploads } from '../../files/uploads.ts';
import { News } from './news.ts';
import { NewsPictures } from './news-pictures.ts';

/**
 * A database that answers each query with the same rows, one iteration of the event loop later. It counts all queries,
 * and those that run concurrently.
 */
function database(rows: readonly object[]) {
  const asked = { queries: 0, running: 0, mostAtOnce: 0 };
  const query = async () => {
    asked.queries += 1;
    asked.running += 1;
    asked.mostAtOnce = Math.max(asked.mostAtOnce, asked.running);
    await new Promise((resolve) => setImmediate(resolve));
    asked.running -= 1;
    return { rows };
  };
  return { asked, pool: { query } as unknown as Pool };
}
const uploads = {} as Uploads;

afterEach(() => vi.useRealTimers());

test('up to 64 MB of pictures stay in memory, and they are read one at a time', async () => {
  const { asked, pool } = database([{ jpeg: Buffer.alloc(1_000_000) }]);
  const pictures = new NewsPictures(pool, uploads);
  const ids = Array.from({ length: 64 }, () => randomUUID());
  // Reads in batches, because at most fifty reads may wait at once.
  const readAll = async () => {
    for (let i = 0; i < ids.length; i += 16) {
      const some = ids.slice(i, i + 16);
      await Promise.all([...some, ...some].map((id) => pictures.read(id)));
    }
  };
  await readAll();
  await readAll();
  expect(asked).toMatchObject({ queries: 64, mostAtOnce: 1 });
  await pictures.read(randomUUID());
  await readAll();
  expect(asked.queries).toBeGreaterThan(65);
});

test('a list of news is read once a second for each kind of reader, regardless of the requested length', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { asked, pool } = database([]);
  const news = new News(pool, uploads);
  for (const limit of [6, 50, 1]) await Promise.all([news.published(true, limit), news.published(false, limit)]);
  expect(asked.queries).toBe(2);
  vi.advanceTimersByTime(1_000);
  await news.published(false, 6);
  expect(asked.queries).toBe(3);
});
