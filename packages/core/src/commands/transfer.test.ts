import { assetUnits } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import { ALICE, BOB, BTC, budget, limit, opened, USDT } from '../../test/exchange.ts';
import type { Refusal } from '../vocabulary/refusals.ts';
import type { Leg, Reference, Wallet } from '../vocabulary/terms.ts';
import type { Command } from './all.ts';
import type { Transfer } from './transfer.ts';

const leg = (owner: number, units: number, asset = USDT, wallet: Wallet = 'spot'): Leg => ({
  owner,
  wallet,
  asset,
  units: assetUnits(units),
});
const move = (by: number, ...legs: Leg[]): Transfer => ({ kind: 'Transfer', by, purpose: 'between_wallets', legs });
const hold = (by: number, from: number, units: number, over: object = {}) =>
  ({
    kind: 'HoldUnits',
    by,
    purpose: 'withdrawal',
    from: { owner: from, wallet: 'spot' },
    to: { owner: 1, wallet: 'spot' },
    asset: USDT,
    units: assetUnits(units),
    ...over,
  }) as const;

describe('transfers', () => {
  const table: [string, Transfer, Refusal | undefined, alice: number, bob: number][] = [
    [
      '[L2] moves units between wallets',
      move(ALICE, leg(ALICE, -5), leg(ALICE, 5, USDT, 'earn')),
      undefined,
      999_995,
      1e6,
    ],
    ['[L4] a client may credit anyone', move(ALICE, leg(ALICE, -5), leg(BOB, 5)), undefined, 999_995, 1_000_005],
    ['[L4] a client may not take from another client', move(ALICE, leg(BOB, -5), leg(ALICE, 5)), 'not_owner', 1e6, 1e6],
    ['[L4] the exchange may take from a client', move(1, leg(BOB, -5), leg(ALICE, 5)), undefined, 1_000_005, 999_995],
    [
      '[L2] converts one asset to another in one step if both balance',
      move(ALICE, leg(ALICE, -100), leg(8, 100), leg(ALICE, 1, BTC), leg(8, -1, BTC)),
      undefined,
      999_900,
      1e6,
    ],
    ['[L2] refuses legs that do not balance', move(ALICE, leg(ALICE, -5), leg(BOB, 4)), 'unbalanced_legs', 1e6, 1e6],
    [
      '[L2] refuses legs that balance only across assets',
      move(1, leg(1, -5), leg(ALICE, 5, BTC)),
      'unbalanced_legs',
      1e6,
      1e6,
    ],
    ['[L2] refuses a leg of zero units', move(ALICE, leg(ALICE, 0), leg(BOB, 0)), 'malformed', 1e6, 1e6],
    ['[L2] refuses a single leg', move(1, leg(1, -5)), 'malformed', 1e6, 1e6],
    [
      '[L3] may take the last unit of the balance',
      move(ALICE, leg(ALICE, -1_000_000), leg(BOB, 1_000_000)),
      undefined,
      0,
      2e6,
    ],
    [
      '[L3] refuses one unit more than the balance',
      move(ALICE, leg(ALICE, -1_000_001), leg(BOB, 1_000_001)),
      'exceeds_balance',
      1e6,
      1e6,
    ],
    [
      '[L3] the legs of one account are added up',
      move(ALICE, leg(ALICE, -600_000), leg(ALICE, -600_000), leg(BOB, 1_200_000)),
      'exceeds_balance',
      1e6,
      1e6,
    ],
    [
      '[L2] incoming units can pay for outgoing ones',
      move(1, leg(ALICE, -1_500_000), leg(BOB, 1_500_000), leg(ALICE, 700_000), leg(1, -700_000)),
      undefined,
      200_000,
      2_500_000,
    ],
    ['refuses an unknown asset', move(1, leg(1, -5, 9), leg(ALICE, 5, 9)), 'unknown_asset', 1e6, 1e6],
    [
      '[N3] refuses to issue more than 2^53 - 1 in all',
      move(1, leg(1, -(2 ** 53 - 1)), leg(ALICE, 2 ** 53 - 1)),
      'exceeds_range',
      1e6,
      1e6,
    ],
  ];

  test('[N3] returned units make room for newly issued ones, to the last unit', () => {
    const exchange = opened();
    const all = 2 ** 53 - 1;
    const owned = 3_000_000;
    exchange.accept(move(1, leg(1, -(all - owned)), leg(3, all - owned)));
    expect(exchange.refuse(move(1, leg(1, -1), leg(3, 1)))).toBe('exceeds_range');
    exchange.accept(move(1, leg(8, -all, USDT, 'earn'), leg(1, all)));
    expect(exchange.balance(1, USDT)).toEqual([0, 0]);
    expect(exchange.refuse(move(1, leg(8, -1, USDT, 'earn'), leg(3, 1)))).toBe('exceeds_range');
    exchange.accept(move(1, leg(8, all, USDT, 'earn'), leg(1, -all)));
    exchange.verify();
  });

  test.each(table)('%s', (_, command, refusal, alice, bob) => {
    const exchange = opened();
    expect(exchange.refuse(command)).toBe(refusal);
    expect(exchange.balance(ALICE, USDT)).toEqual([alice, 0]);
    expect(exchange.balance(BOB, USDT)).toEqual([bob, 0]);
    exchange.verify();
  });
});

describe('funds', () => {
  const [FIRST, LAST] = [100, 899];

  test('[L13] a transfer may take the last unit of a fund, and not one more', () => {
    const exchange = opened();
    for (const fund of [FIRST, LAST]) {
      exchange.accept(move(1, leg(1, -50), leg(fund, 50, USDT, 'earn')));
      expect(exchange.refuse(move(1, leg(fund, -51, USDT, 'earn'), leg(ALICE, 51)))).toBe('exceeds_fund');
      expect(exchange.refuse(move(ALICE, leg(fund, -51, USDT, 'earn'), leg(fund, 51)))).toBe('exceeds_fund');
      exchange.accept(move(ALICE, leg(fund, -50, USDT, 'earn'), leg(fund, 50)));
      expect(exchange.balance(fund, USDT, 'earn')).toEqual([0, 0]);
      expect(exchange.refuse(move(fund, leg(fund, -1, BTC), leg(ALICE, 1, BTC)))).toBe('exceeds_fund');
    }
    exchange.verify();
  });

  test('[L13] the owners before the first fund and after the last one may still be negative', () => {
    const exchange = opened();
    for (const owner of [FIRST - 1, LAST + 1]) {
      exchange.accept(move(1, leg(owner, -5), leg(ALICE, 5)));
      expect(exchange.balance(owner, USDT)).toEqual([-5, 0]);
    }
    exchange.verify();
  });

  test('[L13] a client who lacks the balance is named before the fund', () => {
    const exchange = opened();
    const both = move(ALICE, leg(FIRST, -1), leg(ALICE, -1_000_001), leg(BOB, 1_000_002));
    expect(exchange.refuse(both)).toBe('exceeds_balance');
    exchange.verify();
  });

  test('[L13] holds, orders and conversions of a fund need its balance', () => {
    const exchange = opened();
    expect(exchange.refuse(hold(1, FIRST, 1))).toBe('exceeds_balance');
    expect(exchange.refuse(limit(FIRST, 'sell', 1, 100))).toBe('exceeds_balance');
    expect(exchange.refuse(limit(FIRST, 'buy', 1, 100))).toBe('exceeds_balance');
    expect(exchange.refuse(budget(FIRST, 'sell', 100))).toBe('exceeds_balance');
    const convert = { kind: 'Convert', owner: FIRST, from: BTC, to: USDT, minUnits: assetUnits(0) } as const;
    exchange.accept(limit(BOB, 'buy', 10, 100));
    expect(exchange.refuse({ ...convert, units: assetUnits(2) })).toBe('exceeds_balance');
    exchange.deposit(FIRST, BTC, 2);
    exchange.accept({ ...convert, units: assetUnits(2) });
    expect(exchange.balance(FIRST, BTC)).toEqual([0, 0]);
    exchange.deposit(FIRST, BTC, 1);
    exchange.accept(budget(FIRST, 'sell', 1000));
    expect(exchange.balance(FIRST, BTC)).toEqual([0, 0]);
    exchange.verify();
  });

  test('[L13] under rules before 5 a fund may be negative; afterwards it can only be credited until it is covered', () => {
    const exchange = opened({}, undefined, {}, 4);
    exchange.accept(move(1, leg(FIRST, -5), leg(ALICE, 5)));
    exchange.accept({ kind: 'ActivateRules', version: 5 });
    exchange.restart();
    expect(exchange.refuse(move(1, leg(FIRST, -1), leg(ALICE, 1)))).toBe('exceeds_fund');
    exchange.accept(move(1, leg(1, -7), leg(FIRST, 7)));
    expect(exchange.refuse(move(1, leg(FIRST, -3), leg(ALICE, 3)))).toBe('exceeds_fund');
    exchange.accept(move(1, leg(FIRST, -2), leg(ALICE, 2)));
    exchange.verify();
  });

  test('[L13] a fund cannot be frozen or restricted', () => {
    const exchange = opened();
    expect(exchange.refuse({ kind: 'FreezeOwner', owner: FIRST })).toBe('malformed');
    exchange.verify();
  });
});

describe('holds', () => {
  test('[L5] [L6] a hold sets units aside, posts a part and returns the rest', () => {
    const exchange = opened();
    exchange.accept(hold(ALICE, ALICE, 1000));
    expect(exchange.balance(ALICE, USDT)).toEqual([999_000, 1000]);
    expect(exchange.refuse({ kind: 'PostHold', hold: 1, units: assetUnits(1001) })).toBe('exceeds_hold');
    const [posted] = exchange.accept({ kind: 'PostHold', hold: 1, units: assetUnits(300) });
    expect(posted).toMatchObject({ kind: 'HoldPosted', units: 300, returnedUnits: 700 });
    expect(exchange.balance(ALICE, USDT)).toEqual([999_700, 0]);
    expect(exchange.refuse({ kind: 'PostHold', hold: 1 })).toBe('unknown_hold');
    exchange.verify();
  });

  test('[L7] a void returns the whole hold', () => {
    const exchange = opened();
    exchange.accept(hold(ALICE, ALICE, 1000));
    exchange.accept({ kind: 'VoidHold', hold: 1 });
    expect(exchange.balance(ALICE, USDT)).toEqual([1_000_000, 0]);
    expect(exchange.refuse({ kind: 'VoidHold', hold: 1 })).toBe('unknown_hold');
  });

  test('[L8] a hold expires with the first Tick at or after its time, and can be posted until then', () => {
    const exchange = opened();
    const at = exchange.timeMs;
    expect(exchange.refuse(hold(ALICE, ALICE, 1, { expiresAt: at }))).toBe('malformed');
    exchange.accept(hold(ALICE, ALICE, 10, { expiresAt: at + 100 }));
    exchange.accept(hold(ALICE, ALICE, 20, { expiresAt: at + 50 }));
    exchange.accept(hold(ALICE, ALICE, 30, { expiresAt: at + 50 }));
    exchange.accept(hold(ALICE, ALICE, 40));
    expect(exchange.core.nextDueMs()).toBe(at + 50);
    exchange.timeMs = at + 99;
    exchange.accept({ kind: 'PostHold', hold: 3 });
    expect(exchange.accept({ kind: 'Tick' })).toMatchObject([{ kind: 'HoldVoided', hold: 2, expired: true }]);
    expect(exchange.core.nextDueMs()).toBe(at + 100);
    exchange.timeMs = at + 100;
    exchange.accept({ kind: 'Tick' });
    expect(exchange.core.nextDueMs()).toBeUndefined();
    expect(exchange.balance(ALICE, USDT)).toEqual([1_000_000 - 70, 40]);
  });

  test('[L8] holds that end before they expire are removed from the expiry queue', () => {
    const exchange = opened();
    const at = exchange.timeMs;
    for (let i = 1; i <= 2500; i++) {
      exchange.accept(hold(ALICE, ALICE, 1, { expiresAt: at + 1000 + (i % 7) }));
      if (i % 500 !== 0) exchange.accept({ kind: 'VoidHold', hold: i });
    }
    exchange.timeMs = at + 1000;
    expect(exchange.core.nextDueMs()).toBe(at + 1000 + Math.min(...[1, 2, 3, 4, 5].map((n) => (n * 500) % 7)));
    exchange.timeMs = at + 2000;
    expect(exchange.accept({ kind: 'Tick' }).length).toBe(5);
    exchange.verify();
  });

  test('[L3] [L4] a hold never takes more than the balance, and never from another client', () => {
    const exchange = opened();
    expect(exchange.refuse(hold(ALICE, ALICE, 1_000_001))).toBe('exceeds_balance');
    expect(exchange.refuse(hold(ALICE, BOB, 1))).toBe('not_owner');
    exchange.accept(hold(1, BOB, 1));
  });
});

describe('records', () => {
  test('[L10] a transfer and every event of a hold name the record they move money for', () => {
    const exchange = opened();
    const told = (command: Command) =>
      exchange.accept(command).map((e) => ('record' in e ? [e.kind, e.record] : e.kind));
    expect(told({ ...move(1, leg(1, -10), leg(ALICE, 10)), record: 7 })).toEqual([['TransferPosted', 7]]);
    expect(told(move(1, leg(1, -10), leg(ALICE, 10)))).toEqual([['TransferPosted', 0]]);
    expect(told({ ...hold(ALICE, ALICE, 10), record: 8 })).toEqual([['HoldPending', 8]]);
    expect(told({ ...hold(ALICE, ALICE, 10, { expiresAt: exchange.timeMs + 5 }), record: 9 })).toEqual([
      ['HoldPending', 9],
    ]);
    expect(told({ ...hold(ALICE, ALICE, 10), record: 2 ** 53 - 1 })).toEqual([['HoldPending', 2 ** 53 - 1]]);
    expect(told(hold(ALICE, ALICE, 10))).toEqual([['HoldPending', 0]]);
    exchange.verify();
    exchange.restart();
    expect(exchange.pendingHolds().map((pending) => pending.record)).toEqual([8, 9, 2 ** 53 - 1, 0]);
    expect(told({ kind: 'PostHold', hold: 1, units: assetUnits(4) })).toEqual([['HoldPosted', 8]]);
    exchange.timeMs += 5;
    expect(told({ kind: 'Tick' })).toEqual([['HoldVoided', 9]]);
    expect(told({ kind: 'VoidHold', hold: 3 })).toEqual([['HoldVoided', 2 ** 53 - 1]]);
    expect(told({ kind: 'PostHold', hold: 4 })).toEqual([['HoldPosted', 0]]);
    exchange.verify();
  });

  test('[R3] a different record under the same reference counts as different content', () => {
    const exchange = opened();
    const reference: Reference = { source: 'outside', words: [1, 2, 3, 4] };
    const command = { ...hold(ALICE, ALICE, 10), record: 8, reference };
    exchange.accept(command);
    expect(exchange.do(command)).toMatchObject([{ kind: 'CommandRepeated', result: 1 }]);
    expect(exchange.refuse({ ...command, record: 9 })).toBe('reference_conflict');
    expect(exchange.refuse({ ...hold(ALICE, ALICE, 10), reference })).toBe('reference_conflict');
  });
});

describe('a freeze', () => {
  test('[L9] a freeze ends open orders and refuses new ones, but lets the exchange act and leaves holds pending', () => {
    const exchange = opened();
    exchange.accept(limit(ALICE, 'buy', 10, 90));
    exchange.accept(hold(ALICE, ALICE, 100));
    exchange.accept({ kind: 'SetMarketStatus', market: 1, status: 'halted' });
    const events = exchange.accept({ kind: 'FreezeOwner', owner: ALICE });
    expect(events).toMatchObject([{ kind: 'OwnerFrozen' }, { kind: 'LevelChanged' }, { end: 'frozen' }]);
    exchange.accept({ kind: 'SetMarketStatus', market: 1, status: 'open' });
    expect(exchange.refuse(limit(ALICE, 'buy', 1, 90))).toBe('account_frozen');
    expect(exchange.refuse(move(ALICE, leg(ALICE, -1), leg(BOB, 1)))).toBe('account_frozen');
    expect(exchange.refuse(hold(ALICE, ALICE, 1))).toBe('account_frozen');
    exchange.accept({ kind: 'CancelAllOrders', owner: ALICE });
    exchange.accept(move(1, leg(ALICE, -1), leg(1, 1)));
    expect(exchange.balance(ALICE, USDT)).toEqual([999_899, 100]);
    exchange.accept({ kind: 'UnfreezeOwner', owner: ALICE });
    exchange.accept(limit(ALICE, 'buy', 1, 90));
    expect(exchange.refuse({ kind: 'FreezeOwner', owner: 8 })).toBe('malformed');
    exchange.verify();
  });
});

test('[N3] units that a client lacks are not issued: a transfer of far too much is refused as exceeds_balance', () => {
  const transferOf = (units: number): Command => ({
    kind: 'Transfer',
    by: ALICE,
    purpose: 'between_wallets',
    legs: [
      { owner: ALICE, wallet: 'spot', asset: BTC, units: assetUnits(-units) },
      { owner: ALICE, wallet: 'earn', asset: BTC, units: assetUnits(units) },
    ],
  });
  expect(opened().refuse(transferOf(2 ** 53 - 1))).toBe('exceeds_balance');
  expect(opened({}, undefined, {}, 1).refuse(transferOf(2 ** 53 - 1))).toBe('exceeds_range');
});
