import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Caller,
  type TestClient,
  TestExchange,
  type TestResponse,
  type TestStaff,
} from '../testing/test-exchange.ts';

const NAME = 'LTCUSDT';
const reason = 'The last price is from before the halt';

let exchange: TestExchange;
let lister: TestStaff;
let second: TestStaff;
let client: TestClient;
/** The listing price. */
let listed: number;
beforeAll(async () => {
  exchange = await TestExchange.open();
  [lister, second] = [await exchange.staff('listing'), await exchange.staff('listing')];
  client = await exchange.client({ USDT: '100000', LTC: '100' });
  listed = Number((await market()).reference_price);
});
afterAll(() => exchange.close());

const market = async (name = NAME) => {
  const { markets } = (await lister.get('/api/v3/console/markets')).body;
  return markets.find((one: { name: string }) => one.name === name);
};
const at = (part: number) => (listed * part).toFixed(2);
const ask = (reference_price: string | undefined, who: Caller = lister, name = NAME) =>
  who.post('/api/v3/console/markets/ask-for-reference-price', { name, reference_price, reason });
async function approve({ status, body }: TestResponse) {
  expect(status, JSON.stringify(body)).toBe(200);
  return (await second.post('/api/v3/console/approvals/approve', { id: body.approval })).body.approval;
}
const order = (delegate_type: 'BUY' | 'SELL', part: number) =>
  client.order({ name: NAME, delegate_type, trade_type: 'limit', number_of_order: '0.5', order_per_unit: at(part) });
const isSet = async () => {
  const { is_reference_set, reference_price } = await market();
  return is_reference_set ? Number(reference_price) : undefined;
};

test('two operators set a reference price: the price band moves, trades do not move it back, and clearing it centers the band on the last price', async () => {
  expect((await order('BUY', 1.5)).body.code).toBe('outside_price_band');
  const asked = await ask(at(1.5));
  expect((await lister.post('/api/v3/console/approvals/approve', { id: asked.body.approval })).body.code).toBe(
    'own_approval',
  );
  expect((await order('BUY', 1.5)).body.code).toBe('outside_price_band');
  const approval = await approve(asked);
  expect(approval).toMatchObject({ state: 'done', subject: `market ${NAME}`, before: { reference_price: '' }, reason });
  expect(Number(approval.after.reference_price)).toBeCloseTo(listed * 1.5, 2);
  const view = exchange.services.core.market(exchange.services.instruments.byName('web', NAME)?.market ?? 0);
  expect(approval.after).toMatchObject({
    lowest_price: ((view?.lowestTicks ?? 0) / 100).toFixed(2),
    highest_price: ((view?.highestTicks ?? 0) / 100).toFixed(2),
  });
  expect(await isSet()).toBeCloseTo(listed * 1.5, 2);

  // The ticker does not show the reference price: before the first trade, it shows the listing price.
  const ticker = async () => Number((await exchange.visitor.get('/api/v3/getOrder?symbol=LTC')).body.price.unit_price);
  expect(await ticker()).toBeCloseTo(listed, 2);
  expect((await order('BUY', 1)).body.code).toBe('outside_price_band');
  const other = await exchange.client({ LTC: '10' });
  await other.order({
    name: NAME,
    delegate_type: 'SELL',
    trade_type: 'limit',
    number_of_order: '0.5',
    order_per_unit: at(1.4),
  });
  expect((await order('BUY', 1.4)).body.result.state).toBe('APPROVED');
  expect(await ticker()).toBeCloseTo(listed * 1.4, 2);
  expect(await isSet()).toBeCloseTo(listed * 1.5, 2);

  expect(await approve(await ask(undefined))).toMatchObject({ state: 'done', after: { reference_price: '' } });
  expect(await isSet()).toBeUndefined();
  expect(Number((await market()).reference_price)).toBeCloseTo(listed * 1.4, 2);
  expect((await ask(undefined)).body.code).toBe('nothing_to_change');
});

test('a reference price must be a price of the market, within half and twice the present center, also when it is approved', async () => {
  const centre = Number((await market()).reference_price);
  const faultOf = async (text: string) => {
    const { status, body } = await ask(text);
    return [status, body.code, body.parameters?.reason];
  };
  const texts = { over: (centre * 2 + 0.01).toFixed(2), under: (centre / 2 - 0.01).toFixed(2) };
  expect(await faultOf(texts.over)).toEqual([422, 'listing_invalid', 'reference_distance']);
  expect(await faultOf(texts.under)).toEqual([422, 'listing_invalid', 'reference_distance']);
  expect(await faultOf('0')).toEqual([422, 'listing_invalid', 'not_positive']);
  expect(await faultOf('1.23456789')).toEqual([422, 'listing_invalid', 'not_whole_ticks']);
  expect((await faultOf('-1'))[0]).toBe(400);
  expect((await faultOf(''))[0]).toBe(400);
  expect(await faultOf('9999999999999999')).toEqual([422, 'listing_invalid', 'too_large']);

  const [high, low] = [await ask((centre * 1.9).toFixed(2)), await ask((centre * 0.6).toFixed(2))];
  expect(await approve(low)).toMatchObject({ state: 'done' });
  // The other request was based on no reference price being set.
  expect(await approve(high)).toMatchObject({ state: 'failed', failure: 'listing_changed' });
  await approve(await ask(undefined));
  const far = await ask((centre * 1.9).toFixed(2));
  const other = await exchange.client({ LTC: '10' });
  const sold = { name: NAME, delegate_type: 'SELL', trade_type: 'limit', number_of_order: '0.5' };
  const lowest = (centre * 0.91).toFixed(2);
  await other.order({ ...sold, order_per_unit: lowest });
  await client.order({ ...sold, delegate_type: 'BUY', order_per_unit: lowest });
  expect(await approve(far)).toMatchObject({ state: 'failed', failure: 'listing_invalid' });
  expect(await isSet()).toBeUndefined();
});

test('an approval whose command is already in the log is marked as done', async () => {
  const price = (await market()).reference_price;
  const asked = await ask(price);
  const { core, instruments } = exchange.services;
  const id = instruments.byName('web', NAME)?.market ?? 0;
  const referenceTicks = core.market(id)?.referenceTicks;
  if (referenceTicks === undefined) throw new Error(`${NAME} is not listed`);
  await exchange.submit({ kind: 'SetReferencePrice', market: id, referenceTicks });
  expect(await approve(asked)).toMatchObject({ state: 'done' });
  expect(await isSet()).toBe(Number(price));
  expect((await ask(price)).body.code).toBe('nothing_to_change');
  expect(await approve(await ask(undefined))).toMatchObject({ state: 'done' });
});

test('the audit trail has the request with its reason; only the role listing can make it, and only for a spot market that is not being delisted', async () => {
  const price = (await market()).reference_price;
  const auditor = await exchange.staff('auditor');
  expect((await ask(price, auditor)).body.code).toBe('not_permitted');
  expect((await ask(price, lister, 'NOPEUSDT')).body.code).toBe('unknown_market');
  expect((await ask(price, lister, 'BTC-USDT-PERP')).status).toBe(400);
  await approve(await ask(price));
  const { entries } = (await auditor.get('/api/v3/console/audit?action=consoleAskForReferencePrice')).body;
  expect(entries).toContainEqual(
    expect.objectContaining({
      phase: 'done',
      staff_email: lister.email,
      subject: `market ${NAME}`,
      details: expect.objectContaining({ reason }),
    }),
  );
  const asked = await ask(undefined);
  const delisting = await lister.post('/api/v3/console/markets/ask-to-delist', { name: NAME, reason });
  await approve(delisting);
  await expect.poll(async () => (await market()).status, { timeout: 20_000 }).toBe('delisted');
  expect((await ask(undefined)).body.code).toBe('market_delisted');
  expect(await approve(asked)).toMatchObject({ state: 'failed' });
});
