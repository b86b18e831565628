import { createHash, type Hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { timeMs } from '@vitrine/money';
import { expect, test } from 'vitest';
import { CommandBatch, Core, type CoreEvent, type CoreSettings, EventBuffer } from './index.ts';

/** The result of a log, recorded by a release that had only the first version of the rules. */
interface Recorded {
  readonly settings: CoreSettings;
  /**
   * For each kind of event, the fields that it had at the time of the recording. Fields that were added later are not
   * compared.
   */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Hashes at some positions: of the state, and of all events so far. */
  readonly states: readonly { position: number; stateHash: string; eventsHash: string }[];
}

const golden = join(import.meta.dirname, '../test/golden');

/** The batches of a recorded log. Each consists of its time, its number of bytes, and the bytes. */
function* batchesOf(log: Buffer): Generator<{ atMs: number; batch: CommandBatch }> {
  for (let at = 0; at < log.length; ) {
    const length = log.readUInt32LE(at + 8);
    yield { atMs: log.readDoubleLE(at), batch: CommandBatch.fromBytes(log.subarray(at + 12, at + 12 + length)) };
    at += 12 + length;
  }
}

const addEvent = (hash: Hash, fields: readonly string[], command: number, event: CoreEvent): void => {
  const values = event as unknown as Record<string, unknown>;
  hash.update(JSON.stringify([command, ...fields.map((field) => values[field] ?? null)]));
};

test.each(['rules-1-random', 'rules-1-deep'])(
  '[D4] the log %s gives the same result as before newer versions of the rules existed',
  (name) => {
    const recorded = JSON.parse(readFileSync(join(golden, `${name}.json`), 'utf8')) as Recorded;
    const byPosition = new Map(recorded.states.map((state) => [state.position, state]));
    const core = new Core(recorded.settings);
    const hash = createHash('sha256');
    const events = new EventBuffer();
    for (const { atMs, batch } of batchesOf(zstdDecompressSync(readFileSync(join(golden, `${name}.log.zst`))))) {
      events.clear();
      core.applyBatch(batch, timeMs(atMs), events);
      events.forEach((command, event) => {
        addEvent(hash, recorded.fields[event.kind] ?? [], command, event);
      });
      const state = byPosition.get(core.position);
      if (state === undefined) continue;
      expect({ stateHash: core.stateHash(), eventsHash: hash.copy().digest('hex') }).toEqual({
        stateHash: state.stateHash,
        eventsHash: state.eventsHash,
      });
      byPosition.delete(core.position);
    }
    expect(byPosition.size).toBe(0);
  },
);
