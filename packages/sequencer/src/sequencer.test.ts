import { CommandBatch, RULES_VERSION } from '@vitrine/core';
import { ratePpm } from '@vitrine/money';
import { describe, expect } from 'vitest';
import { SequencerStopped } from './log-errors.ts';
import { alice, BTC, BTC_USDT, bob, deposit, holdForWithdrawal, limit, pay, setup, USDT } from './testing/commands.ts';
import { PREPARED, prepare, submitAll, test } from './testing/fixtures.ts';

describe('submit', () => {
  test('returns position and events once the command is in the log', async ({ open, client }) => {
    const sequencer = await open();
    const outcomes = await submitAll(sequencer, setup);
    expect(outcomes.map((outcome) => outcome.position)).toEqual([2, 3, 4, 5]);
    expect(outcomes.map((outcome) => outcome.events[0]?.kind)).toEqual([
      'AssetRegistered',
      'AssetRegistered',
      'FeeScheduleSet',
      'MarketListed',
    ]);
    const { rows } = await client.query('select coalesce(sum(count), 0)::int as count from log_batch');
    expect(rows).toEqual([{ count: PREPARED }]);
  });

  test('writes commands that arrive during a commit as one batch, in order of arrival', async ({ open, client }) => {
    const sequencer = await prepare(await open());
    const commands = Array.from({ length: 500 }, (_, index) => deposit(alice, USDT, index + 1));
    const outcomes = await submitAll(sequencer, commands);
    expect(outcomes.map((outcome) => outcome.position)).toEqual(commands.map((_, index) => PREPARED + index + 1));
    const units = outcomes.map(
      (outcome) => outcome.events[0]?.kind === 'TransferPosted' && outcome.events[0].legs[1]?.units,
    );
    expect(units).toEqual(commands.map((_, index) => index + 1));
    const { rows } = await client.query(
      'select count(*)::int as batches, max(count) as largest from log_batch where n > 1',
    );
    expect(rows[0].batches).toBeLessThanOrEqual(3);
    expect(rows[0].largest).toBeGreaterThan(100);
  });

  test('never exceeds the maximum size of a batch', async ({ open, client }) => {
    const sequencer = await prepare(await open({ maxBatchCommands: 50 }));
    await submitAll(
      sequencer,
      Array.from({ length: 175 }, () => deposit(alice, USDT, 1)),
    );
    const { rows } = await client.query('select max(count) as largest from log_batch');
    expect(rows).toEqual([{ largest: 50 }]);
  });

  test('immediately answers a command that the current state refuses, without logging it', async ({ open, client }) => {
    const sequencer = await prepare(await open());
    const outcome = await sequencer.submit(limit(alice, 'buy', 600_000, 1));
    expect(outcome).toEqual({ position: PREPARED, refusal: 'exceeds_balance', events: [] });
    const { rows } = await client.query('select sum(count)::int as count from log_batch');
    expect(rows).toEqual([{ count: PREPARED }]);
  });

  test('gives a command’s events, no matter how late they are read', async ({ open }) => {
    const sequencer = await prepare(await open());
    const amounts = [1, 2, 3];
    const outcomes = await submitAll(
      sequencer,
      amounts.map((units) => deposit(alice, USDT, units)),
    );
    const first = outcomes[0]?.events;
    await submitAll(
      sequencer,
      Array.from({ length: 20 }, () => deposit(alice, USDT, 9)),
    );
    const credited = outcomes.map(({ events: [event] }) => event?.kind === 'TransferPosted' && event.legs[1]?.units);
    expect(credited).toEqual(amounts);
    expect(outcomes[0]?.events).toBe(first);
  });

  test('accepts an order funded by the deposit that was submitted just before it', async ({ open }) => {
    const sequencer = await prepare(await open());
    const [paid, placed] = await submitAll(sequencer, [
      deposit(alice, USDT, 1_000_000_000),
      limit(alice, 'buy', 600_000, 100),
    ]);
    expect(paid?.refusal).toBeUndefined();
    expect(placed?.refusal).toBeUndefined();
    expect(placed?.events[0]?.kind).toBe('OrderAccepted');
  });

  test('never logs a version of the rules that would stop the core, regardless of the commands ahead of it', async ({
    open,
  }) => {
    const sequencer = await prepare(await open());
    const [, activated, after] = await submitAll(sequencer, [
      { kind: 'SetFeeSchedule', tier: 1, makerPpm: ratePpm(1), takerPpm: ratePpm(1) },
      { kind: 'ActivateRules', version: 99 },
      deposit(alice, USDT, 1),
    ]);
    expect(activated?.refusal).toBe('unknown_rules');
    expect(after?.refusal).toBeUndefined();
    expect(sequencer.state.kind).toBe('running');
  });

  test('lets the core decide between concurrent commands: of 64 spends of one unit, only one succeeds', async ({
    open,
  }) => {
    const sequencer = await prepare(await open());
    await sequencer.submit(deposit(alice, USDT, 1));
    const outcomes = await submitAll(
      sequencer,
      Array.from({ length: 64 }, () => pay(alice, bob, 1)),
    );
    expect(outcomes.filter((outcome) => outcome.refusal === undefined)).toHaveLength(1);
    expect(sequencer.core.balance(bob, 'spot', USDT).availableUnits).toBe(1);
    expect(sequencer.core.assetSum(USDT)).toBe(0);
  });

  test('answers a repeated reference with the first result, even while the first is pending', async ({ open }) => {
    const sequencer = await prepare(await open());
    const [first, again] = await submitAll(sequencer, [deposit(alice, USDT, 5, 77), deposit(alice, USDT, 5, 77)]);
    const later = await sequencer.submit(deposit(alice, USDT, 5, 77));
    expect(first?.repeated).toBeUndefined();
    expect(again?.repeated?.position).toBe(first?.position);
    expect(later.repeated?.position).toBe(first?.position);
    expect(sequencer.core.balance(alice, 'spot', USDT).availableUnits).toBe(5);
  });

  test('refuses commands as busy while the queue is full', async ({ open }) => {
    const sequencer = await prepare(await open({ maxQueuedCommands: 10 }));
    const outcomes = await submitAll(
      sequencer,
      Array.from({ length: 30 }, () => deposit(alice, USDT, 1)),
    );
    expect(outcomes.filter((outcome) => outcome.refusal === 'busy')).toHaveLength(20);
    expect(sequencer.core.balance(alice, 'spot', USDT).availableUnits).toBe(10);
  });
});

describe('rules', () => {
  test('a leader logs the newest rules once, as the first command of a new log', async ({ open, client }) => {
    const first = await open();
    await expect.poll(() => first.core.rulesVersion).toBe(RULES_VERSION);
    expect(first.core.position).toBe(1);
    await first.close();
    const second = await prepare(await open());
    expect(second.core.position).toBe(PREPARED);
    const { rows } = await client.query('select payload from log_batch where n = 1');
    expect(CommandBatch.fromBytes(rows[0].payload).commands()).toEqual([
      { kind: 'ActivateRules', version: RULES_VERSION },
    ]);
  });
});

describe('onBatch', () => {
  test('emits every command once, in order, before its caller gets a response', async ({ open }) => {
    const sequencer = await open();
    const emitted: number[] = [];
    sequencer.onBatch(({ firstPosition, count, events }) => {
      const seen = new Set<number>();
      events.forEach((index) => {
        seen.add(index);
      });
      expect(seen.size).toBe(count);
      for (let index = 0; index < count; index += 1) emitted.push(firstPosition + index);
    });
    await prepare(sequencer);
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await submitAll(sequencer, [deposit(alice, USDT, 1), deposit(bob, BTC, 1)]);
      expect(emitted.at(-1)).toBe(outcomes[1]?.position);
    }
    expect(emitted).toEqual(Array.from({ length: PREPARED + 10 }, (_, index) => index + 1));
  });
});

describe('time', () => {
  test('never decreases, even if the wall clock does', async ({ open, client }) => {
    let now = 1_000_000;
    const sequencer = await open({ now: () => now });
    await prepare(sequencer);
    now = 2_000_000;
    await sequencer.submit(deposit(alice, USDT, 1));
    now = 1_500_000;
    await sequencer.submit(deposit(alice, USDT, 1));
    const { rows } = await client.query('select time_ms::int as "timeMs" from log_batch order by n');
    expect(rows.map((row) => row.timeMs)).toEqual([1_000_000, 2_000_000, 2_000_000]);
    expect(sequencer.core.timeMs).toBe(2_000_000);
  });

  test('a hold ends at its expiry without a further command', async ({ open }) => {
    const sequencer = await prepare(await open());
    await sequencer.submit(deposit(alice, USDT, 10));
    const held = await sequencer.submit(holdForWithdrawal(alice, 10, sequencer.core.timeMs + 150));
    expect(held.refusal).toBeUndefined();
    expect(sequencer.core.balance(alice, 'spot', USDT).availableUnits).toBe(0);
    await expect.poll(() => sequencer.core.balance(alice, 'spot', USDT).availableUnits).toBe(10);
  });

  test('moving the clock forward triggers everything that is due by then', async ({ open }) => {
    const sequencer = await prepare(await open());
    await sequencer.submit(deposit(alice, USDT, 10));
    const before = sequencer.nowMs();
    await sequencer.submit(holdForWithdrawal(alice, 10, before + 3_600_000));
    expect(sequencer.core.balance(alice, 'spot', USDT).availableUnits).toBe(0);
    await sequencer.submit({ kind: 'AdvanceClock', byMs: 86_400_000 });
    await expect.poll(() => sequencer.core.balance(alice, 'spot', USDT).availableUnits).toBe(10);
    expect(sequencer.nowMs()).toBeGreaterThanOrEqual(before + 86_400_000);
    expect(sequencer.core.timeMs).toBeGreaterThanOrEqual(before + 86_400_000);
  });
});

describe('close', () => {
  test('answers the commands submitted before it, and refuses those submitted after it', async ({ open }) => {
    const sequencer = await prepare(await open());
    const pending = submitAll(
      sequencer,
      Array.from({ length: 300 }, () => deposit(alice, USDT, 1)),
    );
    const closed = sequencer.close();
    await expect(sequencer.submit(deposit(alice, USDT, 1))).rejects.toBeInstanceOf(SequencerStopped);
    await closed;
    expect((await pending).every((outcome) => outcome.refusal === undefined)).toBe(true);
  });

  test('lets the next start begin immediately, with the same state', async ({ open }) => {
    const first = await prepare(await open({ leaseMs: 3_600_000 }));
    await submitAll(first, [
      deposit(alice, USDT, 1_000_000_000),
      deposit(bob, BTC, 1_000_000),
      limit(bob, 'sell', 600_000, 10),
      limit(alice, 'buy', 600_000, 5),
    ]);
    const hash = first.core.stateHash();
    await first.close();
    const second = await open();
    expect(second.core.stateHash()).toBe(hash);
    expect(second.core.depth(BTC_USDT, 5).asks).toEqual([[600_000, 5]]);
    expect((await second.submit(deposit(alice, USDT, 1))).position).toBe(PREPARED + 5);
  });
});
