import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestExchange, type TestStaff } from '../../../testing/test-exchange.ts';
import { Promotions } from '../promotions.ts';

const CONSOLE = '/api/v3/console/promotions';
let exchange: TestExchange;
let writer: TestStaff;

beforeAll(async () => {
  exchange = await TestExchange.open({ PROMOTION_HOSTS: 'shop.example' });
  writer = await exchange.staff('support');
});
afterAll(() => exchange.close());

const english = { language: 'en', title: 'Interest on coins', text: 'Flexible or fixed.', alt: '' };
const fields = (more: object = {}) => ({
  place: 'promotion',
  texts: [english],
  link: '/wallet/simple_earn',
  starts_at: Date.now() - 1_000,
  ends_at: Date.now() + 3_600_000,
  ...more,
});
const publish = (more: object = {}) => writer.post(`${CONSOLE}/publish`, fields(more));
const shown = async (language = 'en') =>
  (await exchange.visitor.get('/api/v3/promotions', { 'accept-language': language })).body.promotions;
const idsShown = async () => (await shown()).map(({ id }: { id: number }) => id);

test('a promotion is shown to visitors in their language, from its start until its end', async () => {
  const german = { language: 'de', title: 'Zinsen auf Coins', text: 'Flexibel oder fest.', alt: '' };
  const { body } = await publish({ texts: [english, german] });
  const { id } = body.promotion;
  expect(body.promotion).toMatchObject({ version: 1, state: 'shown' });
  expect(await shown('de-AT')).toContainEqual(expect.objectContaining({ id, title: 'Zinsen auf Coins' }));
  expect(await shown('ja')).toContainEqual(expect.objectContaining({ id, title: 'Interest on coins', imageurl: '' }));
  const planned = await publish({ starts_at: Date.now() + 60_000 });
  const over = await publish({ starts_at: Date.now() - 7_200_000, ends_at: Date.now() - 3_600_000 });
  expect([planned.body.promotion.state, over.body.promotion.state]).toEqual(['planned', 'ended']);
  expect(await idsShown()).toEqual([id]);
});

test('a promotion with an unsafe link, without an end, without an English text or with an undescribed picture is refused', async () => {
  const incomplete = { code: 'promotion_incomplete' };
  for (const wrong of [
    { link: '//evil.example' },
    { link: 'https://a@evil.example' },
    { ends_at: Date.now() - 2_000 },
    { texts: [{ ...english, language: 'de' }] },
  ])
    expect([wrong, (await publish(wrong)).body]).toEqual([wrong, expect.objectContaining(incomplete)]);
  for (const link of ['http://evil.example', 'javascript:alert(1)'])
    expect([link, (await publish({ link })).status]).toEqual([link, 400]);
});

test('a picture is re-encoded, needs a description, and is public only while its promotion is shown', async () => {
  const png = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const upload = async () => (await writer.post('/api/v3/console/uploads/news-picture', png)).body.upload_id as string;
  expect((await publish({ upload_id: await upload() })).body.code).toBe('promotion_incomplete');
  const described = [{ ...english, alt: 'A blue field' }];
  const { body } = await publish({ upload_id: await upload(), texts: described });
  const { id, version, picture } = body.promotion;
  const url = `/api/v3/promotion-picture?id=${picture}`;
  expect(await shown()).toContainEqual(expect.objectContaining({ id, imageurl: url, image_alt: 'A blue field' }));
  const served = await exchange.visitor.get(url);
  expect([served.status, served.headers['content-type']]).toEqual([200, 'image/jpeg']);
  const edited = await writer.post(`${CONSOLE}/edit`, {
    ...fields(),
    texts: described,
    id,
    version,
    reason: 'Wording',
  });
  expect(edited.body.promotion).toMatchObject({ version: 2, picture });
  await writer.post(`${CONSOLE}/withdraw`, { id, version: 2, reason: 'Over' });
  expect((await exchange.visitor.get(url)).body.code).toBe('unknown_picture');
  const without = { ...fields(), id, version: 3, reason: 'Back, without a picture', no_picture: true };
  expect((await writer.post(`${CONSOLE}/edit`, without)).body.promotion.picture).toBeUndefined();
});

test('of two concurrent changes one is refused, and a withdrawn promotion disappears immediately', async () => {
  const { body } = await publish();
  const { id } = body.promotion;
  const edit = () => writer.post(`${CONSOLE}/edit`, { ...fields(), id, version: 1, reason: 'Wording' });
  const answers = await Promise.all([edit(), edit()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await writer.post(`${CONSOLE}/withdraw`, { id, version: 1, reason: 'Wrong' })).body.code).toBe(
    'promotion_changed',
  );
  await writer.post(`${CONSOLE}/withdraw`, { id, version: 2, reason: 'Wrong' });
  expect(await idsShown()).not.toContain(id);
  const list = (await writer.get(CONSOLE)).body.promotions;
  expect(list).toContainEqual(expect.objectContaining({ id, version: 3, state: 'withdrawn', reason: 'Wrong' }));
  expect((await writer.post(`${CONSOLE}/withdraw`, { id: 999_999, version: 1, reason: 'Wrong' })).body.code).toBe(
    'unknown_promotion',
  );
});

test('a promotion links to other sites only if the settings allow them, and is hidden once they no longer do', async () => {
  const outside = (await publish({ link: 'https://shop.example/offer' })).body.promotion.id;
  const own = (await publish()).body.promotion;
  for (const link of ['https://evil.example/', 'https://shop.example.evil.example/', 'https://shop.example:8443/'])
    expect([link, (await publish({ link })).body.code]).toEqual([link, 'link_not_allowed']);
  const edit = {
    ...fields({ link: 'https://evil.example/' }),
    id: own.id,
    version: own.version,
    reason: 'A new offer',
  };
  expect((await writer.post(`${CONSOLE}/edit`, edit)).body.code).toBe('link_not_allowed');
  expect((await exchange.services.support.promotions.shown()).map(({ id }) => id)).toEqual(
    expect.arrayContaining([outside, own.id]),
  );
  const pool = new pg.Pool({ connectionString: exchange.databaseUrl, max: 1 });
  const stricter = await new Promotions(pool, exchange.services.uploads, []).shown().finally(() => pool.end());
  const ids = stricter.map(({ id }) => id);
  expect([ids.includes(own.id), ids.includes(outside)]).toEqual([true, false]);
});
