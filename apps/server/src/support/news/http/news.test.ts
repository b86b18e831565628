import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange, type TestStaff } from '../../../testing/test-exchange.ts';

let exchange: TestExchange;
let operator: TestStaff;
let client: TestClient;

beforeAll(async () => {
  exchange = await TestExchange.open({ DEMO: 'on' });
  operator = await exchange.staff('support');
  client = await exchange.client();
});
afterAll(() => exchange.close());

const content = { kind: 'news', audience: 'all', title: 'A new market', body: 'First.\r\n\r\nSecond.', publish_at: 0 };
const publish = async (fields: object = {}) =>
  (await operator.post('/api/v3/console/news/publish', { ...content, ...fields })).body.item;
const titles = async (who: { get: TestClient['get'] } = exchange.visitor): Promise<string[]> =>
  (await who.get('/api/v3/news?limit=50')).body.newsfeed.Data.map(({ title }: { title: string }) => title);
const received = async (who: TestClient, title: string): Promise<number> =>
  (await who.get('/api/v3/notifications?limit=100')).body.notifications.filter(
    ({ kind, parameters }: { kind: string; parameters: { title?: string } }) =>
      kind === 'announcement' && parameters.title === title,
  ).length;

test('a sandbox starts with its first news, published once', async () => {
  expect(await titles()).toEqual(['This is a sandbox', 'One log that you can check']);
  const { Data } = (await exchange.visitor.get('/api/v3/news')).body.newsfeed;
  expect(Data[0]).toMatchObject({ url: `/news/${Data[0].id}`, imageurl: '', image_alt: '', kind: 'news' });
  await exchange.services.support.news.bring('sandbox', { ...content, kind: 'news', audience: 'all', publishAtMs: 0 });
  expect(await titles()).toHaveLength(2);
});

test('published news is listed for everyone, newest first, six items by default', async () => {
  const { id } = await publish();
  expect((await titles())[0]).toBe('A new market');
  const { item } = (await exchange.visitor.get(`/api/v3/news-item?id=${id}`)).body;
  expect(item).toMatchObject({ id, title: 'A new market', body: 'First.\n\nSecond.' });
  for (let round = 0; round < 5; round += 1) await publish({ title: `Number ${round}` });
  expect((await exchange.visitor.get('/api/v3/news')).body.newsfeed.Data).toHaveLength(6);
});

test('scheduled or withdrawn news, and news for another audience, is not found', async () => {
  const planned = await publish({ title: 'Planned', publish_at: Date.now() + 3_600_000 });
  expect(planned.state).toBe('planned');
  const own = await publish({ title: 'For verified clients', audience: 'verified' });
  const gone = await publish({ title: 'Gone' });
  const withdraw = { id: gone.id, version: 1, reason: 'It was wrong' };
  const { item } = (await operator.post('/api/v3/console/news/withdraw', withdraw)).body;
  expect(item).toMatchObject({ version: 2, state: 'withdrawn', reason: 'It was wrong' });
  const verified = await exchange.client();
  await exchange.query('update client set verified_at = now() where owner = $1', [verified.owner]);
  await exchange.services.kyc.refresh();
  for (const { id } of [planned, gone, { id: 10 ** 9 }]) {
    expect((await verified.get(`/api/v3/news-item?id=${id}`)).body.code).toBe('unknown_news');
  }
  expect((await verified.get(`/api/v3/news-item?id=${own.id}`)).status).toBe(200);
  expect((await client.get(`/api/v3/news-item?id=${own.id}`)).body.code).toBe('unknown_news');
  expect(await titles(client)).not.toContain('For verified clients');
  expect(await titles(verified)).toContain('For verified clients');
});

test('every version of news is stored, and of two concurrent changes one succeeds', async () => {
  const { id } = await publish({ title: 'Version one' });
  const edit = (title: string) =>
    operator.post('/api/v3/console/news/edit', { ...content, id, version: 1, title, reason: 'A better word' });
  const answers = await Promise.all([edit('Version two'), edit('Version two as well')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await edit('Too late')).body.code).toBe('news_changed');
  const { versions } = (await operator.get(`/api/v3/console/news/versions?id=${id}`)).body;
  expect(versions.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  expect(versions[1]).toMatchObject({ title: 'Version one', written_by: 'Staff 1' });
  await expect(exchange.query(`update news_version set title = 'x' where news_id = $1`, [id])).rejects.toThrow('kept');
});

test('an announcement notifies each addressed client once, in batches, and news notifies nobody', async () => {
  await exchange.query(`
    insert into person (id, name, email, email_verified, created_at, updated_at)
    select 'p' || n, 'p', 'p' || n || '@many.example', true, now(), now() from generate_series(1, 2500) n`);
  const { notifier } = exchange.services.support;
  const { id } = await publish({ kind: 'announcement', title: 'For all', body: `${'word '.repeat(80)}\n\nMore.` });
  await publish({ title: 'For nobody' });
  const row = async () => (await operator.get(`/api/v3/console/news/versions?id=${id}`)).body.versions[0];
  await Promise.all([notifier.run(), notifier.run()]);
  // If a cycle of the exchange itself is in progress, the two runs leave the work to it.
  await expect.poll(async () => (await row()).told_all).toBe(true);
  await notifier.run();
  expect(await received(client, 'For all')).toBe(1);
  expect(await received(client, 'For nobody')).toBe(0);
  const clients = (await exchange.query('select count(*)::int from client'))[0]?.count;
  const notices = await exchange.query(
    `select count(*)::int, count(distinct owner)::int as owners from notice where kind = 'announcement' and parameters ->> 'news' = $1`,
    [String(id)],
  );
  expect(clients).toBeGreaterThan(2_500);
  expect(notices).toEqual([{ count: clients, owners: clients }]);
  expect(await row()).toMatchObject({ told: clients, told_all: true });
  await operator.post('/api/v3/console/news/edit', {
    ...content,
    kind: 'announcement',
    id,
    version: 1,
    reason: 'A correction',
  });
  await notifier.run();
  expect(await received(client, 'A new market')).toBe(0);
});

test('an announcement for verified clients notifies only them, and a scheduled one not before its time', async () => {
  const { notifier } = exchange.services.support;
  await publish({ kind: 'announcement', audience: 'verified', title: 'For the verified' });
  await publish({ kind: 'announcement', title: 'Tomorrow', publish_at: Date.now() + 86_400_000 });
  await notifier.run();
  expect([await received(client, 'For the verified'), await received(client, 'Tomorrow')]).toEqual([0, 0]);
});

test.each([
  ['a blank title', { title: '   ' }, 'news_body_required'],
  ['a blank text', { body: ' \n ' }, 'news_body_required'],
  ['an unknown kind of news', { kind: 'promo' }, 'invalid_request'],
  ['an image URL', { imageurl: 'https://x.example/x.png' }, 'unknown_field'],
])('news with %s is refused', async (_, fields, code) => {
  const { body } = await operator.post('/api/v3/console/news/publish', { ...content, ...fields });
  expect(body.code).toBe(code);
});

test('support and administrators may publish news; compliance, auditors and clients may not', async () => {
  const administrator = await exchange.staff('administrator');
  expect((await administrator.post('/api/v3/console/news/publish', content)).status).toBe(200);
  for (const role of ['compliance', 'auditor'] as const) {
    const member = await exchange.staff(role);
    expect((await member.post('/api/v3/console/news/publish', content)).body.code, role).toBe('not_permitted');
  }
  expect((await client.post('/api/v3/console/news/publish', content)).body.code).toBe('session_expired');
});
