import { type Endpoint, type EndpointKey, endpoints } from '@vitrine/contract';
import { expect, test } from 'vitest';
import { chargeOf } from './client-reads.ts';

/** Lists in parts that are not charged by row, and what bounds them instead. */
const bounded: Partial<Record<EndpointKey, string>> = {
  yearlyReport: 'the queue of reports',
};

const partWords = /^(cursor|before|after|offset|page|limit)$/;
const paged = (Object.entries(endpoints) as [EndpointKey, Endpoint][]).filter(
  ([, { access, query }]) =>
    access === 'client' && Object.keys(query?.properties ?? {}).some((name) => partWords.test(name)),
);

test.each(paged.map(([key, endpoint]) => [key, endpoint] as const))(
  '%s is charged by rows, or by what is written here',
  (key, endpoint) => {
    const rows = chargeOf(key, endpoint);
    expect(rows === undefined).toBe(key in bounded);
    if (rows === undefined) return;
    expect(rows({ limit: 100 })).toBeGreaterThanOrEqual(rows({ limit: 10 }) + 90 * 4);
  },
);

test('more than ten lists come in parts', () => {
  expect(paged.length).toBeGreaterThan(10);
});

test.each(['ledger', 'depositHistory', 'withdrawalHistory', 'purchaseHistory', 'limitConverts'] as const)(
  'a filter of %s costs more than its page, the place of the page nothing',
  (key) => {
    const rows = chargeOf(key, endpoints[key]);
    const plain = rows?.({ limit: 10 });
    expect(rows?.({ limit: 10, cursor: 'x' })).toBe(plain);
    expect(rows?.({ limit: 10, state: 'completed' })).toBe(540);
  },
);

test('visitors’ and the console’s lists are none of a client', () => {
  expect(chargeOf('marketTrades', endpoints.marketTrades)).toBeUndefined();
  expect(chargeOf('consolePurchases' as EndpointKey, { ...endpoints.ledger, access: 'staff' })).toBeUndefined();
});
