import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../../testing/test-exchange.ts';

let exchange: TestExchange;
let client: TestClient;
let other: TestClient;

beforeAll(async () => {
  exchange = await TestExchange.open();
  client = await exchange.client();
  other = await exchange.client();
});
afterAll(() => exchange.close());

const list = async (who: TestClient, query = '') => (await who.get(`/api/v3/notifications?limit=2${query}`)).body;

test('notifications are listed page by page, newest first, and stay unread until they are marked', async () => {
  for (const coin of ['BTC', 'ETH', 'SOL']) {
    await exchange.services.notices.add(client.owner, 'deposit_credited', { coin, amount: '1' });
  }
  const first = await list(client);
  const unreadBefore = first.unread;
  expect(first.notifications.map(({ parameters }: { parameters: { coin: string } }) => parameters.coin)).toEqual([
    'SOL',
    'ETH',
  ]);
  const second = await list(client, `&cursor=${first.next_cursor}`);
  expect(second.notifications[0]).toMatchObject({
    kind: 'deposit_credited',
    parameters: { coin: 'BTC' },
    is_read: false,
  });
  const upTo = first.notifications[1].id;
  expect((await client.post('/api/v3/notifications/read', { up_to: upTo })).body).toEqual({ unread: 1 });
  expect(unreadBefore).toBeGreaterThanOrEqual(3);
  expect((await list(client)).notifications.map(({ is_read }: { is_read: boolean }) => is_read)).toEqual([false, true]);
});

test('a client cannot see or mark another client’s notifications', async () => {
  const { notifications } = await list(client);
  await other.post('/api/v3/notifications/read', { up_to: notifications[0].id });
  expect((await list(client)).unread).toBe(1);
  const seen = (await list(other)).notifications.map(({ id }: { id: number }) => id);
  expect(seen).not.toContain(notifications[0].id);
});

test.each(['0', 'x', '9'.repeat(30)])('an invalid cursor (%s) for notifications is refused', async (cursor) => {
  expect((await client.get(`/api/v3/notifications?cursor=${cursor}`)).body).toMatchObject({ code: 'invalid_request' });
});
