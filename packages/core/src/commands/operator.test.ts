import { assetUnits, priceTicks, timeMs } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import {
  ALICE,
  BOB,
  BTC,
  type Exchange,
  endsIn,
  limit,
  MARKET,
  market,
  opened,
  orderIn,
  trigger,
  USDT,
} from '../../test/exchange.ts';
import { CommandBatch, type HoldUnits, type SetRestrictions } from '../index.ts';

const restrict = (exchange: Exchange, tradeMs: number, withdrawMs: number, owner = ALICE): SetRestrictions => ({
  kind: 'SetRestrictions',
  owner,
  tradeUntil: timeMs(tradeMs === 0 ? 0 : exchange.core.timeMs + tradeMs),
  withdrawUntil: timeMs(withdrawMs === 0 ? 0 : exchange.core.timeMs + withdrawMs),
});

const hold = (purpose: HoldUnits['purpose'], by = ALICE): HoldUnits => ({
  kind: 'HoldUnits',
  by,
  purpose,
  from: { owner: ALICE, wallet: 'spot' },
  to: { owner: 1, wallet: 'spot' },
  asset: USDT,
  units: assetUnits(10),
});

describe('[L12] restrictions', () => {
  test('an owner restricted from trading can cancel and withdraw, but not place orders or pairs, amend or convert', () => {
    const exchange = opened();
    const resting = orderIn(exchange.accept(limit(ALICE, 'buy', 10, 90)));
    exchange.accept(limit(BOB, 'sell', 10, 101));
    exchange.accept(restrict(exchange, 1000, 0));
    const pair = { sizeLots: 1, priceTicks: 110, stopTriggerTicks: 90 };
    const refused = [
      limit(ALICE, 'buy', 1, 90),
      market(ALICE, 'buy', 1),
      { kind: 'PlaceOco', owner: ALICE, market: MARKET, side: 'sell', ...pair },
      { kind: 'AmendOrder', owner: ALICE, order: resting, openLots: 5 },
      { kind: 'AmendOrder', owner: ALICE, order: 999, openLots: 5 },
      { kind: 'Convert', owner: ALICE, from: USDT, to: BTC, units: 500, minUnits: 0 },
      hold('convert'),
    ];
    for (const command of refused) expect(exchange.refuse(command as never)).toBe('account_restricted');
    exchange.accept(hold('withdrawal'));
    exchange.accept(hold('convert', 1));
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: resting });
    exchange.accept(limit(BOB, 'buy', 1, 90));
    exchange.verify();
  });

  test('an owner restricted from withdrawing is refused holds for withdrawals and nothing else', () => {
    const exchange = opened();
    exchange.accept(restrict(exchange, 0, 1000));
    expect(exchange.refuse(hold('withdrawal'))).toBe('account_restricted');
    exchange.accept(hold('convert'));
    exchange.accept(limit(ALICE, 'buy', 1, 90));
    exchange.verify();
  });

  test('a restriction ends automatically at its time, and a later command replaces it', () => {
    const exchange = opened();
    exchange.accept(restrict(exchange, 1000, 1000));
    expect(exchange.core.restrictionsOf(ALICE)).toEqual({
      tradeUntil: exchange.core.timeMs + 1000,
      withdrawUntil: exchange.core.timeMs + 1000,
    });
    exchange.restart();
    exchange.accept({ kind: 'AdvanceClock', byMs: 999 });
    expect(exchange.refuse(limit(ALICE, 'buy', 1, 90))).toBe('account_restricted');
    exchange.accept({ kind: 'AdvanceClock', byMs: 1 });
    exchange.accept(limit(ALICE, 'buy', 1, 90));
    expect(exchange.core.restrictionsOf(ALICE)).toEqual({ tradeUntil: 0, withdrawUntil: 0 });
    exchange.accept(restrict(exchange, 1000, 1000));
    exchange.accept(restrict(exchange, 0, 1000));
    exchange.accept(limit(ALICE, 'buy', 1, 90));
    expect(exchange.refuse(hold('withdrawal'))).toBe('account_restricted');
    exchange.verify();
  });

  test('a fired order of an owner restricted from trading ends as trigger_refused; only clients can be restricted', () => {
    const exchange = opened();
    const stop = orderIn(exchange.accept(limit(ALICE, 'buy', 1, 105, trigger('stop', 104))));
    exchange.accept(restrict(exchange, 1000, 0));
    exchange.accept(limit(BOB, 'sell', 1, 104));
    const events = exchange.accept(limit(1002, 'buy', 1, 104));
    expect(endsIn(events)).toContainEqual([stop, 'trigger_refused']);
    expect(exchange.refuse(restrict(exchange, 1000, 0, 5))).toBe('malformed');
    exchange.verify();
  });

  test('without an active restriction the state hash is unchanged', () => {
    const [plain, restricted] = [opened(), opened()];
    restricted.accept(restrict(restricted, 0, 0));
    plain.accept({ kind: 'SetFeeTier', owner: ALICE, tier: 0 });
    expect(restricted.core.stateHash()).toBe(plain.core.stateHash());
  });
});

describe('[U1] anchors of the audit trail', () => {
  const anchor = (sequence: number, digit: string) =>
    ({ kind: 'AnchorAudit', sequence, hash: digit.repeat(64) }) as const;

  test('the newest anchor is part of the state, snapshots and the state hash; an older one is malformed', () => {
    const exchange = opened();
    expect(exchange.core.auditAnchor).toBeUndefined();
    exchange.accept(anchor(3, 'a'));
    const hash = exchange.core.stateHash();
    expect(exchange.accept(anchor(7, 'f'))).toEqual([{ kind: 'AuditAnchored', sequence: 7, hash: 'f'.repeat(64) }]);
    expect(exchange.core.stateHash()).not.toBe(hash);
    expect(exchange.refuse(anchor(7, 'f'))).toBe('malformed');
    expect(exchange.refuse(anchor(6, 'f'))).toBe('malformed');
    exchange.restart();
    expect(exchange.core.auditAnchor).toEqual({ sequence: 7, hash: 'f'.repeat(64) });
    exchange.verify();
  });

  test('an invalid hash cannot be pushed to a batch', () => {
    const batch = new CommandBatch();
    for (const hash of ['', 'a'.repeat(63), 'A'.repeat(64)])
      expect(() => batch.push({ kind: 'AnchorAudit', sequence: 1, hash })).toThrow('malformed');
  });
});

test('the encoding of the commands is the same as in existing logs', () => {
  const batch = new CommandBatch();
  batch.push({ kind: 'SetRestrictions', owner: 1000, tradeUntil: timeMs(1_763_661_600_000), withdrawUntil: timeMs(0) });
  batch.push({ kind: 'AnchorAudit', sequence: 300, hash: '0123456789abcdef'.repeat(4) });
  batch.push({ ...market(ALICE, 'buy', 5), priceTicks: priceTicks(101) });
  expect(Buffer.from(batch.toBytes()).toString('hex')).toMatchInlineSnapshot(
    `"010300000019e80780aab193aa33001aac0267452301efcdab8967452301efcdab8967452301efcdab8967452301efcdab890e06c0e807016505"`,
  );
  expect(CommandBatch.fromBytes(batch.toBytes()).commands()).toMatchObject([
    { kind: 'SetRestrictions', owner: 1000, tradeUntil: 1_763_661_600_000, withdrawUntil: 0 },
    { kind: 'AnchorAudit', sequence: 300, hash: '0123456789abcdef'.repeat(4) },
    { kind: 'PlaceOrder', priceTicks: 101 },
  ]);
});
