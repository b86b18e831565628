import { CommandBatch, Core } from '@vitrine/core';
import type pg from 'pg';
import { query } from './database.ts';
import type { LogTip } from './log-batch.ts';
import { readBatches } from './log-reader.ts';
import { snapshotFromBytes } from './snapshot-bytes.ts';
import { listSnapshots, readSnapshotBytes } from './snapshot-store.ts';

/** An entry of the operators' audit trail that was recorded in the log: its number, hash and position. */
export interface LoggedAnchor {
  readonly sequence: number;
  readonly hash: string;
  /**
   * The position in the log. If the command itself is no longer stored, the position of the snapshot that contains the
   * anchor.
   */
  readonly position: number;
}

/** The code of `AnchorAudit`: a batch without this byte contains no anchors. */
const ANCHOR_AUDIT = 26;

/**
 * Every anchor in the stored log, oldest first. Of the anchors before the oldest stored batch, only the newest is
 * included; it comes from the oldest snapshot. Throws LogDamaged if the log's own chain is broken.
 */
export async function loggedAuditAnchors(client: pg.Client): Promise<LoggedAnchor[]> {
  const begin = await oldestTip(client);
  if (begin === undefined) return [];
  const anchors = begin.n === 0 ? [] : await anchorOfSnapshot(client);
  for await (const { payload, firstPosition } of readBatches(client, begin, Number.POSITIVE_INFINITY)) {
    if (!payload.includes(ANCHOR_AUDIT)) continue;
    CommandBatch.fromBytes(payload)
      .commands()
      .forEach((command, index) => {
        if (command.kind !== 'AnchorAudit') return;
        const { sequence, hash } = command;
        // Skips anchors that the core refused or that the snapshot already has.
        if (sequence > (anchors.at(-1)?.sequence ?? 0))
          anchors.push({ sequence, hash, position: firstPosition + index });
      });
  }
  return anchors;
}

/** The tip just before the oldest stored batch; undefined if no batch is stored. */
async function oldestTip(client: pg.Client): Promise<LogTip | undefined> {
  const [oldest] = await query<LogTip>(
    client,
    `select n - 1 as n, first_position - 1 as position, previous_hash as hash from log_batch order by log_batch.n limit 1`,
  );
  return oldest;
}

async function anchorOfSnapshot(client: pg.Client): Promise<LoggedAnchor[]> {
  const header = (await listSnapshots(client)).at(-1);
  const bytes = header && (await readSnapshotBytes(client, header));
  if (header === undefined || bytes === undefined) return [];
  const anchor = Core.restore(snapshotFromBytes(bytes)).auditAnchor;
  return anchor === undefined ? [] : [{ ...anchor, position: header.position }];
}
