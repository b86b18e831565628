import type { Network } from '@vitrine/chains';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Custody, type CustodyParts } from './custody.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a slow node delays only the reconciliation of its own network', async () => {
  const nowhere = async () => {
    throw new Error('there is no database');
  };
  const setUp = (network: Network) => ({ chain: { network }, pollMs: 3_600_000, maxFee: 1n });
  const custody = new Custody({
    pool: { query: nowhere, connect: nowhere },
    networks: [setUp('ERC20'), setUp('BTC')],
    connect: async () => ({ on() {}, query: async () => ({ rows: [] }), end: async () => {} }),
    withdrawals: {},
    log: { error() {}, warn() {} },
  } as unknown as CustodyParts);
  const looks = new Map<Network, number>();
  custody.reconcile = async (network) => {
    looks.set(network, (looks.get(network) ?? 0) + 1);
    if (network === 'ERC20') await new Promise((resolve) => setTimeout(resolve, 500_000));
    return [];
  };
  await custody.start();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(looks).toEqual(
    new Map([
      ['ERC20', 2],
      ['BTC', 10],
    ]),
  );
});
