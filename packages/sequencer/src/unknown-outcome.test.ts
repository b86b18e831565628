import { startCuttingProxy } from '@vitrine/tools/cutting-proxy';
import type pg from 'pg';
import { describe, expect } from 'vitest';
import { LogFenced, LogUnreachable, LogWriteFailed, SequencerStopped } from './log-errors.ts';
import { alice, deposit, USDT } from './testing/commands.ts';
import { PREPARED, prepare, submitAll, test, writerProcess } from './testing/fixtures.ts';

async function heldBatches(client: pg.Client): Promise<{ batches: number; commands: number }> {
  const { rows } = await client.query('select count(*)::int as batches, sum(count)::int as commands from log_batch');
  return rows[0];
}

describe('a commit whose response is lost', () => {
  test('is acknowledged after the repeat, and logged only once, if it took effect', async ({
    open,
    client,
    databaseUrl,
  }) => {
    const proxy = await startCuttingProxy(databaseUrl);
    const sequencer = await prepare(await open({ databaseUrl: proxy.url, leaseMs: 60_000 }));
    for (let round = 1; round <= 5; round += 1) {
      proxy.cutNextResponse();
      const outcome = await sequencer.submit(deposit(alice, USDT, 1));
      expect(outcome.position).toBe(PREPARED + round);
    }
    expect(await heldBatches(client)).toEqual({ batches: 6, commands: PREPARED + 5 });
    expect(sequencer.core.balance(alice, 'spot', USDT).availableUnits).toBe(5);
    await sequencer.close();
    await proxy.close();
  });

  test('is repeated on another connection, if the first one stays open', async ({ open, client, databaseUrl }) => {
    const proxy = await startCuttingProxy(databaseUrl);
    const sequencer = await prepare(await open({ databaseUrl: proxy.url, leaseMs: 60_000, responseMs: 300 }));
    proxy.swallowNextResponse();
    expect((await sequencer.submit(deposit(alice, USDT, 1))).position).toBe(PREPARED + 1);
    expect((await sequencer.submit(deposit(alice, USDT, 1))).position).toBe(PREPARED + 2);
    expect(await heldBatches(client)).toEqual({ batches: 3, commands: PREPARED + 2 });
    await sequencer.close();
    await proxy.close();
  });

  test('is repeated until it succeeds, if its session was ended in flight', async ({ open, client }) => {
    const sequencer = await prepare(await open());
    // The lock makes the writer wait for this row, so that its statement is certainly in flight when its session is
    // ended.
    await client.query('begin');
    await client.query('select from log_lease for update');
    const pending = sequencer.submit(deposit(alice, USDT, 1));
    await expect
      .poll(async () => (await client.query('select from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0);
    await client.query('select pg_terminate_backend($1)', [await writerProcess(client)]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await client.query('commit');
    expect((await pending).position).toBe(PREPARED + 1);
    expect(await heldBatches(client)).toEqual({ batches: 2, commands: PREPARED + 1 });
  });

  test('is neither lost nor duplicated under load, while the session is ended repeatedly', async ({ open, client }) => {
    const sequencer = await prepare(await open());
    let ended = 0;
    const acknowledged: number[] = [];
    const load = (async () => {
      while (ended < 15) {
        const outcomes = await submitAll(
          sequencer,
          Array.from({ length: 50 }, () => deposit(alice, USDT, 1)),
        );
        acknowledged.push(...outcomes.map((outcome) => outcome.position));
      }
    })();
    while (ended < 15) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vitrine sequencer'
         and datname = current_database()`,
      );
      ended += rowCount ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await load;
    expect(acknowledged).toEqual(acknowledged.map((_, index) => PREPARED + index + 1));
    expect((await heldBatches(client)).commands).toBe(acknowledged.length + PREPARED);
    expect(sequencer.core.balance(alice, 'spot', USDT).availableUnits).toBe(acknowledged.length);
  });

  test('stops the sequencer with an unknown outcome if the database stays unreachable', async ({
    open,
    databaseUrl,
  }) => {
    const proxy = await startCuttingProxy(databaseUrl);
    const sequencer = await prepare(await open({ databaseUrl: proxy.url, outageMs: 300 }));
    proxy.sever();
    const [sent, queued] = [
      sequencer.submit(deposit(alice, USDT, 1)),
      nextTurn().then(() => sequencer.submit(deposit(alice, USDT, 1))),
    ];
    await expect(sent).rejects.toMatchObject({ name: 'SequencerStopped', outcome: 'unknown' });
    await expect(queued).rejects.toMatchObject({ name: 'SequencerStopped', outcome: 'not_accepted' });
    expect(await sequencer.stopped).toBeInstanceOf(LogUnreachable);
    await sequencer.close();
    await proxy.close();
  });

  test('is acknowledged when its response is late; once the lease has expired, further commands are refused immediately', async ({
    open,
    client,
  }) => {
    const sequencer = await prepare(await open({ leaseMs: 600, outageMs: 30_000 }));
    await client.query('begin; select from log_lease for update');
    const sent = sequencer.submit(deposit(alice, USDT, 1));
    await nextTurn();
    const queued = sequencer.submit(deposit(alice, USDT, 1));
    await expect(queued).rejects.toMatchObject({ name: 'LeaseLost' });
    await expect(sequencer.submit(deposit(alice, USDT, 1))).rejects.toMatchObject({ name: 'LeaseLost' });
    await client.query('commit');
    expect((await sent).position).toBe(PREPARED + 1);
    expect((await sequencer.submit(deposit(alice, USDT, 1))).position).toBe(PREPARED + 2);
    expect(await heldBatches(client)).toEqual({ batches: 3, commands: PREPARED + 2 });
  });

  test('is given up after the allowed outage, which includes time without a response', async ({
    open,
    databaseUrl,
  }) => {
    const proxy = await startCuttingProxy(databaseUrl);
    const sequencer = await prepare(await open({ databaseUrl: proxy.url, responseMs: 400, outageMs: 1_000 }));
    proxy.swallowNextResponse();
    const sent = sequencer.submit(deposit(alice, USDT, 1));
    await nextTurn();
    proxy.sever();
    await expect(sent).rejects.toMatchObject({ outcome: 'unknown' });
    await sequencer.close();
    await proxy.close();
  });

  test('does not stop the sequencer if the database returns in time', async ({ open, databaseUrl }) => {
    const proxy = await startCuttingProxy(databaseUrl);
    const sequencer = await prepare(await open({ databaseUrl: proxy.url }));
    proxy.sever();
    const pending = sequencer.submit(deposit(alice, USDT, 1));
    await new Promise((resolve) => setTimeout(resolve, 300));
    proxy.restore();
    expect((await pending).position).toBe(PREPARED + 1);
    await sequencer.close();
    await proxy.close();
  });
});

describe('a write that the database refuses', () => {
  for (const [what, sqlState] of [
    ['no space left', '53100'],
    ['a failed flush', '58030'],
  ] as const) {
    test(`(${what}) stops acknowledgement immediately`, async ({ open, client }) => {
      const sequencer = await prepare(await open());
      await client.query(`
        create function fail() returns trigger language plpgsql as
          $$ begin raise exception 'could not extend file' using errcode = '${sqlState}'; end $$;
        create trigger fail before insert on log_batch for each row execute function fail();`);
      const rejected = await Promise.allSettled(
        Array.from({ length: 20 }, () => sequencer.submit(deposit(alice, USDT, 1))),
      );
      expect(rejected.every((one) => one.status === 'rejected' && one.reason instanceof SequencerStopped)).toBe(true);
      expect(await sequencer.stopped).toBeInstanceOf(LogWriteFailed);
      expect(sequencer.state.kind).toBe('stopped');
      await client.query('drop trigger fail on log_batch');
      await expect(sequencer.submit(deposit(alice, USDT, 1))).rejects.toMatchObject({ outcome: 'not_accepted' });
      expect(await heldBatches(client)).toEqual({ batches: 1, commands: PREPARED });
      // After the next start, the log contains exactly what was acknowledged.
      await sequencer.close();
      const next = await open();
      expect(next.core.position).toBe(PREPARED);
    });
  }

  test('(a database turned read-only) stops acknowledgement immediately', async ({ open, client, databaseUrl }) => {
    const sequencer = await prepare(await open());
    const database = new URL(databaseUrl).pathname.slice(1);
    await client.query(`alter database ${database} set default_transaction_read_only = on`);
    await client.query('select pg_terminate_backend($1)', [await writerProcess(client)]);
    await expect(sequencer.submit(deposit(alice, USDT, 1))).rejects.toBeInstanceOf(SequencerStopped);
    expect(await sequencer.stopped).toBeInstanceOf(LogWriteFailed);
  });
});

describe('two sequencers', () => {
  test('while the lease is valid, a second writer is refused, and learns which process writes the log', async ({
    open,
  }) => {
    await open();
    await expect(open({ leaseWaitMs: 200 })).rejects.toThrow(/being written by process \d+ on/);
  });

  test('after a takeover the first sequencer can write nothing, and returns neither reads nor refusals', async ({
    open,
    client,
  }) => {
    const first = await prepare(await open({ leaseMs: 400 }));
    await first.submit(deposit(alice, USDT, 10));
    // Simulates a pause of the first sequencer that is longer than its lease, so that the second can acquire the lease.
    // While idle, the first renews its lease several times a second, so the expiry has to be forced repeatedly.
    let isOpen = false;
    const opening = open().finally(() => {
      isOpen = true;
    });
    while (!isOpen) await client.query(`update log_lease set expires_at = '-infinity' where epoch = 1`);
    const second = await opening;
    expect(second.core.balance(alice, 'spot', USDT).availableUnits).toBe(10);
    // The first sequencer notices by its own clock or by the database's response, whichever comes first, that it no
    // longer has the lease.
    await expect(first.submit(deposit(alice, USDT, 1))).rejects.toThrow(/no longer holds the lease|taken over the log/);
    expect(await first.stopped).toBeInstanceOf(LogFenced);
    await new Promise((resolve) => setTimeout(resolve, 450));
    expect(first.isCurrent()).toBe(false);
    expect(() => first.core).toThrow(/no longer holds the lease/);
    expect((await second.submit(deposit(alice, USDT, 1))).position).toBe(PREPARED + 2);
  });

  test('a batch in flight during the takeover is either seen by the second sequencer or never written', async ({
    open,
    client,
  }) => {
    const first = await prepare(await open());
    let acknowledged = 0;
    const load = (async () => {
      try {
        for (;;)
          acknowledged += (
            await submitAll(
              first,
              Array.from({ length: 20 }, () => deposit(alice, USDT, 1)),
            )
          ).length;
      } catch (error) {
        return error;
      }
    })();
    await new Promise((resolve) => setTimeout(resolve, 100));
    let isOpen = false;
    const opening = open().finally(() => {
      isOpen = true;
    });
    // Each batch of the first sequencer extends its lease, so the expiry has to be forced repeatedly.
    while (!isOpen) await client.query(`update log_lease set expires_at = '-infinity' where epoch = 1`);
    const second = await opening;
    expect(await load).toBeInstanceOf(SequencerStopped);
    expect(acknowledged).toBeGreaterThan(0);
    expect(second.core.balance(alice, 'spot', USDT).availableUnits).toBe(acknowledged);
  });

  test('an idle sequencer keeps its lease', async ({ open }) => {
    const sequencer = await prepare(await open({ leaseMs: 300 }));
    for (let round = 0; round < 10; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(sequencer.isCurrent()).toBe(true);
    }
  });
});

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
