import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withConnection } from '../../../kit/postgres/connect.ts';
import { photoBytes } from '../../../kyc/testing/photos.ts';
import { type Caller, TestExchange, type TestStaff } from '../../../testing/test-exchange.ts';

let exchange: TestExchange;
let operator: TestStaff;

beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_FILES: '6000', TRUSTED_PROXIES: '1' });
  operator = await exchange.staff('support');
});
afterAll(() => exchange.close());

const UPLOAD = '/api/v3/console/uploads/news-picture';
const content = { kind: 'news', audience: 'all', title: 'A new market', body: 'First.', publish_at: 0 };
const alt = 'Two bars and a line';

async function upload(bytes?: Buffer): Promise<string> {
  const { body } = await operator.post(UPLOAD, bytes ?? (await photoBytes()));
  return body.upload_id;
}
const publish = async (fields: object = {}) =>
  (await operator.post('/api/v3/console/news/publish', { ...content, ...fields })).body.item;
const publishPicture = async (fields: object = {}) =>
  publish({ ...fields, picture: { upload_id: await upload(), alt } });
const edit = (item: { id: number; version: number }, fields: object) =>
  operator.post('/api/v3/console/news/edit', {
    ...content,
    id: item.id,
    version: item.version,
    reason: 'A better picture',
    ...fields,
  });
const read = async (id: number) => (await exchange.visitor.get(`/api/v3/news-item?id=${id}`)).body.item;
const picture = (id: string, who: Caller = exchange.visitor, headers = {}) =>
  who.get(`/api/v3/news-picture?id=${id}`, headers);
const codeOf = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code ?? 'taken';

test('a picture of published news is served to everyone, resized, without its metadata, and cacheable', async () => {
  const sent = await sharp(await photoBytes({ width: 3_000, height: 2_000, format: 'png' }))
    .withExif({ IFD0: { Copyright: 'who made it' } })
    .png()
    .toBuffer();
  const { id, picture: made } = await publish({ picture: { upload_id: await upload(sent), alt: `${alt} ` } });
  expect(made).toEqual({ id: expect.any(String), alt });
  const item = await read(id);
  expect(item).toMatchObject({ imageurl: `/api/v3/news-picture?id=${made.id}`, image_alt: alt });
  const { Data } = (await exchange.visitor.get('/api/v3/news')).body.newsfeed;
  expect(Data[0]).toMatchObject({ id, imageurl: item.imageurl, image_alt: alt });
  const { statusCode, headers, rawPayload } = await exchange.exchange.app.inject({ url: item.imageurl });
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=86400, immutable',
    'x-content-type-options': 'nosniff',
  });
  const { format, width, height, exif } = await sharp(rawPayload).metadata();
  expect({ format, width, height, exif }).toEqual({ format: 'jpeg', width: 1_440, height: 960, exif: undefined });
});

test('a popular picture is read from the database once, and one address can request twenty a second', async () => {
  const { picture: made } = await publishPicture();
  expect((await picture(made.id)).status).toBe(200);
  await exchange.query('alter table news_picture rename to news_picture_away');
  // A separate address for these requests, because they use up its rate limit.
  const address = { 'x-forwarded-for': '192.0.2.1' };
  const answers = await Promise.all(Array.from({ length: 100 }, () => picture(made.id, exchange.visitor, address)));
  await exchange.query('alter table news_picture_away rename to news_picture');
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toContain(429);
  expect([...new Set(statuses)].sort()).toEqual([200, 429]);
});

test('if the database hangs, fifty requests wait for a picture and all others are asked to retry', async () => {
  const { picture: made } = await publishPicture();
  const statuses: number[] = [];
  const ask = async (n: number) =>
    void statuses.push((await picture(made.id, exchange.visitor, { 'x-forwarded-for': `192.0.2.${n}` })).status);
  await withConnection(exchange.databaseUrl, 'test', async (holder) => {
    await holder.query('begin; lock table news_picture');
    const asked = Array.from({ length: 60 }, (_, n) => ask(n + 2));
    await expect.poll(() => statuses, { timeout: 5_000 }).toEqual(Array(10).fill(503));
    await holder.query('rollback');
    await Promise.all(asked);
  });
  expect(statuses.slice(10)).toEqual(Array(50).fill(200));
});

test('a picture of scheduled or withdrawn news, or of an earlier version, is served only to staff', async () => {
  const planned = await publishPicture({ publish_at: Date.now() + 3_600_000 });
  const published = await publishPicture();
  const withdrawn = await publishPicture();
  const withdrawal = { id: withdrawn.id, version: 1, reason: 'It was wrong' };
  await operator.post('/api/v3/console/news/withdraw', withdrawal);
  const replaced = await edit(published, { picture: { upload_id: await upload(), alt } });
  expect(replaced.status).toBe(200);
  const auditor = await exchange.staff('auditor');
  for (const { id } of [planned.picture, published.picture, withdrawn.picture]) {
    expect((await picture(id)).body.code).toBe('unknown_picture');
    const own = `/api/v3/console/news/picture?id=${id}`;
    for (const staff of [operator, auditor]) {
      const { status, headers } = await staff.get(own);
      expect({ status, type: headers['content-type'], cached: headers['cache-control'] }).toEqual({
        status: 200,
        type: 'image/jpeg',
        cached: 'no-store',
      });
    }
    expect(await codeOf(exchange.visitor.get(own))).toBe('not_authenticated');
  }
  expect((await picture(replaced.body.item.picture.id)).status).toBe(200);
  // Once the news item is published again, its picture is served again.
  await edit({ id: withdrawn.id, version: 2 }, { picture: { alt } });
  expect((await picture(withdrawn.picture.id)).status).toBe(200);
});

test('a picture for verified clients is served only to them, and not cacheable by proxies', async () => {
  const { picture: made } = await publishPicture({ audience: 'verified' });
  const [verified, client] = [await exchange.client(), await exchange.client()];
  await exchange.query('update client set verified_at = now() where owner = $1', [verified.owner]);
  await exchange.services.kyc.refresh();
  for (const who of [exchange.visitor, client]) expect((await picture(made.id, who)).body.code).toBe('unknown_picture');
  const { status, headers } = await picture(made.id, verified);
  expect([status, headers['cache-control']]).toEqual([200, 'private, max-age=86400, immutable']);
});

test('editing news can keep, replace or remove its picture', async () => {
  const first = await publishPicture();
  const kept = (await edit(first, { picture: { alt: 'Said in a better way' } })).body.item;
  expect(kept.picture).toEqual({ id: first.picture.id, alt: 'Said in a better way' });
  const replaced = (await edit(kept, { picture: { upload_id: await upload(), alt } })).body.item;
  expect(replaced.picture.id).not.toBe(first.picture.id);
  const removed = (await edit(replaced, {})).body.item;
  expect(removed.picture).toBeUndefined();
  expect(await read(first.id)).toMatchObject({ imageurl: '', image_alt: '' });
  expect(await codeOf(edit(removed, { picture: { alt } }))).toBe('unknown_upload');
  await expect(exchange.query('delete from news_picture')).rejects.toThrow('kept');
});

test('an uploaded picture is used for one piece of news of its sender, and then deleted', async () => {
  const upload_id = await upload();
  const colleague = await exchange.staff('support');
  const body = { ...content, picture: { upload_id, alt } };
  expect(await codeOf(colleague.post('/api/v3/console/news/publish', body))).toBe('unknown_upload');
  const both = await Promise.all([1, 2].map(() => codeOf(operator.post('/api/v3/console/news/publish', body))));
  expect(both.sort()).toEqual(['taken', 'unknown_upload']);
  expect(await exchange.query('select from upload where id = $1', [upload_id])).toEqual([]);
  const attachment = (await operator.post('/api/v3/console/uploads/attachment', await photoBytes())).body.upload_id;
  for (const other of [attachment, randomUUID()]) {
    const answer = operator.post('/api/v3/console/news/publish', { ...content, picture: { upload_id: other, alt } });
    expect(await codeOf(answer)).toBe('unknown_upload');
  }
});

test('of two concurrent edits of news, one succeeds, and the other’s picture is not stored', async () => {
  const item = await publish();
  const uploads = [await upload(), await upload()];
  const codes = await Promise.all(uploads.map((upload_id) => codeOf(edit(item, { picture: { upload_id, alt } }))));
  expect(codes.sort()).toEqual(['news_changed', 'taken']);
  const stored = await exchange.query('select id from news_picture where id = any($1)', [uploads]);
  expect(stored).toHaveLength(1);
});

test.each([
  ['an empty file', () => Buffer.alloc(0), 'photo_not_image'],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'photo_not_image'],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'photo_not_image'],
  ['a GIF', () => photoBytes({ format: 'gif' }), 'photo_not_image'],
  ['a picture of 359 pixels', () => photoBytes({ width: 800, height: 359 }), 'photo_too_small'],
  ['a file above 6 MB', () => Buffer.alloc(6_000_001), 'too_large'],
])('%s is refused as a picture of news', async (_, bytes, code) => {
  expect(await codeOf(operator.post(UPLOAD, await bytes()))).toBe(code);
});

test('a picture of news needs alternative text', async () => {
  const upload_id = await upload();
  for (const words of ['', '   ', 'x'.repeat(201)]) {
    const body = { ...content, picture: { upload_id, alt: words } };
    expect(await codeOf(operator.post('/api/v3/console/news/publish', body))).toBe('invalid_request');
  }
});

test('only those who may write news may upload a picture for it', async () => {
  const photo = await photoBytes();
  for (const role of ['compliance', 'treasury', 'listing', 'auditor'] as const) {
    expect(await codeOf((await exchange.staff(role)).post(UPLOAD, photo)), role).toBe('not_permitted');
  }
  expect(await codeOf((await exchange.client()).post(UPLOAD, photo))).toBe('session_expired');
  expect(await codeOf(exchange.visitor.post(UPLOAD, photo))).toBe('not_authenticated');
});
