import type { PriceTicks } from '@vitrine/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, stopDuty, TestExchange } from '../../testing/test-exchange.ts';
import { fundingPpm } from './funding-rates.ts';
import { FUNDING_MS, intervalStartMs } from './funding-times.ts';

const NAME = 'BTC-USDT-PERP';
const MARKET = 1_001;

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await stopDuty(exchange.exchange, 'fundings');
});
afterAll(() => exchange.close());

test('the funding rate is the interest rate if the premium is near it, otherwise the premium moved 0.05% toward it, at most ±0.5%', () => {
  expect([0, 100, 599, -399].map(fundingPpm)).toEqual([100, 100, 100, 100]);
  expect([1_000, 3_000, -1_000].map(fundingPpm)).toEqual([500, 2_500, -500]);
  expect([90_000, -90_000].map(fundingPpm)).toEqual([5_000, -5_000]);
});

test('the premium is the mean of all minutes, each limited, and counted in proportion if little was traded', async () => {
  const { fundingRates } = exchange.services;
  const START = 1_000_000_000_000 - (1_000_000_000_000 % FUNDING_MS);
  const [market] = await exchange.query('select tick_lot_units from markets where market_id = $1', [MARKET]);
  const tickLot = Number(market?.tick_lot_units);
  // The mark price does not change in these minutes, so only the first has a row.
  await exchange.query('insert into mark_prices values ($1, $2, 0, 10000)', [MARKET, START]);
  /** A minute in which this turnover in USDT was traded at this price. */
  const minute = (number: number, ticks: number, usdt: number) =>
    exchange.query(
      `insert into candles (market_id, interval_seconds, open_ms, open_ticks, high_ticks, low_ticks, close_ticks,
         volume_lots, turnover_units, trades) values ($1, 60, $2, $3, $3, $3, $3, $4, $5, 1)`,
      [MARKET, START + number * 60_000, ticks, (usdt * 1_000_000) / (ticks * tickLot), usdt * 1_000_000],
    );
  const rate = async (minutes: number) => (await fundingRates.between(START, START + minutes * 60_000)).get(MARKET);
  // 2,000 ppm at full weight: 2,000 − 500.
  await minute(0, 10_020, 5_000);
  expect(await rate(1)).toBe(1_500);
  // A minute without trades counts as zero, although no mark price was set in it: mean 1,000.
  expect(await rate(2)).toBe(500);
  // A far price with a turnover of 100 USDT: 5,500 ppm, a tenth of it; mean (2,000 + 0 + 550) ÷ 3 = 850.
  await minute(2, 20_000, 100);
  expect(await rate(3)).toBe(350);
  // The same price with full weight: (2,000 + 0 + 550 − 5,500) ÷ 4 = −737.5, rounded to −738, and moved 500 toward 100.
  await minute(3, 5_000, 2_000);
  expect(await rate(4)).toBe(-238);
  // With an open interest of 5,000,000 USDT, a minute counts fully from 10,000 USDT on: the weights are 0.5, 0.01 and
  // 0.2, so (1,000 + 0 + 55 − 1,100) ÷ 4 = −11.25.
  const lots = (5_000_000 * 1_000_000) / (10_000 * tickLot);
  await exchange.query('insert into open_interest values ($1, $2, $3, 10000, 1, 1)', [MARKET, START, lots]);
  expect(await rate(4)).toBe(100);
  expect(await rate(1)).toBe(500);
  // Before its first mark price a market has no rate.
  expect((await fundingRates.between(START - FUNDING_MS, START)).get(MARKET)).toBeUndefined();
  for (const table of ['mark_prices', 'candles', 'open_interest'])
    await exchange.query(`delete from ${table} where market_id = $1`, [MARKET]);
});

async function trader(side: 'long' | 'short'): Promise<Awaited<ReturnType<TestExchange['client']>>> {
  const someone = await exchange.client({ USDT: '1000' });
  const form = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '1000' };
  await someone.post('/api/v3/futures/transfer', { ...form, transaction_password: PASSWORD, remember: true });
  const order = { name: NAME, side, effect: 'open', trade_type: 'limit', number_of_order: '0.01' };
  expect((await someone.post('/api/v3/futures/orders', { ...order, order_per_unit: '66461.0' })).status).toBe(200);
  return someone;
}

test('funding is settled once for each interval that has ended', async () => {
  const { services } = exchange;
  await exchange.submit({ kind: 'SetMarkPrice', market: MARKET, markTicks: 664_610 as PriceTicks });
  const short = await trader('short');
  const long = await trader('long');
  const fundings = async () => {
    const position = { 'x-min-position': String(services.core.position) };
    return (await exchange.visitor.get(`/api/v3/futures/funding-history?name=${NAME}`, position)).body.fundings;
  };
  await services.fundings.run();
  // The interval that ended before the market had a price is not settled.
  expect(await fundings()).toEqual([]);

  const nowMs = services.clock();
  const endMs = intervalStartMs(nowMs) + FUNDING_MS;
  await exchange.submit({ kind: 'AdvanceClock', byMs: endMs - nowMs + 1_000 });
  await services.fundings.run();
  await services.fundings.run();
  expect(await fundings()).toMatchObject([{ rate_percent: '0.0100', mark_price: '66461.0', collected: '0.066461' }]);
  const paid = (await long.get('/api/v3/futures/funding-payments')).body.payments;
  expect(paid).toMatchObject([{ side: 'long', amount: '-0.066461', coin: 'USDT', size: '0.01000' }]);
  const received = (await short.get('/api/v3/futures/funding-payments')).body.payments;
  expect(received).toMatchObject([{ side: 'short', amount: '0.066461' }]);
});
