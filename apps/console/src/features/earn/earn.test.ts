import { expect, test } from 'vitest';
import { emptyMiner, emptyProduct, faultOfMiner, faultOfProduct, minerBody, productBody } from './earn.ts';

const product = {
  ...emptyProduct,
  coin: 'LTC',
  tiers: [
    { days: '0', apr: '1.5' },
    { days: '30', apr: '3' },
  ],
  minimum: '0.1',
  maximum: '500',
  quota: '20000',
};

test('a product is complete once its figures are possible, and each duration is there once', () => {
  expect(faultOfProduct(product)).toBeUndefined();
  expect(productBody(product)).toMatchObject({ tiers: [{ days: 0, apr: '1.5' }, { days: 30 }], reserve_days: 30 });
  expect(faultOfProduct({ ...product, coin: '' })).toBe('coin');
  expect(faultOfProduct({ ...product, tiers: [...product.tiers, { days: '030', apr: '3' }] })).toBe('days');
  expect(faultOfProduct({ ...product, tiers: [{ days: '3651', apr: '3' }] })).toBe('days');
  expect(faultOfProduct({ ...product, tiers: [{ days: '0', apr: '0' }] })).toBe('apr');
  expect(faultOfProduct({ ...product, tiers: [{ days: '0', apr: '500.1' }] })).toBe('apr');
  expect(faultOfProduct({ ...product, maximum: '0.09' })).toBe('maximum');
  expect(faultOfProduct({ ...product, quota: '0.09' })).toBe('quota');
  expect(faultOfProduct({ ...product, notice: '366' })).toBe('notice');
  expect(faultOfProduct({ ...product, initial: '100.1' })).toBe('initial');
  expect(faultOfProduct({ ...product, reserve: '0' })).toBe('reserve');
});

test('a miner is complete once it is paid in another coin than it yields, and runs for at least 90 days', () => {
  const miner = { ...emptyMiner, coin: 'TRX', price: '18', daily: '0.81', units: '500', most: '5' };
  expect(faultOfMiner(miner)).toBeUndefined();
  expect(minerBody(miner)).toMatchObject({ days: 90, quota: 500, price_coin: 'USDT' });
  expect(faultOfMiner({ ...miner, priceCoin: 'TRX' })).toBe('priceCoin');
  expect(faultOfMiner({ ...miner, days: '89' })).toBe('days');
  expect(faultOfMiner({ ...miner, daily: '0' })).toBe('daily');
  expect(faultOfMiner({ ...miner, most: '1001' })).toBe('most');
  expect(faultOfMiner({ ...miner, worth: '' })).toBe('worth');
});
