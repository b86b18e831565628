import { type AssetUnits, assetUnits } from '@vitrine/money';
import { expect, test } from 'vitest';
import { ALICE, BOB, BTC, opened, USDT } from '../../test/exchange.ts';
import { KeyedHash, PLAIN_KEY } from '../columns/hash-key.ts';
import type { HoldUnits } from '../commands/hold-units.ts';
import { WithdrawalUses } from './withdrawal-uses.ts';

const DAY_MS = 86_400_000;

const withdrawal = (value: number, limit: number, over: Partial<HoldUnits> = {}): HoldUnits => ({
  kind: 'HoldUnits',
  by: ALICE,
  purpose: 'withdrawal',
  from: { owner: ALICE, wallet: 'spot' },
  to: { owner: 12, wallet: 'spot' },
  asset: BTC,
  units: assetUnits(1),
  use: { valueUnits: value as AssetUnits, limitUnits: limit as AssetUnits },
  ...over,
});
const used = (exchange: ReturnType<typeof opened>, owner = ALICE) => exchange.core.withdrawalUse(owner);

test('[W1] an owner’s withdrawals within 24 hours, in any assets, may add up to exactly the limit', () => {
  const exchange = opened();
  exchange.accept(withdrawal(600, 1000));
  expect(exchange.refuse(withdrawal(401, 1000))).toBe('exceeds_limit');
  exchange.accept(withdrawal(400, 1000, { asset: USDT }));
  expect(exchange.refuse(withdrawal(1, 1000))).toBe('exceeds_limit');
  exchange.accept(withdrawal(0, 1000));
  exchange.accept(withdrawal(1000, 1000, { by: BOB, from: { owner: BOB, wallet: 'spot' } }));
  expect([used(exchange), used(exchange, BOB), used(exchange, 4711)]).toEqual([1000, 1000, 0]);
  exchange.verify();
});

test('[W1] two requests in one batch cannot exceed the limit together', () => {
  const exchange = opened();
  const outcomes = Array.from({ length: 64 }, () => exchange.refuse(withdrawal(501, 1000)));
  expect(outcomes.filter((refusal) => refusal === undefined)).toHaveLength(1);
  expect(new Set(outcomes.slice(1))).toEqual(new Set(['exceeds_limit']));
});

test('[W1] the limit is checked after the owner and before the balance, if the withdrawal uses the limit', () => {
  const exchange = opened();
  expect(exchange.refuse(withdrawal(2, 1, { units: assetUnits(9_000_000) }))).toBe('exceeds_limit');
  expect(exchange.refuse(withdrawal(2, 1, { by: BOB }))).toBe('not_owner');
  expect(exchange.refuse(withdrawal(2, 3, { purpose: 'convert' }))).toBe('malformed');
  expect(exchange.refuse(withdrawal(2 ** 53 - 1, 2 ** 53 - 2))).toBe('exceeds_limit');
  const { use: _, ...plain } = withdrawal(2, 1);
  exchange.accept(plain);
  expect(used(exchange)).toBe(0);
});

test('[W2] each use of the limit counts until it is 24 hours old, even after an earlier use has expired', () => {
  const exchange = opened();
  const start = exchange.timeMs;
  exchange.accept(withdrawal(600, 1000));
  exchange.timeMs = start + 1000;
  exchange.accept(withdrawal(300, 1000));
  exchange.timeMs = start + DAY_MS - 1;
  expect(exchange.refuse(withdrawal(200, 1000))).toBe('exceeds_limit');
  exchange.restart();
  exchange.timeMs = start + DAY_MS;
  exchange.accept(withdrawal(700, 1000));
  expect(used(exchange)).toBe(1000);
  exchange.verify();
  exchange.restart();
  exchange.accept({ kind: 'AdvanceClock', byMs: 1000 });
  expect(used(exchange)).toBe(700);
  exchange.accept(withdrawal(300, 1000));
  exchange.verify();
});

test('[W2] voided and expired holds give back the limit they used, posted ones do not', () => {
  const exchange = opened();
  for (let i = 0; i < 3; i++) exchange.accept(withdrawal(300, 1000, { units: assetUnits(10) }));
  exchange.accept(withdrawal(100, 1000, { expiresAt: (exchange.timeMs + 5) as HoldUnits['expiresAt'] & number }));
  exchange.accept({ kind: 'VoidHold', hold: 2 });
  exchange.accept({ kind: 'PostHold', hold: 1, units: assetUnits(4) });
  exchange.accept({ kind: 'PostHold', hold: 3 });
  expect(used(exchange)).toBe(700);
  exchange.verify();
  exchange.restart();
  exchange.timeMs += 5;
  exchange.accept({ kind: 'Tick' });
  expect(used(exchange)).toBe(600);
  expect(exchange.refuse(withdrawal(401, 1000))).toBe('exceeds_limit');
  exchange.accept(withdrawal(400, 1000));
  exchange.verify();
});

test('[W2] a hold voided a day later does not give back its limit a second time', () => {
  const exchange = opened();
  exchange.accept(withdrawal(900, 1000));
  exchange.timeMs += DAY_MS;
  exchange.accept(withdrawal(800, 1000));
  exchange.accept({ kind: 'VoidHold', hold: 1 });
  expect(used(exchange)).toBe(800);
  exchange.verify();
});

test('[W3] after the limit is lowered, new withdrawals are refused, even those of zero value', () => {
  const exchange = opened();
  exchange.accept(withdrawal(900, 1000));
  expect(exchange.refuse(withdrawal(0, 899))).toBe('exceeds_limit');
  exchange.accept(withdrawal(0, 900));
});

test('the uses of the limit match a plain list of thirty thousand, and expired uses are removed', () => {
  const uses = new WithdrawalUses(new KeyedHash(PLAIN_KEY));
  let plain: { owner: number; hold: number; units: number; timeMs: number }[] = [];
  let seed = 3;
  const below = (bound: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % bound;
  };
  const sumOf = (owner: number) =>
    plain.filter((use) => use.owner === owner).reduce((sum, { units }) => sum + units, 0);
  let timeMs = DAY_MS;
  for (let hold = 1; hold <= 30_000; hold++) {
    timeMs += below(200_000) + (below(6000) === 0 ? 2 * DAY_MS : 0);
    plain = plain.filter((use) => use.timeMs > timeMs - DAY_MS);
    const owner = 1000 + below(70);
    const units = below(4) === 0 ? 0 : 1 + below(1000);
    if (hold % 50 === 0) expect(uses.usedUnits(owner, timeMs)).toBe(sumOf(owner));
    uses.add(owner, hold, units, timeMs);
    if (units !== 0) plain.push({ owner, hold, units, timeMs });
    const voided = hold - below(1500);
    if (below(3) === 0 && voided > 0) {
      uses.giveBack(voided);
      plain = plain.filter((use) => use.hold !== voided);
    }
  }
  for (let owner = 1000; owner < 1070; owner++) expect(uses.usedUnits(owner, timeMs)).toBe(sumOf(owner));
  const told: unknown[] = [];
  uses.forEach(timeMs, (owner, hold, units, at) => told.push({ owner, hold, units, timeMs: at }));
  expect(told).toEqual(plain);
  expect(plain.length).toBeGreaterThan(100);
  expect(uses.kept).toBeLessThan(2 * plain.length + 2000);
});

test('[W4] an owner has at most as many active uses as a command has steps; voided or expired ones make room', () => {
  const exchange = opened({}, undefined, { stepsPerCommand: 3 });
  const holds = [1, 2, 3].map(() => exchange.accept(withdrawal(10, 1000)));
  const [first] = holds.flat();
  if (first?.kind !== 'HoldPending') throw new Error('no HoldPending event was emitted');
  exchange.accept({ kind: 'PostHold', hold: first.hold + 1 });
  expect(exchange.refuse(withdrawal(10, 1000))).toBe('exceeds_limit');
  exchange.accept(withdrawal(0, 1000));
  exchange.accept({ kind: 'VoidHold', hold: first.hold });
  exchange.accept(withdrawal(10, 1000));
  exchange.restart();
  exchange.accept({ kind: 'PostHold', hold: first.hold + 2 });
  expect(exchange.refuse(withdrawal(10, 1000))).toBe('exceeds_limit');
  exchange.timeMs += 24 * 3_600_000;
  exchange.accept(withdrawal(10, 1000));
  exchange.verify();
});
