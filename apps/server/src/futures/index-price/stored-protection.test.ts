import { LeaseLost } from '@vitrine/sequencer';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stopDuty, TestExchange } from '../../testing/test-exchange.ts';
import { storedProtection } from './stored-protection.ts';

const MARKET = 1_001;

let exchange: TestExchange;
let pool: pg.Pool;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await stopDuty(exchange.exchange, 'protected markets');
  pool = new pg.Pool({ connectionString: exchange.databaseUrl, max: 1 });
});
afterAll(async () => {
  await pool.end();
  await exchange.close();
});

test('only the holder of the lease can change which markets are protected', async () => {
  const { epoch } = exchange.services.sequencer;
  const [current, former] = [storedProtection(pool, epoch), storedProtection(pool, epoch - 1)];
  await expect(former.add(MARKET)).rejects.toThrow(LeaseLost);
  expect(await current.markets()).toEqual(new Set());
  await current.add(MARKET);
  await current.add(MARKET);
  await expect(former.remove(MARKET)).rejects.toThrow(LeaseLost);
  expect(await current.markets()).toEqual(new Set([MARKET]));
  await current.remove(MARKET);
  expect(await current.markets()).toEqual(new Set());
});
