import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { TestExchange, type TestStaff } from '../../testing/test-exchange.ts';
import { confirmIndex, dualDifferences, offersOf, subscribeDual } from '../testing/dual-scene.ts';

const DAY_MS = 86_400_000;

let exchange: TestExchange;
let first: TestStaff;
let second: TestStaff;

beforeAll(async () => {
  exchange = await TestExchange.open();
  first = await exchange.staff('treasury');
  second = await exchange.staff('compliance');
  await confirmIndex(exchange);
});
afterAll(() => exchange.close());

const post = (who: TestStaff, path: string, body: object) =>
  who.post(`/api/v3/console/${path}`, { reason: 'a test', ...body });
const approve = (who: TestStaff, id: number) => post(who, 'approvals/approve', { id });
const view = async () => (await first.get('/api/v3/console/dual')).body;
const minutes = (ms: number) => Math.floor(ms / 60_000) * 60_000;

const terms = () => ({
  coin: 'BTC',
  side: 'SELL_HIGH',
  strike: '71234.5',
  apr: '18.25',
  move_percent: '3',
  expires_at: minutes(exchange.services.clock()) + 5 * DAY_MS,
  minimum_amount: '0.001',
  maximum_amount: '1',
  quota: '3',
});
const published = async () => (await offersOf(exchange)).find(({ strike }) => strike === '71234.500000');

describe('an offer', () => {
  test('is published after approval by a second person, and clients can subscribe', async () => {
    const { body } = await post(first, 'dual/offer', terms());
    expect(await published()).toBeUndefined();
    expect((await approve(first, body.approval)).body.code).toBe('own_approval');
    expect((await approve(second, body.approval)).body.approval).toMatchObject({ kind: 'dual_offer', state: 'done' });
    const offer = await published();
    expect(offer).toMatchObject({ name: 'BTC', side: 'SELL_HIGH', apr: '18.25', open: true });
    const client = await exchange.client({ BTC: '1' });
    const subscribed = await subscribeDual(client, { offer_id: offer?.id, amount: '0.5', days: offer?.days });
    expect(subscribed.body.message).toBe('success');
    const row = (await view()).offers.find(({ offer_id }: { offer_id: number }) => offer_id === offer?.id);
    expect(row).toMatchObject({ used: '0.50000000', quota: '3.00000000' });
    expect(await dualDifferences(exchange)).toEqual([]);
  });

  test.each([
    ['a rate of zero', { apr: '0' }, 'apr'],
    ['a rate above 500%', { apr: '500.0001' }, 'apr'],
    ['an expiry within a day', { expires_at: 60_000 }, 'expires_at'],
    ['an expiry that is not a whole minute', { expires_at: 4_000_000_000_001 }, 'expires_at'],
    ['a maximum below the minimum', { maximum_amount: '0.0009' }, 'maximum_amount'],
    ['a minimum that yields nothing', { minimum_amount: '0.00000001' }, 'minimum_amount'],
    ['a quota whose conversion exceeds what an account can hold', { quota: '80000000', strike: '9000000' }, 'quota'],
    ['a move above 100% of the index', { move_percent: '100.1' }, 'move_percent'],
  ])('with %s is refused', async (_, fields, field) => {
    const { body } = await post(first, 'dual/offer', { ...terms(), ...fields });
    expect(body).toMatchObject({ code: 'offer_invalid', parameters: { field } });
  });

  test('for a coin without an index is refused', async () => {
    expect((await post(first, 'dual/offer', { ...terms(), coin: 'NONE' })).body.code).toBe('unknown_coin');
  });

  test('is not published if its strike is on the wrong side of the index at approval', async () => {
    const { body } = await post(first, 'dual/offer', { ...terms(), strike: '60000' });
    expect((await approve(second, body.approval)).body.approval).toMatchObject({
      state: 'failed',
      failure: 'offer_invalid',
    });
  });

  test('is not published if the index has moved too far since the request', async () => {
    const { body } = await post(first, 'dual/offer', terms());
    await confirmIndex(exchange, Math.round(664_610 * 0.965));
    expect((await approve(second, body.approval)).body.approval).toMatchObject({
      state: 'failed',
      failure: 'offer_invalid',
    });
    const again = await post(first, 'dual/offer', { ...terms(), strike: '70000' });
    await confirmIndex(exchange, Math.round(664_610 * 0.975));
    expect((await approve(second, again.body.approval)).body.approval).toMatchObject({ state: 'done' });
    const [row] = await exchange.query('select index_units from dual_offers where strike_units = 70000000000');
    expect(Number(row?.index_units)).toBe(Math.round(664_610 * 0.965) * 100_000);
    await confirmIndex(exchange);
  });

  test('that expires after its market is delisted can be neither requested nor published', async () => {
    const { body } = await post(first, 'dual/offer', terms());
    const atMs = terms().expires_at - DAY_MS;
    const planned = vi.spyOn(exchange.services.plannedDelistings, 'of');
    planned.mockReturnValue({ atMs, closeOnlyMs: atMs, endedTermDays: 0 });
    expect((await approve(second, body.approval)).body.approval).toMatchObject({
      state: 'failed',
      failure: 'product_closed',
    });
    expect((await post(first, 'dual/offer', terms())).body.parameters).toEqual({ field: 'expires_at' });
    planned.mockRestore();
  });

  test('can be withdrawn by one person, immediately and permanently', async () => {
    const offer = await published();
    expect((await post(first, 'dual/withdraw', { offer_id: offer?.id })).body.message).toBe('success');
    expect(await published()).toMatchObject({ open: false, closed_reason: 'paused' });
    expect((await post(first, 'dual/withdraw', { offer_id: offer?.id })).body.code).toBe('nothing_to_change');
    expect((await post(first, 'dual/withdraw', { offer_id: 999_999 })).body.code).toBe('unknown_product');
  });
});

test('a pool is funded once, after approval by a second person', async () => {
  const free = async (): Promise<string> =>
    (await view()).pools.find(({ pool, coin }: Record<string, string>) => pool === 'BTC' && coin === 'USDT').free;
  const before = Number(await free());
  const { body } = await post(first, 'dual/fund', { pool: 'BTC', coin: 'USDT', amount: '1234.5' });
  expect(Number(await free())).toBe(before);
  const answers = await Promise.all([approve(second, body.approval), approve(second, body.approval)]);
  expect(answers.filter(({ body: { approval } }) => approval?.state === 'done')).toHaveLength(1);
  expect(Number(await free())).toBe(before + 1_234.5);
  expect((await post(first, 'dual/fund', { pool: 'BTC', coin: 'ETH', amount: '1' })).body.code).toBe('unknown_coin');
});

test('staff without the role can neither list nor request offers', async () => {
  const support = await exchange.staff('support');
  expect((await support.get('/api/v3/console/dual')).body.code).toBe('not_permitted');
  expect((await post(support, 'dual/offer', terms())).body.code).toBe('not_permitted');
});
