import type { AssetUnits, PriceTicks, SizeLots } from '@vitrine/money';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { readSize, readUnits } from '../kit/amounts.ts';
import { ApiError } from '../kit/api-error.ts';
import { findAsset, findMarket } from '../kit/find.ts';
import type { Principal, Right } from '../kit/principal.ts';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { convertAtPrice } from './convert/convert-at-price.ts';
import { cancelLimitConvert, placeLimitConvert } from './convert/place-limit-convert.ts';
import { convertQuoted, quoteConvert } from './convert/quoted-convert.ts';
import { amendOrder } from './orders/amend-order.ts';
import { cancelAllOrders, cancelOrder } from './orders/cancel-orders.ts';
import { placeOco } from './orders/place-oco.ts';
import { placeOrder } from './orders/place-order.ts';
import { transfer } from './transfer.ts';

/** A principal like an API key: it has its own rights and no password. */
class TestKey implements Principal {
  readonly owner: number;
  readonly #rights: readonly Right[];
  unlocks = 0;

  constructor({ owner }: TestClient, ...rights: readonly Right[]) {
    this.owner = owner;
    this.#rights = rights;
  }

  may(right: Right): boolean {
    return this.#rights.includes(right);
  }

  async unlock(): Promise<void> {
    this.unlocks += 1;
  }
}

let exchange: TestExchange;
let client: TestClient;
beforeAll(async () => {
  exchange = await TestExchange.open();
  client = await exchange.client({ USDT: '10000', BTC: '1' });
});
afterAll(() => exchange.close());

function btc() {
  const { services } = exchange;
  const instrument = findMarket(services, 'BTCUSDT');
  const view = services.core.market(instrument.market);
  if (view === undefined) throw new Error('BTCUSDT is not listed');
  return { ...instrument, ticks: view.referenceTicks, sizeLots: readSize('0.01', instrument) };
}

const asLimit = ({ market, ticks, sizeLots }: ReturnType<typeof btc>) =>
  ({
    market,
    side: 'buy',
    type: 'limit',
    timeInForce: 'gtc',
    priceTicks: (ticks - 10) as PriceTicks,
    sizeLots,
  }) as const;

test('a principal that may trade can place, amend and cancel an order in units, without HTTP', async () => {
  const { services } = exchange;
  const key = new TestKey(client, 'trade');
  const limit = asLimit(btc());
  const placed = await placeOrder(services, key, limit);
  expect(placed).toMatchObject({
    position: services.core.position,
    outcome: { filledLots: 0, endedBecause: undefined },
  });
  expect(key.unlocks).toBe(1);
  const openLots = (limit.sizeLots - 100) as SizeLots;
  const amended = await amendOrder(services, key, { order: placed.order, openLots });
  expect(services.core.order(amended.order)?.sizeLots).toBe(openLots);
  const { orders, released } = await cancelOrder(services, key, amended.order, unkeyed);
  expect(orders).toBe(1);
  expect([...released.keys()]).toEqual([btc().quote.asset]);
});

test('a market order fills only within its maximum slippage of the price that the client saw', async () => {
  const { services } = exchange;
  const seller = await exchange.client({ BTC: '1' });
  const { market, ticks, sizeLots } = btc();
  const ask = { ...asLimit(btc()), side: 'sell', priceTicks: (ticks + 100) as PriceTicks } as const;
  const { order } = await placeOrder(services, new TestKey(seller, 'trade'), ask);
  const buy = { market, side: 'buy', type: 'market', timeInForce: 'ioc', sizeLots } as const;
  const key = new TestKey(client, 'trade');
  const tooFar = placeOrder(services, key, { ...buy, seen: { ticks, slippagePpm: 0 } });
  await expect(tooFar).rejects.toMatchObject({ code: 'beyond_protection' });
  const near = await placeOrder(services, key, { ...buy, seen: { ticks, slippagePpm: 10_000 } });
  expect(near.outcome).toMatchObject({ filledLots: sizeLots, endedBecause: 'filled' });
  expect(services.core.order(order)).toBeUndefined();
});

test('an OCO pair returns both order ids and counts as two when cancelled', async () => {
  const { services } = exchange;
  const key = new TestKey(client, 'trade');
  const { market, ticks, sizeLots } = btc();
  const placed = await placeOco(services, key, {
    market,
    side: 'sell',
    sizeLots,
    priceTicks: (ticks + 500) as PriceTicks,
    stopTriggerTicks: (ticks - 500) as PriceTicks,
  });
  expect(services.core.order(placed.stopOrder)?.ocoOrder).toBe(placed.order);
  expect(await cancelAllOrders(services, key, market, unkeyed)).toMatchObject({ orders: 2 });
});

const unkeyed = { idempotencyKey: undefined, chargeItems: () => undefined };

test('an order repeated with its idempotency key returns the first result and requires no unlock', async () => {
  const { services } = exchange;
  const first = await placeOrder(services, new TestKey(client, 'trade'), asLimit(btc()), 'the same');
  const again = new TestKey(client, 'trade');
  expect(await placeOrder(services, again, asLimit(btc()), 'the same')).toEqual(first);
  expect(again.unlocks).toBe(0);
});

test('repeated calls by one client are answered from the histories one at a time', async () => {
  const { services } = exchange;
  const key = new TestKey(client, 'trade');
  await placeOrder(services, key, asLimit(btc()));
  await placeOrder(services, key, asLimit(btc()));
  const chargeItems = vi.fn();
  const call = { idempotencyKey: 'cancelled once', chargeItems };
  const first = await cancelAllOrders(services, key, btc().market, call);
  expect(chargeItems).not.toHaveBeenCalled();
  let running = 0;
  let most = 0;
  const read = services.histories.ordersEndedAt;
  const spy = vi.spyOn(services.histories, 'ordersEndedAt').mockImplementation(async (...which) => {
    running += 1;
    most = Math.max(most, running);
    return read(...which).finally(() => {
      running -= 1;
    });
  });
  onTestFinished(() => spy.mockRestore());
  const repeat = () => cancelAllOrders(services, key, btc().market, call);
  expect(await Promise.all([repeat(), repeat(), repeat(), repeat()])).toEqual([first, first, first, first]);
  expect(spy).toHaveBeenCalledTimes(4);
  expect(chargeItems.mock.calls).toEqual([[500], [500], [500], [500]]);
  expect(most).toBe(1);
});

const acts: Readonly<Record<string, (key: Principal) => Promise<unknown>>> = {
  placeOrder: (key) => placeOrder(exchange.services, key, asLimit(btc())),
  placeOco: (key) => {
    const { market, ticks, sizeLots } = btc();
    const pair = { priceTicks: (ticks + 500) as PriceTicks, stopTriggerTicks: (ticks - 500) as PriceTicks };
    return placeOco(exchange.services, key, { market, side: 'sell', sizeLots, ...pair });
  },
  amendOrder: (key) => amendOrder(exchange.services, key, { order: 1, openLots: 1_000 as SizeLots }),
  cancelOrder: (key) => cancelOrder(exchange.services, key, 1, unkeyed),
  cancelAllOrders: (key) => cancelAllOrders(exchange.services, key, undefined, unkeyed),
  convertAtPrice: (key) => {
    const { market, ticks, quote } = btc();
    const units = readUnits('100', quote);
    return convertAtPrice(exchange.services, key, { market, side: 'buy', units, seenTicks: ticks });
  },
  convertQuoted: (key) => {
    const { services } = exchange;
    const [from, to] = [findAsset(services, 'BTC'), findAsset(services, 'USDT')];
    const { quoteId } = quoteConvert(services, key.owner, { from, to, units: readUnits('0.005', from) });
    return convertQuoted(services, key, quoteId);
  },
  placeLimitConvert: (key) => {
    const [from, to] = [findAsset(exchange.services, 'BTC'), findAsset(exchange.services, 'USDT')];
    const terms = { from, to, units: readUnits('0.005', from), minUnits: readUnits('900', to) };
    return placeLimitConvert(exchange.services, key, terms);
  },
  cancelLimitConvert: (key) => cancelLimitConvert(exchange.services, key, 1),
  transfer: (key) => {
    const { asset } = findAsset(exchange.services, 'USDT');
    return transfer(exchange.services, key, { from: 'spot', to: 'future', asset, units: 1_000 as AssetUnits });
  },
};

test.each(Object.keys(acts))(
  '%s is refused to a principal without the right to trade, and changes nothing',
  async (act) => {
    const { core } = exchange.services;
    // The conversions need a counterparty.
    const bidder = await exchange.client({ USDT: '10000' });
    await placeOrder(exchange.services, new TestKey(bidder, 'trade'), asLimit(btc()));
    const reader = new TestKey(await exchange.client({ USDT: '10000', BTC: '1' }), 'withdraw');
    const before = core.position;
    const error = await Promise.resolve()
      .then(() => acts[act]?.(reader))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'not_permitted' });
    expect(core.position).toBe(before);
    expect(reader.unlocks).toBe(0);
  },
);

test('an order whose unlock fails is not placed', async () => {
  const { services } = exchange;
  const before = services.core.position;
  const locked: Principal = {
    owner: client.owner,
    may: () => true,
    unlock: () => Promise.reject(new ApiError('wrong_transaction_password')),
  };
  await expect(placeOrder(services, locked, asLimit(btc()))).rejects.toMatchObject({
    code: 'wrong_transaction_password',
  });
  expect(services.core.position).toBe(before);
});
