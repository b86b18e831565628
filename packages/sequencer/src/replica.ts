import { CommandBatch, Core, type CoreSettings, EventBuffer, UnknownRules } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type pg from 'pg';
import { query } from './database.ts';
import { DecodedEvents } from './decoded-events.ts';
import { emptyLog, type LogBatch, type LogTip, tipOf } from './log-batch.ts';
import { LogDamaged, LogIncomplete, LogTooNew } from './log-errors.ts';
import { readBatches } from './log-reader.ts';
import type { SequencerNotice } from './sequencer-settings.ts';
import { snapshotFromBytes } from './snapshot-bytes.ts';
import { listSnapshots, readSnapshotBytes, type SnapshotHeader } from './snapshot-store.ts';

/**
 * The events of a batch of commands that starts at `firstPosition`. `events` and `decoded` are valid only during the
 * call.
 */
export interface AppliedBatch {
  readonly firstPosition: number;
  readonly count: number;
  /** When the batch was written, by the exchange's clock. */
  readonly timeMs: TimeMs;
  readonly events: EventBuffer;
  /** The same events as objects. */
  readonly decoded: DecodedEvents;
}

export type BatchListener = (batch: AppliedBatch) => void;

/** The listener may be slow: the next batch is applied only after it has finished. */
export type ReplayListener = (batch: AppliedBatch) => void | Promise<void>;

/** The core's state after a batch of the log, and the position of that batch. */
export class Replica {
  readonly core: Core;
  #tip: LogTip;
  #timeMs: number;
  readonly #events = new EventBuffer();
  /** The events of the last batch. */
  #decoded = new DecodedEvents(this.#events);

  constructor(core: Core, tip: LogTip, timeMs: number) {
    this.core = core;
    this.#tip = tip;
    this.#timeMs = timeMs;
  }

  get tip(): LogTip {
    return this.#tip;
  }

  /** The time of the last batch, according to the wall clock that stamped it. */
  get timeMs(): number {
    return this.#timeMs;
  }

  /** Applies the batch after the tip. The result is valid until the next call. */
  apply(record: LogBatch, commands = commandsOf(record)): AppliedBatch {
    const { firstPosition, count } = record;
    if (commands.length !== count) throw new LogDamaged(record.n, `it holds ${commands.length} commands, not ${count}`);
    this.#decoded.detach();
    this.#events.clear();
    this.#applyToCore(record, commands);
    this.#tip = tipOf(record);
    this.#timeMs = record.timeMs;
    if (this.core.position !== this.#tip.position) {
      throw new Error(
        `the core is at position ${this.core.position} after batch ${record.n}, not ${this.#tip.position}`,
      );
    }
    const events = this.#events;
    this.#decoded = new DecodedEvents(events);
    return { firstPosition, count, timeMs: this.core.timeMs, events, decoded: this.#decoded };
  }

  #applyToCore(record: LogBatch, commands: CommandBatch): void {
    try {
      this.core.applyBatch(commands, record.timeMs as TimeMs, this.#events);
    } catch (error) {
      if (error instanceof UnknownRules) throw new LogTooNew(`Batch ${record.n} of the log`, 'activates newer rules');
      // If the cause is that the bytes cannot be decoded, `commandsOf` throws the error that says so.
      if (error instanceof RangeError) commandsOf(record);
      throw error;
    }
  }
}

/**
 * The commands of a batch. Throws LogTooNew if they cannot be read: the checksum was already verified, so the bytes are
 * not damaged, but were written by a different release.
 */
function commandsOf({ n, payload }: LogBatch): CommandBatch {
  try {
    return CommandBatch.fromBytes(payload);
  } catch (error) {
    if (error instanceof RangeError) throw new LogTooNew(`Batch ${n} of the log`, 'uses a newer encoding of commands');
    throw error;
  }
}

/**
 * Like `commandsOf`, but does not decode the commands. If one cannot be decoded, applying the batch fails in the
 * middle, and the core must be discarded.
 */
function verifiedCommandsOf(record: LogBatch): CommandBatch {
  try {
    return CommandBatch.fromVerified(record.payload);
  } catch (error) {
    if (error instanceof RangeError) return commandsOf(record);
    throw error;
  }
}

const [mask = 0, first = 0, second = 0] = crypto.getRandomValues(new Uint32Array(3));

const hashKey = [mask, first, second] as const;

/** The number of orders for which the tables of a live core have room from the start. */
export const ROOM_FOR_ORDERS = 2 ** 21;

/** The first stored batch; if all have been pruned, the next one to be written. */
const FIRST_BATCH = 'select coalesce(min(n), (select head + 1 from log_lease)) as first from log_batch';

/**
 * Loads the newest snapshot that is not ahead of `maxPosition` and whose bytes match their hash. If the snapshot has
 * the current format, its state must match its hash as well. Without such a snapshot the replica starts empty. Throws
 * LogTooNew, or LogIncomplete if the log no longer goes back far enough.
 */
export async function loadReplica(
  client: pg.Client,
  maxPosition: number,
  onNotice: (notice: SequencerNotice) => void = () => {},
  roomForOrders = 0,
): Promise<Replica> {
  const coreSettings = { hashKey, roomForOrders };
  const knownFormat = knownSnapshotFormat();
  for (const header of await listSnapshots(client)) {
    const { n, position, format, logHash, timeMs } = header;
    if (format > knownFormat) throw new LogTooNew(`The snapshot at batch ${n}`, `has format ${format}`);
    if (position > maxPosition) continue;
    const core = await restore(client, header, knownFormat, coreSettings);
    if (core !== undefined) return new Replica(core, { n, position, hash: logHash }, timeMs);
    onNotice({ kind: 'SnapshotUnreadable', n });
  }
  const [row] = await query<{ first: number }>(client, FIRST_BATCH);
  const first = row?.first ?? 1;
  if (first !== 1) {
    const where = maxPosition === Number.POSITIVE_INFINITY ? '' : ` at or before position ${maxPosition}`;
    throw new LogIncomplete(
      `The log begins at batch ${first}, but no readable snapshot${where} covers the earlier batches.`,
    );
  }
  return new Replica(new Core(coreSettings), emptyLog, 0);
}

/** The state before the stored log: empty, or as of the oldest snapshot if the log before it was pruned. */
export async function loadOldestReplica(client: pg.Client): Promise<Replica> {
  const [row] = await query<{ first: number }>(client, FIRST_BATCH);
  const first = row?.first ?? 1;
  if (first === 1) return new Replica(new Core({ hashKey }), emptyLog, 0);
  const header = (await listSnapshots(client)).findLast(({ n }) => n >= first - 1);
  if (header === undefined)
    throw new LogIncomplete(`The log begins at batch ${first}, but no snapshot covers the earlier batches.`);
  const { n, position, logHash, timeMs } = header;
  const core = await restoreSnapshot(client, header);
  if (core === undefined || core === 'given_up')
    throw new LogDamaged(n, 'the snapshot at this batch is damaged, or this version cannot restore its format');
  return new Replica(core, { n, position, hash: logHash }, timeMs);
}

/**
 * The state in a snapshot. Undefined if it is damaged; 'given_up' if it cannot be restored and has an older format,
 * which may no longer be supported.
 */
export async function restoreSnapshot(
  client: pg.Client,
  header: SnapshotHeader,
): Promise<Core | undefined | 'given_up'> {
  const knownFormat = knownSnapshotFormat();
  if (header.format > knownFormat)
    throw new LogTooNew(`The snapshot at batch ${header.n}`, `has format ${header.format}`);
  const core = await restore(client, header, knownFormat, { hashKey });
  return core === undefined && header.format < knownFormat ? 'given_up' : core;
}

/**
 * The core restored from the snapshot; undefined if the snapshot is damaged or of a format that is no longer supported.
 */
async function restore(
  client: pg.Client,
  header: SnapshotHeader,
  knownFormat: number,
  coreSettings: CoreSettings,
): Promise<Core | undefined> {
  const bytes = await readSnapshotBytes(client, header);
  if (bytes === undefined) return undefined;
  try {
    const core = Core.restore(snapshotFromBytes(bytes), coreSettings);
    return header.format < knownFormat || core.stateHash() === header.stateHash ? core : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function knownSnapshotFormat(): number {
  return new Core().takeSnapshot().format;
}

/**
 * Applies every batch after the replica's tip, up to the current end of the log or through batch `throughN`. If a batch
 * has a snapshot in the current format, the state after that batch must have the hash recorded in the snapshot.
 */
export async function replay(
  client: pg.Client,
  replica: Replica,
  listener?: ReplayListener,
  throughN = Number.POSITIVE_INFINITY,
): Promise<void> {
  const knownFormat = knownSnapshotFormat();
  const recorded = new Map<number, string>();
  for (const { n, format, stateHash } of await listSnapshots(client)) {
    if (format === knownFormat) recorded.set(n, stateHash);
  }
  for await (const record of readBatches(client, replica.tip, throughN)) {
    const applied = replica.apply(record, verifiedCommandsOf(record));
    const stateHash = recorded.get(record.n);
    if (stateHash !== undefined && replica.core.stateHash() !== stateHash) {
      throw new LogDamaged(
        record.n,
        'replaying it results in a different state than the one recorded when it was written',
      );
    }
    await listener?.(applied);
  }
}

/** Applies every batch after the replica's tip, up to the log's current end. Throws like readBatches. */
export async function applyNewBatches(
  client: pg.Client,
  replica: Replica,
  listener: BatchListener,
  responseMs?: number,
): Promise<void> {
  for await (const record of readBatches(client, replica.tip, Number.POSITIVE_INFINITY, responseMs)) {
    listener(replica.apply(record));
  }
}
