import { type Endpoint, type EndpointKey, endpoints } from '@vitrine/contract';
import { expect, test } from 'vitest';
import { ClientReads, chargeOf } from './client-reads.ts';

/** Paged lists that are not charged by row, and what limits them instead. */
const bounded: Partial<Record<EndpointKey, string>> = {
  yearlyReport: 'the queue of reports',
};

const partWords = /^(cursor|before|after|offset|page|limit)$/;
const paged = (Object.entries(endpoints) as [EndpointKey, Endpoint][]).filter(
  ([, { access, query }]) =>
    access === 'client' && Object.keys(query?.properties ?? {}).some((name) => partWords.test(name)),
);

test.each(paged.map(([key, endpoint]) => [key, endpoint] as const))(
  '%s is charged by rows, or listed here with what limits it instead',
  (key, endpoint) => {
    const rows = chargeOf(key, endpoint);
    expect(rows === undefined).toBe(key in bounded);
    if (rows === undefined) return;
    expect(rows({ limit: 100 })).toBeGreaterThanOrEqual(rows({ limit: 10 }) + 90 * 4);
  },
);

test('the cost of more than ten paged lists is checked', () => {
  expect(paged.length).toBeGreaterThan(10);
});

test.each(['ledger', 'depositHistory', 'withdrawalHistory', 'purchaseHistory', 'limitConverts'] as const)(
  'filtering %s costs more than a plain page, and a cursor costs nothing extra',
  (key) => {
    const rows = chargeOf(key, endpoints[key]);
    const plain = rows?.({ limit: 10 });
    expect(rows?.({ limit: 10, cursor: 'x' })).toBe(plain);
    expect(rows?.({ limit: 10, state: 'completed' })).toBe(540);
  },
);

test.each([
  ['searches', 'profits'],
  ['profits', 'searches'],
] as const)(
  'of all clients’ %s at most two run at once, and neither %s nor other reads wait for them',
  async (queue, otherQueue) => {
    const reads = new ClientReads();
    const ends: (() => void)[] = [];
    const search = () => new Promise<void>((resolve) => ends.push(resolve));
    const searches = [1, 2, 3, 4, 5, 6].map((owner) => reads.page(owner, { queue }, search));
    await expect.poll(() => ends.length).toBe(2);
    for (const free of [otherQueue, undefined])
      expect(await reads.page(7, { queue: free }, async () => 'a page')).toBe('a page');
    expect(ends).toHaveLength(2);
    for (let ended = 0; ended < 6; ended += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(ended);
      ends[ended]?.();
    }
    await Promise.all(searches);
  },
);

test('lists that visitors or staff read do not count toward a client’s limit', () => {
  expect(chargeOf('marketTrades', endpoints.marketTrades)).toBeUndefined();
  expect(chargeOf('consolePurchases' as EndpointKey, { ...endpoints.ledger, access: 'staff' })).toBeUndefined();
});

test('claims are charged like the list of tasks, because they look through the same tables', () => {
  for (const key of ['claimAirdropTask', 'claimTask'] as const)
    expect(chargeOf(key, endpoints[key])?.({})).toBe(chargeOf('airdropTasks', endpoints.airdropTasks)?.({}));
});
