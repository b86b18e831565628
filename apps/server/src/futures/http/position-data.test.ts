import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestExchange } from '../../testing/test-exchange.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

const read = async (name: string, window: string) =>
  (await exchange.visitor.get(`/api/v3/trading-data/futures?name=${name}&window=${window}`)).body;

test('open interest is recorded once every five minutes, with the accounts on each side', async () => {
  const { openInterest, clock } = exchange.services;
  const begunMs = clock();
  await openInterest.run();
  await openInterest.run();
  const { samples, liquidations } = await read('BTC-USDT-PERP', '1h');
  // The copied installation may have recorded an earlier sample.
  expect(samples.at(-1)).toEqual({
    time: expect.any(Number),
    open_interest: expect.stringMatching(/^0(\.0+)?$/),
    open_interest_usdt: '0.000000',
    long_accounts: 0,
    short_accounts: 0,
  });
  const times: number[] = samples.map(({ time }: { time: number }) => time);
  expect(times.at(-1)).toBeGreaterThanOrEqual(begunMs - (begunMs % 300_000));
  expect(new Set(times).size).toBe(times.length);
  for (const time of times) expect(time % 300_000).toBe(0);
  expect(liquidations).toEqual({ is_complete: true, count: 0, longs: '0.000000', shorts: '0.000000', prices: [] });
  expect((await read('NO-USDT-PERP', '1h')).code).toBe('unknown_market');
  expect((await read('BTCUSDT', '1h')).code).toBe('invalid_request');
});

test('liquidations in the window are summed by side and by mark price', async () => {
  const { instruments, clock } = exchange.services;
  const [perpetual] = instruments.perpetuals().filter(({ base }) => base.code === 'ETH');
  if (perpetual === undefined) throw new Error('the sandbox has no such market');
  const { tickLotUnits } = perpetual.rules;
  const rows = [
    [1, clock() - 90_000_000, 'long', 1_000],
    [2, clock() - 1_000, 'long', 1_000],
    [3, clock() - 1_000, 'long', 1_010],
    [4, clock() - 1_000, 'short', 1_100],
  ] as const;
  for (const [position, timeMs, side, markTicks] of rows)
    await exchange.query(`insert into liquidations values ($1, 0, $2, $3, 1001, $4, 7, 10, $5, $5)`, [
      position,
      timeMs,
      perpetual.market,
      side,
      markTicks,
    ]);
  const { liquidations } = await read('ETH-USDT-PERP', '24h');
  const usdt = (ticksTimesLots: number) => (ticksTimesLots * tickLotUnits) / 1e6;
  expect(liquidations).toMatchObject({ is_complete: true, count: 3 });
  expect(Number(liquidations.longs)).toBe(usdt(20_100));
  expect(Number(liquidations.shorts)).toBe(usdt(11_000));
  const { prices } = liquidations;
  expect(prices.length).toBeLessThanOrEqual(32);
  expect(Number(prices[0].longs)).toBe(usdt(10_000));
  expect(Number(prices.at(-1).shorts)).toBe(usdt(11_000));
});
