import { assetUnits, timeMs } from '@vitrine/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALICE, BOB, BTC, CAROL, type Exchange, opened, USDT } from '../../test/exchange.ts';
import type { Command } from '../commands/all.ts';

const OWNERS = [1, 8, ALICE, BOB, CAROL];
const NOBODY = 4711;

/** A random next step: begin holds, end the hold at an index of the list, let time pass, or restart from a snapshot. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      from: fc.constantFrom(...OWNERS),
      to: fc.constantFrom(...OWNERS, NOBODY + 1),
      times: fc.integer({ min: 1, max: 40 }),
      seconds: fc.option(fc.integer({ min: 1, max: 60 })),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('PostHold' as const, 'VoidHold' as const),
      at: fc.nat(),
      times: fc.integer({ min: 1, max: 20 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const hold = (exchange: Exchange, from: number, to: number, seconds: number | null): Command => ({
  kind: 'HoldUnits',
  by: from,
  purpose: 'withdrawal',
  from: { owner: from, wallet: 'spot' },
  to: { owner: to, wallet: 'earn' },
  asset: from === ALICE ? BTC : USDT,
  units: assetUnits(1),
  ...(seconds === null ? {} : { expiresAt: timeMs(exchange.timeMs + seconds * 1000) }),
});

function take(exchange: Exchange, next: Step): void {
  switch (next.kind) {
    case 'hold':
      for (let i = 0; i < next.times; i++) exchange.do(hold(exchange, next.from, next.to, next.seconds));
      return;
    case 'wait':
      exchange.timeMs += next.seconds * 1000;
      exchange.do({ kind: 'Tick' });
      return;
    case 'restart':
      exchange.restart();
      return;
    default:
      for (let i = 0; i < next.times; i++) {
        const pending = exchange.pendingHolds();
        const ended = pending[next.at % Math.max(1, pending.length)];
        if (ended !== undefined) exchange.do({ kind: next.kind, hold: ended.hold });
      }
  }
}

test('[L6] the list of an owner’s pending holds has all holds from or to the owner, each once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const exchange = opened();
      for (const next of steps) {
        take(exchange, next);
        const all = exchange.pendingHolds();
        for (const owner of [...OWNERS, NOBODY, NOBODY + 1])
          expect(exchange.core.pendingHoldsOf(owner)).toEqual(
            all.filter(({ fromOwner, toOwner }) => fromOwner === owner || toOwner === owner),
          );
      }
    }),
    { numRuns: 60 },
  );
});

test('[L11] a client has at most as many pending holds as a command has steps; the exchange has no limit', () => {
  const exchange = opened({}, undefined, { stepsPerCommand: 2 });
  const hold = (owner: number): Command => ({
    kind: 'HoldUnits',
    by: owner,
    purpose: 'convert',
    from: { owner, wallet: 'spot' },
    to: { owner: BOB, wallet: 'spot' },
    asset: BTC,
    units: assetUnits(1),
  });
  for (let i = 0; i < 5; i++) exchange.accept(hold(8));
  for (let i = 0; i < 2; i++) exchange.accept(hold(ALICE));
  exchange.restart();
  expect(exchange.refuse(hold(ALICE))).toBe('too_many_holds');
  exchange.accept(hold(BOB));
  exchange.accept({ kind: 'VoidHold', hold: 6 });
  exchange.accept(hold(ALICE));
  exchange.verify();
});
