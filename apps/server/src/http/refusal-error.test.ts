import { errorTable } from '@vitrine/contract';
import { type Command, refusals } from '@vitrine/core';
import { assetUnits, priceTicks, sizeLots } from '@vitrine/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { refusalError, refusalErrors } from './refusal-error.ts';

let exchange: TestExchange;
let client: TestClient;

beforeAll(async () => {
  exchange = await TestExchange.open();
  client = await exchange.client({ USDT: '1000' });
});
afterAll(() => exchange.close());

const placement = (): Command => ({
  kind: 'PlaceOrder',
  owner: client.owner,
  market: 1,
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  priceTicks: priceTicks(600_000),
  sizeLots: sizeLots(10),
});
const amendmentOfNone = (): Command => ({
  kind: 'AmendOrder',
  owner: client.owner,
  order: 999_999,
  openLots: sizeLots(10),
});
const transfer = (): Command => ({
  kind: 'Transfer',
  by: 1,
  purpose: 'deposit',
  legs: [{ owner: client.owner, wallet: 'spot', asset: 1, units: assetUnits(1) }],
});

test.each(refusals.filter((refusal) => refusalErrors[refusal] !== 'fault'))(
  'a placement refused as %s gets an error with all placeholders filled',
  (refusal) => {
    const { code, parameters } = refusalError(exchange.services, placement(), refusal);
    for (const [, blank] of errorTable[code].message.matchAll(/\{(\w+)\}/g))
      expect(parameters?.[blank as string]).toMatch(/./);
  },
);

test.each(refusals.filter((refusal) => refusalErrors[refusal] === 'figures'))(
  'an amendment of an order that has ended is reported as an unknown order: %s',
  (refusal) => {
    expect(refusalError(exchange.services, amendmentOfNone(), refusal).code).toBe('unknown_order');
  },
);

test('a refusal that no client’s command can cause is reported as an internal error', () => {
  const faults = refusals.filter((refusal) => refusalErrors[refusal] === 'fault');
  for (const refusal of faults) expect(() => refusalError(exchange.services, transfer(), refusal)).toThrow(refusal);
  expect(faults).toHaveLength(12);
});
