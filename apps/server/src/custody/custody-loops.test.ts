import type { Network } from '@vitrine/chains';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Custody, type CustodyParts } from './custody.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const nowhere = async (_text: string, _values: readonly unknown[]): Promise<object> => {
  throw new Error('the database is not available');
};

function custodyOn(query: typeof nowhere): Custody {
  const setUp = (network: Network) => ({ chain: { network }, pollMs: 3_600_000, maxFee: 1n });
  return new Custody({
    pool: { query, connect: nowhere },
    networks: [setUp('ERC20'), setUp('BTC')],
    connect: async () => ({ on() {}, query: async () => ({ rows: [] }), end: async () => {} }),
    withdrawals: {},
    log: { error() {}, warn() {} },
  } as unknown as CustodyParts);
}

test('a slow node delays only the reconciliation of its own network', async () => {
  const custody = custodyOn(nowhere);
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

test('a network that has not been reconciled for ten minutes raises an alarm, whether its reconciliation fails or never ends', async () => {
  const raised: unknown[] = [];
  const custody = custodyOn(async (text, values) => {
    if (!text.includes('into custody_alarms')) return nowhere(text, values);
    raised.push(values.slice(0, 4));
    return { rows: [] };
  });
  custody.reconcile = async (network) => {
    if (network === 'ERC20') throw new Error('canceling statement due to statement timeout');
    return new Promise(() => undefined);
  };
  await custody.start();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(raised).toEqual([]);
  await vi.advanceTimersByTimeAsync(30_000);
  const detail = 'Holdings have not been compared with the ledger for more than 10 minutes.';
  expect(raised).toEqual([
    ['ERC20', 'reconciliation', 'reconciliation', detail],
    ['BTC', 'reconciliation', 'reconciliation', detail],
  ]);
});
