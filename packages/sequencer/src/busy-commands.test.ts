import type { Command } from '@vitrine/core';
import { expect } from 'vitest';
import { alice, BTC, BTC_USDT, bob, deposit, limit, USDT } from './testing/commands.ts';
import { prepare, submitAll, test } from './testing/fixtures.ts';

const DEPTH = 3_500;
/** An order that takes all of Bob's offers: more fills than one command may execute. */
const takeAll: Command = { ...limit(alice, 'buy', 700_000, DEPTH), timeInForce: 'ioc' } as Command;

test('a command for a market that is busy with a large order is retried, in order, until it is accepted', async ({
  open,
}) => {
  const sequencer = await prepare(await open());
  await submitAll(sequencer, [deposit(alice, USDT, 2 ** 50), deposit(bob, BTC, 1e10)]);
  await submitAll(
    sequencer,
    Array.from({ length: DEPTH }, (_, index) => limit(bob, 'sell', 600_000 + index, 1)),
  );
  // Two commands are in the same batch as the large order, so the core refuses them; a third arrives while that order
  // is executed.
  const large = sequencer.submit(takeAll);
  const behind = [limit(bob, 'sell', 650_000, 2), limit(alice, 'buy', 650_000, 1)].map((command) =>
    sequencer.submit(command),
  );
  expect(await large.then(({ refusal }) => refusal)).toBeUndefined();
  expect(sequencer.core.check(limit(bob, 'sell', 650_000, 1))).toBe('market_busy');
  const late = sequencer.submit(limit(bob, 'sell', 640_000, 3));
  const outcomes = await Promise.all([...behind, late]);
  expect(outcomes.map(({ refusal }) => refusal)).toEqual([undefined, undefined, undefined]);
  const positions = outcomes.map(({ position }) => position);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
  const { asks, bids } = sequencer.core.depth(BTC_USDT, 5);
  expect([asks, bids]).toEqual([
    [
      [640_000, 3],
      [650_000, 1],
    ],
    [],
  ]);
  expect(sequencer.core.balance(alice, 'spot', BTC).availableUnits).toBe((DEPTH + 1) * 1_000);
});

test('a closing sequencer responds to commands that wait for a busy market', async ({ open }) => {
  const sequencer = await prepare(await open());
  await submitAll(sequencer, [deposit(alice, USDT, 2 ** 50), deposit(bob, BTC, 1e10)]);
  await submitAll(
    sequencer,
    Array.from({ length: DEPTH }, (_, index) => limit(bob, 'sell', 600_000 + index, 1)),
  );
  await sequencer.submit(takeAll);
  const waiting = sequencer.submit({ ...limit(bob, 'sell', 650_000, 1), selfTrade: 'cancel_newest' } as Command);
  await sequencer.close();
  expect((await waiting).refusal).toBe('market_busy');
  const next = await open();
  await expect.poll(() => next.core.nextDueMs()).toBeUndefined();
  expect(next.core.depth(BTC_USDT, 1).asks).toEqual([]);
  expect(next.core.balance(alice, 'spot', BTC).availableUnits).toBe(DEPTH * 1_000);
});
