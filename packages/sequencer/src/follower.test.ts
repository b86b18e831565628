import { startCuttingProxy } from '@vitrine/tools/cutting-proxy';
import { expect } from 'vitest';
import { Follower } from './follower.ts';
import { LogDamaged } from './log-errors.ts';
import { alice, BTC, BTC_USDT, bob, deposit, limit, USDT } from './testing/commands.ts';
import { PREPARED, prepare, submitAll, test } from './testing/fixtures.ts';

test('a follower reaches the same state as the sequencer, batch by batch', async ({ open, databaseUrl }) => {
  const leader = await prepare(await open());
  const follower = await Follower.open({ databaseUrl, pollMs: 5 });
  const emitted: number[] = [];
  follower.onBatch(({ firstPosition, count }) => {
    for (let index = 0; index < count; index += 1) emitted.push(firstPosition + index);
  });
  for (let round = 0; round < 20; round += 1) {
    await submitAll(leader, [
      deposit(alice, USDT, 10_000_000_000),
      deposit(bob, BTC, 10_000_000),
      limit(bob, 'sell', 600_000 + round, 10),
      limit(alice, 'buy', 600_000 + round - 1, 7),
    ]);
  }
  await expect.poll(() => follower.position).toBe(leader.core.position);
  expect(follower.core.stateHash()).toBe(leader.core.stateHash());
  expect(follower.core.depth(BTC_USDT, 50)).toEqual(leader.core.depth(BTC_USDT, 50));
  expect(emitted).toEqual(Array.from({ length: 80 }, (_, index) => PREPARED + index + 1));
  await follower.close();
});

test('a follower takes over when the sequencer is gone, with every acknowledged command', async ({
  open,
  databaseUrl,
}) => {
  const leader = await prepare(await open());
  const follower = await Follower.open({ databaseUrl });
  await submitAll(
    leader,
    Array.from({ length: 100 }, () => deposit(alice, USDT, 1)),
  );
  await expect(follower.takeOver({ databaseUrl, leaseWaitMs: 100 })).rejects.toThrow('being written by');
  await leader.close();
  const next = await Follower.open({ databaseUrl }).then((second) => second.takeOver({ databaseUrl }));
  expect(next.core.balance(alice, 'spot', USDT).availableUnits).toBe(100);
  expect((await next.submit(deposit(alice, USDT, 1))).position).toBe(PREPARED + 101);
  await next.close();
});

test('a follower survives the loss of its connection', async ({ open, client, databaseUrl }) => {
  const leader = await prepare(await open());
  const follower = await Follower.open({ databaseUrl, pollMs: 5 });
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
                      where application_name = 'vitrine follower' and datname = current_database()`);
  await leader.submit(deposit(alice, USDT, 1));
  await expect.poll(() => follower.position).toBe(PREPARED + 1);
  await follower.close();
});

test('a follower whose queries go unanswered reports how old its state may be, and reconnects', async ({
  open,
  databaseUrl,
}) => {
  const leader = await prepare(await open());
  const proxy = await startCuttingProxy(databaseUrl);
  const follower = await Follower.open({ databaseUrl: proxy.url, pollMs: 5, responseMs: 300 });
  await expect.poll(() => follower.behindMs()).toBeLessThan(100);
  proxy.swallowNextResponse();
  await expect.poll(() => follower.behindMs(), { interval: 10 }).toBeGreaterThan(200);
  await leader.submit(deposit(alice, USDT, 1));
  await expect.poll(() => follower.position).toBe(PREPARED + 1);
  await expect.poll(() => follower.behindMs()).toBeLessThan(100);
  await follower.close();
  await proxy.close();
});

test('a follower replays the batches that the read models lack, from a snapshot that is not ahead of them', async ({
  open,
  databaseUrl,
}) => {
  const leader = await prepare(await open());
  for (let round = 0; round < 5; round += 1) await leader.submit(deposit(alice, USDT, 1));
  await leader.snapshot();
  const emitted: number[] = [];
  const follower = await Follower.open({
    databaseUrl,
    projectedPosition: PREPARED + 2,
    onReplay: ({ firstPosition }) => void emitted.push(firstPosition),
  });
  expect(emitted).toEqual([3, 4, 5].map((index) => PREPARED + index));
  expect(follower.core.stateHash()).toBe(leader.core.stateHash());
  expect(Math.abs(follower.nowMs() - leader.nowMs())).toBeLessThan(100);
  await follower.close();
});

test('a follower creates no log where there is none', async ({ client, databaseUrl }) => {
  await expect(Follower.open({ databaseUrl })).rejects.toThrow('There is no log in this database to follow.');
  const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`);
  expect(rows).toEqual([]);
});

test('a follower stops at a damaged batch', async ({ open, client, databaseUrl }) => {
  const leader = await prepare(await open());
  const follower = await Follower.open({ databaseUrl, pollMs: 5 });
  await client.query(`
    create function damage() returns trigger language plpgsql as
      $$ begin new.payload = set_byte(new.payload, 0, get_byte(new.payload, 0) # 1); return new; end $$;
    create trigger damage before insert on log_batch for each row execute function damage();`);
  await leader.submit(deposit(alice, USDT, 1));
  const reason = await follower.stopped;
  expect(reason).toBeInstanceOf(LogDamaged);
  expect(reason.message).toContain('batch 2');
  expect(follower.position).toBe(PREPARED);
  await follower.close();
});
