import { CommandBatch } from '@vitrine/core';
import type pg from 'pg';
import { describe, expect } from 'vitest';
import { Follower } from './follower.ts';
import { nextBatch } from './log-batch.ts';
import type { AppliedBatch } from './replica.ts';
import type { Sequencer } from './sequencer.ts';
import type { SequencerNotice } from './sequencer-settings.ts';
import { alice, BTC, bob, deposit, limit, USDT } from './testing/commands.ts';
import { PREPARED, prepare, submitAll, test } from './testing/fixtures.ts';

/** Some trading in batches of 20, so that the log has rows to damage. */
async function trade(sequencer: Sequencer, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await submitAll(sequencer, [
      deposit(alice, USDT, 100_000_000_000),
      deposit(bob, BTC, 100_000_000),
      ...Array.from({ length: 9 }, (_, index) => limit(bob, 'sell', 600_000 + index + (round % 5), 10 + index)),
      ...Array.from({ length: 9 }, (_, index) => limit(alice, 'buy', 600_003 - index, 12)),
    ]);
  }
}

/** Writes a valid, properly chained batch with one command, as another version of the program would. */
async function appendRow(client: pg.Client, payload: Uint8Array): Promise<void> {
  const { rows } = await client.query('select head::int as n, head_hash as hash, epoch::int as epoch from log_lease');
  const batch = nextBatch({ n: rows[0].n, position: PREPARED, hash: rows[0].hash }, rows[0].epoch, 1, 9e12, payload);
  await client.query('insert into log_batch values ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    batch.n,
    batch.format,
    batch.epoch,
    batch.firstPosition,
    batch.count,
    batch.timeMs,
    batch.previousHash,
    batch.hash,
    batch.payload,
  ]);
  await client.query('update log_lease set head = $1, head_hash = $2', [batch.n, batch.hash]);
}

async function countOf(client: pg.Client, table: 'log_batch' | 'log_snapshot'): Promise<number> {
  return (await client.query(`select count(*)::int as count from ${table}`)).rows[0].count;
}

describe('startup refuses', () => {
  test('a batch whose content was changed, and names the batch', async ({ open, client }) => {
    const sequencer = await prepare(await open());
    await trade(sequencer, 10);
    await sequencer.close();
    await client.query('update log_batch set payload = set_byte(payload, 40, get_byte(payload, 40) # 1) where n = 5');
    await expect(open()).rejects.toThrow('The log is damaged at batch 5: its content does not match its checksum.');
  });

  for (const column of ['time_ms', 'epoch', 'count', 'first_position'] as const) {
    test(`a batch whose ${column} was changed`, async ({ open, client }) => {
      const sequencer = await prepare(await open());
      await trade(sequencer, 3);
      await sequencer.close();
      await client.query(`update log_batch set ${column} = ${column} + 1 where n = 3`);
      await expect(open()).rejects.toThrow('The log is damaged at batch 3: its content does not match its checksum.');
    });
  }

  test('a missing batch in the middle of the log, and names the batch', async ({ open, client }) => {
    const sequencer = await prepare(await open());
    await trade(sequencer, 10);
    await sequencer.close();
    await client.query('delete from log_batch where n = 7');
    await expect(open()).rejects.toThrow(
      'The log is damaged at batch 7: it is missing (the next one stored is batch 8).',
    );
  });

  test('a missing end of the log, and names the first missing batch', async ({ open, client }) => {
    const sequencer = await prepare(await open());
    await trade(sequencer, 5);
    await sequencer.close();
    await client.query('delete from log_batch where n > 4');
    await expect(open()).rejects.toThrow(
      'The log is damaged at batch 5: it is missing, though the log reached batch 6.',
    );
  });

  test('a log whose beginning is missing and not covered by a snapshot', async ({ open, client }) => {
    const sequencer = await prepare(await open());
    await trade(sequencer, 5);
    await sequencer.close();
    await client.query('delete from log_batch where n < 3');
    await expect(open()).rejects.toThrow(
      'The log begins at batch 3, but no readable snapshot covers the earlier batches.',
    );
  });

  test('a batch swapped in from another log', async ({ open, client }) => {
    const sequencer = await prepare(await open());
    await trade(sequencer, 5);
    await sequencer.close();
    const { rows } = await client.query('select * from log_batch where n = 4');
    await client.query('update log_batch set previous_hash = $1, hash = $2, payload = $3 where n = 3', [
      rows[0].previous_hash,
      rows[0].hash,
      rows[0].payload,
    ]);
    await expect(open()).rejects.toThrow('The log is damaged at batch 3');
  });

  for (const [what, has, sql] of [
    ['log', 'layout', 'update log_lease set layout = 99'],
    ['batch', 'format', 'update log_batch set format = 99 where n = 2'],
    ['snapshot', 'format', 'update log_snapshot set format = 99'],
  ] as const) {
    test(`a ${what} of a newer ${has}, and says to start the newer program`, async ({ open, client }) => {
      const sequencer = await prepare(await open());
      if (what === 'snapshot') await sequencer.snapshot();
      await trade(sequencer, 3);
      await sequencer.close();
      await client.query(sql);
      const sentence = `${has} 99, which this version of the program does not support: start the newer version.`;
      await expect(open()).rejects.toThrow(sentence);
    });
  }

  test('a log that activates an unknown version of the rules', async ({ open, client }) => {
    const sequencer = await prepare(await open());
    await sequencer.close();
    const commands = new CommandBatch();
    commands.push({ kind: 'ActivateRules', version: 99 });
    await appendRow(client, commands.toBytes());
    await expect(open()).rejects.toThrow('Batch 2 of the log activates newer rules, which this version of the program');
  });

  test('commands in an unknown encoding', async ({ open, client }) => {
    const sequencer = await prepare(await open());
    await sequencer.close();
    await appendRow(client, Uint8Array.of(99, 1, 0, 0, 0, 1));
    await expect(open()).rejects.toThrow('Batch 2 of the log uses a newer encoding of commands, which this version');
  });

  test('read models that contain more than the log', async ({ open }) => {
    const sequencer = await prepare(await open());
    await sequencer.close();
    await expect(open({ projectedPosition: () => 9 })).rejects.toThrow(
      `The log ends at position ${PREPARED}, but the read models are at position 9.`,
    );
  });

  test('a replay that no longer gives the state recorded with a snapshot', async ({ open, client }) => {
    const sequencer = await prepare(await open());
    await trade(sequencer, 3);
    await sequencer.snapshot();
    await sequencer.close();
    await client.query(`update log_snapshot set state_hash = 'another'`);
    await expect(open()).rejects.toThrow(
      'replaying it results in a different state than the one recorded when it was written',
    );
  });
});

describe('snapshots', () => {
  test('starting from a snapshot and the log’s tail gives the same state as starting from the whole log', async ({
    open,
    client,
  }) => {
    const sequencer = await prepare(await open());
    await trade(sequencer, 20);
    const written = await sequencer.snapshot();
    expect(written).toMatchObject({ position: sequencer.core.position, stateHash: sequencer.core.stateHash() });
    await trade(sequencer, 20);
    const hash = sequencer.core.stateHash();
    await sequencer.close();

    const replayed: number[] = [];
    const fromSnapshot = await open({
      projectedPosition: () => written.position,
      onReplay: ({ count }) => void replayed.push(count),
    });
    expect(fromSnapshot.core.stateHash()).toBe(hash);
    expect(replayed).toEqual(Array.from({ length: 20 }, () => 20));
    await fromSnapshot.close();

    await client.query('delete from log_snapshot');
    const fromAll = await open();
    expect(fromAll.core.stateHash()).toBe(hash);
    await trade(fromAll, 1);
  });

  test('a running exchange does not copy its state for a snapshot', async ({ open }) => {
    const sequencer = await prepare(await open());
    await trade(sequencer, 3);
    sequencer.core.takeSnapshot = () => {
      throw new Error('the state was copied on the main thread');
    };
    expect(await sequencer.snapshot()).toMatchObject({ stateHash: sequencer.core.stateHash() });
  });

  test('a snapshot taken at shutdown has the state at shutdown', async ({ open }) => {
    const sequencer = await prepare(await open());
    await trade(sequencer, 250);
    const { position } = sequencer.core;
    const hash = sequencer.core.stateHash();
    await sequencer.finalSnapshot();
    await sequencer.close();
    let replayed = 0;
    const restarted = await open({
      projectedPosition: () => position,
      onReplay: ({ count }) => {
        replayed += count;
      },
    });
    expect([restarted.core.stateHash(), replayed]).toEqual([hash, 0]);
  });

  test('a sequencer started from a snapshot continues exactly as one that never stopped', async ({ open }) => {
    const sequencer = await prepare(await open({ now: () => 1_000 }));
    await trade(sequencer, 10);
    await sequencer.snapshot();
    await sequencer.close();
    const restarted = await open({ now: () => 1_000 });
    await trade(restarted, 10);
    const hash = restarted.core.stateHash();
    await restarted.close();
    const replayed = await open({ now: () => 1_000, projectedPosition: () => 0 });
    expect(replayed.core.stateHash()).toBe(hash);
  });

  test('if a snapshot is damaged, the one before it is used', async ({ open, client }) => {
    const sequencer = await prepare(await open());
    await trade(sequencer, 5);
    await sequencer.snapshot();
    await trade(sequencer, 5);
    const second = await sequencer.snapshot();
    const hash = sequencer.core.stateHash();
    await sequencer.close();
    await client.query(
      'update log_snapshot_chunk set bytes = set_byte(bytes, 30, get_byte(bytes, 30) # 1) where n = $1',
      [second.n],
    );
    const passedOver: number[] = [];
    const restarted = await open({
      onNotice: (notice) => {
        if (notice.kind === 'SnapshotUnreadable') passedOver.push(notice.n);
      },
    });
    expect(restarted.core.stateHash()).toBe(hash);
    expect(passedOver).toEqual([second.n]);
  });

  test('a damaged snapshot is reported by a starting follower, and by the thread that takes the next one', async ({
    open,
    client,
    databaseUrl,
  }) => {
    const notices: SequencerNotice[] = [];
    const onNotice = (notice: SequencerNotice) => notices.push(notice);
    const snapshots = { everyCommands: 60, leastMs: 0 };
    const sequencer = await prepare(await open({ snapshots, onNotice }));
    const { n } = await sequencer.snapshot();
    await client.query('update log_snapshot_chunk set bytes = set_byte(bytes, 30, get_byte(bytes, 30) # 1)');
    const unreadable = { kind: 'SnapshotUnreadable', n } as const;
    const emitted: SequencerNotice[] = [];
    const follower = await Follower.open({ databaseUrl, onNotice: (notice) => emitted.push(notice) });
    await follower.close();
    expect(emitted).toEqual([unreadable]);

    while (!notices.some(({ kind }) => kind === 'SnapshotWritten')) await trade(sequencer, 1);
    expect(notices[0]).toEqual(unreadable);
  });

  test('a snapshot ahead of the read models is not used, and the batches that they lack are replayed', async ({
    open,
  }) => {
    const sequencer = await prepare(await open());
    await trade(sequencer, 4);
    const first = await sequencer.snapshot();
    await trade(sequencer, 4);
    const projected = sequencer.core.position;
    await trade(sequencer, 4);
    await sequencer.snapshot();
    const end = sequencer.core.position;
    await sequencer.close();
    expect(first.position).toBeLessThan(projected);

    const emitted: number[] = [];
    await open({
      projectedPosition: () => projected,
      onReplay: async ({ firstPosition, count }) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        for (let index = 0; index < count; index += 1) emitted.push(firstPosition + index);
      },
    });
    expect(emitted).toEqual(Array.from({ length: end - projected }, (_, index) => projected + index + 1));
  });

  test('are taken automatically; retention keeps the newest ones and prunes the log before them', async ({
    open,
    client,
  }) => {
    const written: number[] = [];
    const sequencer = await open({
      snapshots: { everyCommands: 60, leastMs: 0, keep: 2, retainLogMs: 0 },
      onNotice: (notice) => {
        expect(notice.kind).toBe('SnapshotWritten');
        if (notice.kind === 'SnapshotWritten') written.push(notice.n);
      },
    });
    await prepare(sequencer);
    for (let round = 1; round <= 5; round += 1) {
      await trade(sequencer, 4);
      await expect.poll(() => written.length).toBeGreaterThanOrEqual(round);
    }
    const hash = sequencer.core.stateHash();
    await sequencer.close();
    expect(await countOf(client, 'log_snapshot')).toBe(2);
    const { rows } = await client.query('select min(n)::int as first from log_batch');
    expect(rows[0].first).toBe((written.at(-2) as number) + 1);
    const restarted = await open();
    expect(restarted.core.stateHash()).toBe(hash);
  });

  test('shutdown takes a snapshot only if it makes the next startup faster', async ({ open, client }) => {
    const sequencer = await open();
    await prepare(sequencer);
    await sequencer.finalSnapshot();
    expect(await countOf(client, 'log_snapshot')).toBe(0);
    await trade(sequencer, 250);
    await sequencer.finalSnapshot();
    expect(await countOf(client, 'log_snapshot')).toBe(1);
    await sequencer.finalSnapshot();
    expect(await countOf(client, 'log_snapshot')).toBe(1);
  });

  test('retention never deletes what the read models still need', async ({ open, client }) => {
    let projected = 0;
    const settings = {
      projectedPosition: () => projected,
      snapshots: { everyCommands: 1_000_000, keep: 1, retainLogMs: 0 },
    };
    const sequencer = await prepare(await open(settings));
    projected = sequencer.core.position;
    const first = await sequencer.snapshot();
    for (let round = 0; round < 3; round += 1) {
      await trade(sequencer, 3);
      await sequencer.snapshot();
    }
    const end = sequencer.core.position;
    await sequencer.close();
    expect(await countOf(client, 'log_snapshot')).toBe(4);
    let emitted = 0;
    const onReplay = ({ count }: AppliedBatch) => {
      emitted += count;
    };
    const restarted = await open({ ...settings, onReplay });
    expect(emitted).toBe(end - first.position);
    projected = end;
    await restarted.snapshot();
    await restarted.close();
    expect(await countOf(client, 'log_snapshot')).toBe(1);
  });

  test('starting from a pruned log is refused if the read models are older than it', async ({ open }) => {
    const sequencer = await prepare(await open({ snapshots: { keep: 1, retainLogMs: 0 } }));
    await trade(sequencer, 3);
    await sequencer.snapshot();
    await sequencer.close();
    await expect(open({ projectedPosition: () => 2 })).rejects.toThrow('no readable snapshot at or before position 2');
  });
});

describe('references', () => {
  test('are remembered across a restart, from the log and from a snapshot', async ({ open }) => {
    const first = await prepare(await open());
    const original = await first.submit(deposit(alice, USDT, 5, 42));
    await first.close();
    const second = await open();
    expect((await second.submit(deposit(alice, USDT, 5, 42))).repeated?.position).toBe(original.position);
    await second.snapshot();
    await second.close();
    const third = await open();
    expect((await third.submit(deposit(alice, USDT, 5, 42))).repeated?.position).toBe(original.position);
    expect((await third.submit(deposit(alice, USDT, 6, 42))).refusal).toBe('reference_conflict');
    expect(third.core.balance(alice, 'spot', USDT).availableUnits).toBe(5);
  });
});
