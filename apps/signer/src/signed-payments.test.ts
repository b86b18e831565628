import { beforeEach, expect, test } from 'vitest';
import { expiryMarginMs, type JournalEntry, SignedPayments } from './signed-payments.ts';

const hour = 3_600_000;
const nowMs = 1_000 * hour;
let payments: SignedPayments;

const entry = (parts: Partial<JournalEntry>): JournalEntry => ({
  atMs: nowMs,
  id: 'withdrawal:1',
  network: 'TRC20',
  purpose: 'withdrawal',
  coin: 'USDT',
  to: 'T',
  amount: '100',
  fee: '5',
  hash: '1',
  source: 'hot',
  claims: [],
  ...parts,
});

beforeEach(() => {
  payments = new SignedPayments();
});

test('without claims, a second transaction must wait until the first has expired, plus a margin', () => {
  payments.add(entry({ expiresAtMs: nowMs + hour }));
  const next = entry({ hash: '2', expiresAtMs: nowMs + 3 * hour });
  expect(payments.couldPayTwice(next, nowMs + hour + expiryMarginMs)).toBe(true);
  expect(payments.couldPayTwice(next, nowMs + hour + expiryMarginMs + 1)).toBe(false);
});

test('before another transaction is signed, every earlier one must have expired, not only the last', () => {
  payments.add(entry({ expiresAtMs: nowMs + 10 * hour }));
  payments.add(entry({ hash: '2', expiresAtMs: nowMs + hour }));
  expect(payments.couldPayTwice(entry({ hash: '3', expiresAtMs: nowMs + 20 * hour }), nowMs + 5 * hour)).toBe(true);
});

test('a second transaction without claims or expiry could pay twice, as nothing prevents both from being included', () => {
  payments.add(entry({}));
  expect(payments.couldPayTwice(entry({ hash: '2' }), nowMs + 1_000 * hour)).toBe(true);
});

test('a second transaction with different claims could pay twice, one with the same claims could not', () => {
  payments.add(entry({ claims: ['a:0', 'b:0'] }));
  expect(payments.couldPayTwice(entry({ hash: '2', claims: ['a:0', 'b:0'] }), nowMs)).toBe(false);
  expect(payments.couldPayTwice(entry({ hash: '2', claims: ['c:0'] }), nowMs)).toBe(true);
});

test('a payment counts toward a limit for 24 hours from its first transaction', () => {
  payments.add(entry({ claims: ['a:0'] }));
  payments.add(entry({ atMs: nowMs + 20 * hour, hash: '2', claims: ['a:0'] }));
  expect(payments.used('USDT', 'TRC20', nowMs + 24 * hour)).toBe(100n);
  expect(payments.used('USDT', 'TRC20', nowMs + 24 * hour + 1)).toBe(0n);
});

test('a transaction after an expired one counts again, with amount and fee, as the expired one may have been included', () => {
  payments.add(entry({ expiresAtMs: nowMs }));
  const next = entry({ atMs: nowMs + hour, hash: '2', expiresAtMs: nowMs + 2 * hour });
  expect([payments.countsAgain(next), payments.feeIncrease(next)]).toEqual([true, 5n]);
  payments.add(next);
  expect([payments.countsAgain(next), payments.feeIncrease(next)]).toEqual([false, 0n]);
  expect(payments.used('USDT', 'TRC20', nowMs + hour)).toBe(200n);
  expect(payments.feesUsed('TRC20', nowMs + hour)).toBe(10n);
});

test('setting the clock back frees no part of a limit', () => {
  payments.add(entry({}));
  payments.add(entry({ id: 'withdrawal:2', atMs: nowMs + 23 * hour }));
  expect(payments.used('USDT', 'TRC20', nowMs - 100 * hour)).toBe(200n);
});

test('networks and coins have separate limits; payments to our own addresses use none', () => {
  payments.add(entry({}));
  payments.add(entry({ id: 'withdrawal:2', network: 'ERC20' }));
  payments.add(entry({ id: 'sweep:1', purpose: 'sweep' }));
  expect(payments.used('USDT', 'TRC20', nowMs)).toBe(100n);
  expect(payments.used('TRX', 'TRC20', nowMs)).toBe(0n);
  expect(payments.feesUsed('TRC20', nowMs)).toBe(10n);
});
