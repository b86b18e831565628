import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestExchange, type TestStaff } from '../testing/test-exchange.ts';

let exchange: TestExchange;
let lister: TestStaff;
let administrator: TestStaff;
beforeAll(async () => {
  exchange = await TestExchange.open();
  lister = await exchange.staff('listing');
  administrator = await exchange.staff('administrator');
});
afterAll(() => exchange.close());

const PATH = '/api/v3/console/listing-drafts';
const fieldsOf = (tick: string) => [
  { field: 'base', text: 'BTC' },
  { field: 'tick', text: tick },
];
const save = (who: TestStaff, draft_id: string, tick = '0.01', more: object = {}) =>
  who.post(`${PATH}/save`, { draft_id, kind: 'spot', draft_fields: fieldsOf(tick), ...more });
const draftsOf = async (who: TestStaff) => (await who.get(PATH)).body.drafts;
const discard = (who: TestStaff, draft_id: string) => who.post(`${PATH}/discard`, { draft_id });

test('a draft is saved, replaced and discarded by its author', async () => {
  const draft_id = randomUUID();
  expect((await save(lister, draft_id)).status).toBe(200);
  expect(await draftsOf(lister)).toEqual([
    { draft_id, kind: 'spot', fields: fieldsOf('0.01'), saved_at: expect.any(Number) },
  ]);
  await save(lister, draft_id, '1.');
  await save(lister, randomUUID(), 'second');
  expect((await draftsOf(lister)).map(({ fields }: { fields: { text: string }[] }) => fields[1]?.text)).toEqual([
    'second',
    '1.',
  ]);
  for (const draft of await draftsOf(lister))
    for (const _ of ['once', 'again']) expect((await discard(lister, draft.draft_id)).status).toBe(200);
  expect(await draftsOf(lister)).toEqual([]);
});

test('only its author can see or change a draft; it is not in the audit trail either', async () => {
  const draft_id = randomUUID();
  await save(lister, draft_id, 'confidential');
  const second = await exchange.staff('listing');
  for (const other of [administrator, second]) {
    expect(await draftsOf(other)).toEqual([]);
    await save(other, draft_id, 'other');
    await discard(other, draft_id);
  }
  expect(await draftsOf(lister)).toMatchObject([{ draft_id, fields: fieldsOf('confidential') }]);
  const auditor = await exchange.staff('auditor');
  expect(await draftsOf(auditor)).toEqual([]);
  const { entries } = (await auditor.get('/api/v3/console/audit?action=consoleSaveListingDraft&limit=50')).body;
  expect(entries.length).toBeGreaterThan(0);
  expect(JSON.stringify(entries)).not.toContain('confidential');
  for (const role of ['support', 'treasury', 'compliance'] as const)
    expect((await (await exchange.staff(role)).get(PATH)).body.code).toBe('not_permitted');
  await discard(lister, draft_id);
});

test('a member has at most ten drafts of limited size, also if they are saved concurrently', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => save(administrator, randomUUID())));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 422, 422]);
  const drafts = await draftsOf(administrator);
  expect(drafts).toHaveLength(10);
  expect((await save(administrator, randomUUID())).body).toMatchObject({
    code: 'too_many_drafts',
    parameters: { most: '10' },
  });
  expect((await save(administrator, drafts[0].draft_id, '5')).status).toBe(200);
  for (const draft_fields of [
    [{ field: 'tick', text: '1'.repeat(65) }],
    [{ field: '__proto__', text: '1' }],
    Array.from({ length: 41 }, () => ({ field: 'tick', text: '1' })),
  ])
    expect((await save(administrator, drafts[0].draft_id, '', { draft_fields })).body.code).toBe('invalid_request');
});

test('a draft is deleted when its market is requested, and retained if the request is refused', async () => {
  const draft_id = randomUUID();
  await save(lister, draft_id);
  const form = {
    ...{ quote: 'USDT', tick: '0.001', lot: '0.01', reference_price: '1', band_percent: '10' },
    ...{ minimum_amount: '0.05', maximum_amount: '250000', minimum_total: '5', maximum_total: '1000000' },
    ...{ maximum_open_orders: 200, draft_id, reason: 'Approved by the committee' },
  };
  const ask = (who: TestStaff, changes: object) => who.post('/api/v3/console/markets/ask-for', { ...form, ...changes });
  const assets = [...exchange.services.instruments.assets()].map(({ asset }) => asset);
  await exchange.submit({ kind: 'RegisterAsset', asset: 1 + Math.max(...assets), code: 'DRAFTED', scale: 8 });
  expect((await ask(lister, { base: 'BTC' })).body.code).toBe('listed_already');
  expect((await ask(lister, { base: 'DRAFTED', tick: '0.00001' })).body.code).toBe('listing_invalid');
  // A request by another staff member with the same draft id does not delete the lister's draft.
  expect((await ask(administrator, { base: 'DRAFTED' })).status).toBe(200);
  expect(await draftsOf(lister)).toHaveLength(1);
  expect((await ask(lister, { base: 'DRAFTED' })).status).toBe(200);
  expect(await draftsOf(lister)).toEqual([]);
});
