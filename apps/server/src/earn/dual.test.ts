import { assetUnits, parseDecimal } from '@vitrine/money';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { poolOwner, poolWallets } from './accounts.ts';
import {
  confirmIndex,
  dualDifferences,
  dualsOf,
  offersOf,
  passUntil,
  poolOf,
  recordMinutes,
  republish,
  type ShownOffer,
  subscribeDual,
} from './testing/dual-scene.ts';

const DAY_MS = 86_400_000;
const STORED_MS = 30_000;
const BTC_DECIMALS = 8;
const USDT_DECIMALS = 6;

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await confirmIndex(exchange);
});
afterEach(async () => {
  expect(await dualDifferences(exchange)).toEqual([]);
});
afterAll(() => exchange.close());

/** The open offer of this side with the nearest strike and the shortest term. */
async function nearest(side: ShownOffer['side']): Promise<ShownOffer> {
  await republish(exchange);
  await confirmIndex(exchange);
  const open = (await offersOf(exchange)).filter((offer) => offer.name === 'BTC' && offer.side === side && offer.open);
  const way = ({ strike }: ShownOffer) => (side === 'SELL_HIGH' ? 1 : -1) * Number(strike);
  const [offer] = open.sort((a, b) => a.expires_at - b.expires_at || way(a) - way(b));
  if (offer === undefined) throw new Error(`no open offer to ${side}`);
  return offer;
}

/** The market's ticks for a price in USDT. */
const ticksAt = (price: string | number): number => Math.round(Number(price) * 10);

/** Settles an offer's expiry at this price; resolves once it is settled. */
async function expireAt(offer: ShownOffer, ticks: number): Promise<void> {
  await recordMinutes(exchange, offer.expires_at, Array(30).fill(ticks));
  await passUntil(exchange, offer.expires_at + STORED_MS);
}

const units = (text: string, decimals: number): bigint => BigInt(parseDecimal(text, decimals) ?? 0);
/** Naive reference for the yield: floor(amount × rate × days ÷ 365). */
const yieldOf = (amount: bigint, { apr, days }: ShownOffer): bigint =>
  (amount * units(apr, 4) * BigInt(days)) / 365_000_000n;
const text = (value: bigint, decimals: number): string => {
  const digits = String(value).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

describe('the offers', () => {
  test('are public, have strikes on the right side of the index, and show why they are closed', async () => {
    const offers = await offersOf(exchange);
    const bitcoin = offers.filter(({ name }) => name === 'BTC');
    expect(bitcoin).toSatisfy((all: readonly ShownOffer[]) => all.length >= 12);
    for (const { side, strike, open } of bitcoin) {
      expect(open).toBe(true);
      expect(Number(strike) > 66_461).toBe(side === 'SELL_HIGH');
    }
    const rates = bitcoin.map(({ apr }) => Number(apr));
    expect([Math.min(...rates), Math.max(...rates)]).toEqual([3.66, 122.87]);
    // In this test, the index of ETH has no sources.
    expect(new Set(offers.filter(({ name }) => name === 'ETH').map((offer) => offer.closed_reason))).toEqual(
      new Set(['no_index']),
    );
  });

  test('have terms that cannot be changed', async () => {
    await expect(exchange.query('update dual_offers set strike_units = 1')).rejects.toThrow('never change');
    await expect(exchange.query('delete from dual_offers')).rejects.toThrow('never change');
  });

  test('close while the index is at or past their strike', async () => {
    const sell = await nearest('SELL_HIGH');
    const client = await exchange.client({ BTC: '1' });
    await confirmIndex(exchange, ticksAt(sell.strike));
    const shown = (await offersOf(exchange)).find(({ id }) => id === sell.id);
    expect(shown).toMatchObject({ open: false, closed_reason: 'price' });
    const { body } = await subscribeDual(client, { offer_id: sell.id, amount: '0.1', days: sell.days });
    expect(body.code).toBe('product_closed');
    await confirmIndex(exchange);
  });

  test('close while the index has moved too far from the one for which their rate was set', async () => {
    const sell = await nearest('SELL_HIGH');
    const client = await exchange.client({ BTC: '1' });
    const fields = { offer_id: sell.id, amount: '0.1', days: sell.days };
    await confirmIndex(exchange, ticksAt(66_461 * 0.965));
    expect((await offersOf(exchange)).find(({ id }) => id === sell.id)).toMatchObject({ closed_reason: 'moved' });
    expect((await subscribeDual(client, fields)).body.code).toBe('product_closed');
    await confirmIndex(exchange, ticksAt(66_461 * 0.975));
    expect((await subscribeDual(client, fields)).body.message).toBe('success');
    await confirmIndex(exchange);
  });

  test('close without a confirmed index', async () => {
    const sell = await nearest('SELL_HIGH');
    await confirmIndex(exchange, 'none');
    expect((await offersOf(exchange)).find(({ id }) => id === sell.id)).toMatchObject({ closed_reason: 'no_index' });
    await confirmIndex(exchange);
  });
});

test('an offer takes no money if its market is delisted by its expiry', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const buy = await nearest('BUY_LOW');
  const fields = { offer_id: buy.id, amount: '100', days: buy.days };
  const planned = vi.spyOn(exchange.services.plannedDelistings, 'of');
  const at = (atMs: number) => planned.mockReturnValue({ atMs, closeOnlyMs: atMs, endedTermDays: 0 });
  at(buy.expires_at);
  expect((await offersOf(exchange)).find(({ id }) => id === buy.id)).toMatchObject({ closed_reason: 'coin_delisted' });
  expect((await subscribeDual(client, fields)).body.code).toBe('product_closed');
  at(buy.expires_at + 1);
  expect((await subscribeDual(client, fields)).body.message).toBe('success');
  planned.mockReturnValue(undefined);
  const underway = vi.spyOn(exchange.services.plannedDelistings, 'isUnderway').mockReturnValue(true);
  expect((await subscribeDual(client, fields)).body.code).toBe('product_closed');
  planned.mockRestore();
  underway.mockRestore();
});

test('while the index is held for an operator, offers are closed and no minute is recorded', async () => {
  const sell = await nearest('SELL_HIGH');
  const { indexRecorder, clock } = exchange.services;
  await confirmIndex(exchange, 'none');
  await passUntil(exchange, clock() + 3_600_000);
  const fromMs = clock();
  await confirmIndex(exchange, ticksAt(66_461 * 0.7));
  expect((await offersOf(exchange)).find(({ id }) => id === sell.id)).toMatchObject({ closed_reason: 'no_index' });
  await indexRecorder.run();
  await passUntil(exchange, clock() + 61_000);
  await indexRecorder.run();
  expect(
    await exchange.query('select minute_ms from index_prices where minute_ms > $1', [String(fromMs - 60_000)]),
  ).toEqual([]);
  await confirmIndex(exchange);
  expect((await offersOf(exchange)).find(({ id }) => id === sell.id)).toMatchObject({ open: true });
});

describe('a subscription is refused', () => {
  test.each([
    ['without acceptance', { accepted: false }, 'terms_not_accepted'],
    ['below the minimum', { amount: '9.999999' }, 'below_minimum'],
    ['above the maximum', { amount: '50000.000001' }, 'above_maximum'],
    ['with days of yield that differ from those shown', { days: 3_000 }, 'offer_changed'],
    ['to an offer that does not exist', { offer_id: 999_999 }, 'unknown_product'],
    ['above the balance', { amount: '40000' }, 'exceeds_balance'],
    ['with too many decimals', { amount: '10.0000001' }, 'excess_decimals'],
    ['of zero', { amount: '0' }, 'amount_required'],
  ])('%s', async (_, fields, code) => {
    const client = await exchange.client({ USDT: '30000' });
    const buy = await nearest('BUY_LOW');
    const { body } = await subscribeDual(client, { offer_id: buy.id, amount: '100', days: buy.days, ...fields });
    expect(body.code).toBe(code);
    expect(await client.available('USDT')).toBe('30000.000000');
    expect(await dualsOf(client)).toEqual([]);
  });

  test('above the maximum of all the client’s subscriptions to the offer', async () => {
    const client = await exchange.client({ BTC: '3' });
    const sell = await nearest('SELL_HIGH');
    const fields = { offer_id: sell.id, days: sell.days };
    expect((await subscribeDual(client, { ...fields, amount: '0.6' })).body.message).toBe('success');
    expect((await subscribeDual(client, { ...fields, amount: '0.4000001' })).body.code).toBe('above_maximum');
    expect((await subscribeDual(client, { ...fields, amount: '0.4' })).body.message).toBe('success');
  });

  test('on the last day, and after the expiry', async () => {
    const client = await exchange.client({ USDT: '1000' });
    const buy = await nearest('BUY_LOW');
    await passUntil(exchange, buy.expires_at - DAY_MS + 1_000);
    await confirmIndex(exchange);
    expect((await offersOf(exchange)).map(({ id }) => id)).not.toContain(buy.id);
    const fields = { offer_id: buy.id, amount: '100', days: 1 };
    expect((await subscribeDual(client, fields)).body.code).toBe('product_closed');
    await expireAt(buy, ticksAt(66_461));
    expect((await subscribeDual(client, fields)).body.code).toBe('product_closed');
  });

  test('if an operator has withdrawn the offer', async () => {
    const client = await exchange.client({ USDT: '1000' });
    const buy = await nearest('BUY_LOW');
    await exchange.query('update dual_offers set is_paused = true where offer_id = $1', [buy.id]);
    const { body } = await subscribeDual(client, { offer_id: buy.id, amount: '100', days: buy.days });
    expect(body.code).toBe('product_closed');
    await exchange.query('update dual_offers set is_paused = false where offer_id = $1', [buy.id]);
  });
});

test('concurrent requests with one key subscribe once', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const buy = await nearest('BUY_LOW');
  const fields = { offer_id: buy.id, amount: '100', days: buy.days };
  const answers = await Promise.all([1, 2, 3].map(() => subscribeDual(client, fields, 'one')));
  expect(new Set(answers.map(({ body }) => body.investment?.id)).size).toBe(1);
  expect(await client.available('USDT')).toBe('900.000000');
  expect((await subscribeDual(client, { ...fields, amount: '101' }, 'one')).body.code).toBe('reference_conflict');
});

test('of three concurrent subscriptions to the last of a quota, only one is accepted', async () => {
  const buy = await nearest('BUY_LOW');
  await exchange.query(`alter table dual_offers disable trigger dual_offers_never_change`);
  const [row] = await exchange.query('select quota_units, used_units from dual_offers where offer_id = $1', [buy.id]);
  await exchange.query('update dual_offers set quota_units = used_units + 150000000 where offer_id = $1', [buy.id]);
  const clients = await Promise.all([1, 2, 3].map(() => exchange.client({ USDT: '200' })));
  const fields = { offer_id: buy.id, amount: '100', days: buy.days };
  const answers = await Promise.all(clients.map((client) => subscribeDual(client, fields)));
  expect(answers.map(({ body }) => body.code ?? body.message).sort()).toEqual([
    'quota_reached',
    'quota_reached',
    'success',
  ]);
  await exchange.query('update dual_offers set quota_units = $2 where offer_id = $1', [buy.id, row?.quota_units]);
  await exchange.query(`alter table dual_offers enable trigger dual_offers_never_change`);
});

describe('the pool', () => {
  const pool = async () =>
    Number((await exchange.query(`select pool_id from earn_pools where name = 'BTC dual investment'`))[0]?.pool_id);

  /** Moves USDT from the pool to the treasury; a negative amount moves it back. */
  async function drain(owner: number, amount: number): Promise<void> {
    const asset = exchange.services.instruments.usdt?.asset as number;
    await exchange.submit({
      kind: 'Transfer',
      by: 3,
      purpose: 'house_funding',
      legs: [
        { owner: poolOwner(owner), wallet: poolWallets.free, asset, units: assetUnits(-amount) },
        { owner: 3, wallet: 'spot', asset, units: assetUnits(amount) },
      ],
    });
  }

  test('must hold what a conversion would pay; otherwise the offer is closed with that reason', async () => {
    const client = await exchange.client({ BTC: '1' });
    const sell = await nearest('SELL_HIGH');
    const id = await pool();
    const usdt = exchange.services.instruments.usdt?.asset as number;
    const { free } = poolOf(exchange, id, usdt);
    // The rest covers the minimum of 0.001 BTC, but not 0.01.
    await drain(id, free - 200_000_000);
    const fields = { offer_id: sell.id, days: sell.days };
    expect((await offersOf(exchange)).find((offer) => offer.id === sell.id)?.open).toBe(true);
    expect((await subscribeDual(client, { ...fields, amount: '0.01' })).body.code).toBe('pool_cannot_cover');
    await drain(id, 199_000_000);
    expect((await offersOf(exchange)).find((offer) => offer.id === sell.id)).toMatchObject({
      open: false,
      closed_reason: 'pool',
    });
    expect((await subscribeDual(client, { ...fields, amount: '0.001' })).body.code).toBe('pool_cannot_cover');
    await drain(id, 1_000_000 - free);
    expect(poolOf(exchange, id, usdt).free).toBe(free);
    expect(await client.available('BTC')).toBe('1.00000000');
  });
});

/** Subscribes a new client to the nearest offer of this side. */
async function invest(side: ShownOffer['side'], amount: string): Promise<{ client: TestClient; offer: ShownOffer }> {
  const client = await exchange.client(side === 'SELL_HIGH' ? { BTC: '1' } : { USDT: '10000' });
  const offer = await nearest(side);
  const { body } = await subscribeDual(client, { offer_id: offer.id, amount, days: offer.days });
  expect(body.message).toBe('success');
  return { client, offer };
}

describe('an offer to sell', () => {
  const AMOUNT = '0.12345678';
  const amount = units(AMOUNT, BTC_DECIMALS);

  test('returns the coin with its yield below the strike, exact to the last unit', async () => {
    const { client, offer } = await invest('SELL_HIGH', AMOUNT);
    expect(await client.available('BTC')).toBe('0.87654322');
    const [running] = await dualsOf(client);
    const gain = yieldOf(amount, offer);
    expect(running).toMatchObject({ state: 'RUNNING', amount: AMOUNT, yield: text(gain, BTC_DECIMALS) });
    await expireAt(offer, ticksAt(offer.strike) - 1);
    expect(await client.available('BTC')).toBe(text(units('1', BTC_DECIMALS) + gain, BTC_DECIMALS));
    expect(await client.available('USDT')).toBe('0.000000');
    expect((await dualsOf(client))[0]).toMatchObject({ state: 'ENDED', outcome: 'returned', settled_minutes: 30 });
    const kinds = (await client.get('/api/v3/notifications')).body.notifications.map(
      ({ kind }: { kind: string }) => kind,
    );
    expect(kinds).toContain('dual_returned');
  });

  test('converts at exactly the strike, exact to the last unit, and the pool keeps the coin', async () => {
    const { client, offer } = await invest('SELL_HIGH', AMOUNT);
    const [{ id }] = await dualsOf(client);
    const [row] = await exchange.query('select pool_id, asset_id from dual_investments where dual_id = $1', [id]);
    const before = poolOf(exchange, Number(row?.pool_id), Number(row?.asset_id));
    const gain = yieldOf(amount, offer);
    const paid = ((amount + gain) * units(offer.strike, USDT_DECIMALS)) / 10n ** 8n;
    await expireAt(offer, ticksAt(offer.strike));
    expect(await client.available('BTC')).toBe('0.87654322');
    expect(await client.available('USDT')).toBe(text(paid, USDT_DECIMALS));
    expect((await dualsOf(client))[0]).toMatchObject({
      outcome: 'converted',
      settlement_price: offer.strike,
      converted: text(paid, USDT_DECIMALS),
    });
    const after = poolOf(exchange, Number(row?.pool_id), Number(row?.asset_id));
    expect(after.free - before.free).toBe(Number(amount + gain));
  });
});

describe('an offer to buy', () => {
  const AMOUNT = '3000.123457';
  const amount = units(AMOUNT, USDT_DECIMALS);

  test('returns USDT with its yield at exactly the strike, exact to the last unit', async () => {
    const { client, offer } = await invest('BUY_LOW', AMOUNT);
    await expireAt(offer, ticksAt(offer.strike));
    const all = units('10000', USDT_DECIMALS) + yieldOf(amount, offer);
    expect(await client.available('USDT')).toBe(text(all, USDT_DECIMALS));
    expect(await client.available('BTC')).toBe('0.00000000');
    expect((await dualsOf(client))[0]).toMatchObject({ outcome: 'returned' });
  });

  test('buys the coin below the strike, exact to the last unit', async () => {
    const { client, offer } = await invest('BUY_LOW', AMOUNT);
    await expireAt(offer, ticksAt(offer.strike) - 1);
    const bought = ((amount + yieldOf(amount, offer)) * 10n ** 8n) / units(offer.strike, USDT_DECIMALS);
    expect(await client.available('USDT')).toBe('6999.876543');
    expect(await client.available('BTC')).toBe(text(bought, BTC_DECIMALS));
    expect((await dualsOf(client))[0]).toMatchObject({ outcome: 'converted' });
  });
});

describe('without a confirmed index at the expiry', () => {
  test('an investment is shown as waiting, and is settled by the first half hour that has enough', async () => {
    const { client, offer } = await invest('BUY_LOW', '100');
    await recordMinutes(exchange, offer.expires_at, Array(14).fill(ticksAt(offer.strike) - 1));
    await confirmIndex(exchange, 'none');
    await passUntil(exchange, offer.expires_at + 2 * 3_600_000);
    expect((await dualsOf(client))[0]).toMatchObject({ state: 'WAITING', waits_until: expect.any(Number) });
    expect(await client.available('USDT')).toBe('9900.000000');
    await recordMinutes(exchange, offer.expires_at + 3_600_000, Array(15).fill(ticksAt(offer.strike) + 10));
    await exchange.services.earn.settling.next();
    expect((await dualsOf(client))[0]).toMatchObject({
      state: 'ENDED',
      outcome: 'returned',
      settled_from: offer.expires_at + 3_600_000,
    });
    await confirmIndex(exchange);
  });

  test('an investment is returned with its yield after a day', async () => {
    const { client, offer } = await invest('SELL_HIGH', '0.1');
    await confirmIndex(exchange, 'none');
    await passUntil(exchange, offer.expires_at + DAY_MS);
    expect((await dualsOf(client))[0]).toMatchObject({ state: 'WAITING' });
    await passUntil(exchange, offer.expires_at + DAY_MS + STORED_MS);
    expect((await dualsOf(client))[0]).toMatchObject({ state: 'ENDED', outcome: 'unpriced' });
    const all = units('1', BTC_DECIMALS) + yieldOf(units('0.1', BTC_DECIMALS), offer);
    expect(await client.available('BTC')).toBe(text(all, BTC_DECIMALS));
    await confirmIndex(exchange);
  });
});

test('an expiry during an outage is settled by the index at that time, not by a later one', async () => {
  const { client, offer } = await invest('SELL_HIGH', '0.1');
  const strike = ticksAt(offer.strike);
  await recordMinutes(exchange, offer.expires_at, Array(30).fill(strike - 1));
  await recordMinutes(exchange, offer.expires_at + 2 * DAY_MS, Array(60).fill(strike + 10_000));
  await passUntil(exchange, offer.expires_at + 3 * DAY_MS);
  expect((await dualsOf(client))[0]).toMatchObject({ outcome: 'returned', settled_from: offer.expires_at });
});

test('an investment that cannot be settled does not block the others', async () => {
  const first = await invest('BUY_LOW', '100');
  const second = await invest('BUY_LOW', '100');
  expect(second.offer.id).toBe(first.offer.id);
  const [{ id }] = await dualsOf(first.client);
  await exchange.query(`create function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`);
  await exchange.query(`create trigger broken before insert on earn_moves for each row when (new.dual_id = ${id})
    execute function broken()`);
  const { clock, earn } = exchange.services;
  await recordMinutes(exchange, first.offer.expires_at, Array(30).fill(ticksAt(66_461)));
  const advanceSeconds = Math.ceil((first.offer.expires_at + STORED_MS - clock()) / 1_000);
  await exchange.visitor.post('/sandbox/clock', { advanceSeconds });
  await earn.settling.next();
  expect((await dualsOf(first.client))[0].state).toMatch(/RUNNING|WAITING/);
  expect((await dualsOf(second.client))[0]).toMatchObject({ state: 'ENDED', outcome: 'returned' });
  await exchange.query('drop trigger broken on earn_moves');
  await earn.settling.next();
  expect((await dualsOf(first.client))[0]).toMatchObject({ state: 'ENDED', outcome: 'returned' });
});

test('clients cannot see the investments of others', async () => {
  const { client } = await invest('BUY_LOW', '100');
  const [{ id }] = await dualsOf(client);
  const other = await exchange.client();
  const { body } = await other.get(`/api/v3/earn/dual?cursor=${id + 1}`);
  expect(body.investments).toEqual([]);
});
