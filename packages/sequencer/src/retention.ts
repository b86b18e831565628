import type pg from 'pg';
import { listSnapshots, type SnapshotHeader } from './snapshot-store.ts';

export interface Retention {
  /** At least this many snapshots are retained. */
  readonly keep: number;
  /** The length of the log that is retained, counted back from the newest snapshot; infinity retains all of it. */
  readonly logMs: number;
  /** The position after which the read models still need the log. */
  readonly projectedPosition: number;
}

/**
 * Besides the newest `keep`, about this many older snapshots are retained, spread over the time for which the log is
 * retained.
 */
const STEPS = 8;

/**
 * The snapshots to retain, newest first: the newest `keep`, then one per eighth of `logMs`. The list ends with the
 * first snapshot that is old enough and not ahead of the read models, because no older snapshot is needed.
 */
export function chooseRetained<S extends Pick<SnapshotHeader, 'timeMs' | 'position'>>(
  snapshots: readonly S[],
  { keep, logMs, projectedPosition }: Retention,
): S[] {
  const newest = snapshots[0];
  if (newest === undefined) return [];
  const spanMs = Number.isFinite(logMs) ? logMs : 0;
  const kept = thinOut(snapshots.slice(keep), spanMs / STEPS);
  const all = [...snapshots.slice(0, keep), ...kept];
  const end = all.findIndex(
    ({ timeMs, position }, index) =>
      index >= keep - 1 && timeMs <= newest.timeMs - spanMs && position <= projectedPosition,
  );
  return end === -1 ? all : all.slice(0, end + 1);
}

/**
 * Leaves out snapshots, so that any two that remain are at least `gapMs` apart. Starts with the oldest, so that a
 * snapshot that is retained today will also be retained tomorrow.
 */
function thinOut<S extends Pick<SnapshotHeader, 'timeMs'>>(snapshots: readonly S[], gapMs: number): S[] {
  const kept: S[] = [];
  for (const snapshot of snapshots.toReversed()) {
    const last = kept[0];
    if (last === undefined || snapshot.timeMs - last.timeMs >= gapMs) kept.unshift(snapshot);
  }
  return kept;
}

const PRUNE_ROWS = 5_000;

/**
 * The last batch that may be pruned: that of the oldest retained snapshot, if it is at least `logMs` old and not ahead
 * of the read models. Undefined while the whole log is retained.
 */
export function prunableThrough<S extends Pick<SnapshotHeader, 'n' | 'timeMs' | 'position'>>(
  kept: readonly S[],
  { logMs, projectedPosition }: Omit<Retention, 'keep'>,
): number | undefined {
  const newest = kept[0];
  const oldest = kept.at(-1);
  if (newest === undefined || oldest === undefined) return undefined;
  const isOldEnough = oldest.timeMs <= newest.timeMs - logMs;
  return isOldEnough && oldest.position <= projectedPosition ? oldest.n : undefined;
}

/** Deletes the snapshots that are not retained, then the log up to the oldest retained snapshot. */
export async function applyRetention(client: pg.Client, retention: Retention): Promise<void> {
  const kept = chooseRetained(await listSnapshots(client), retention);
  if (kept.length === 0) return;
  await client.query('delete from log_snapshot where not n = any($1)', [kept.map(({ n }) => n)]);
  const throughN = prunableThrough(kept, retention);
  if (throughN !== undefined) await pruneLog(client, throughN);
}

/**
 * Deletes in small steps, so that no transaction blocks the log for long. A role that may not delete calls `prune_log`.
 */
async function pruneLog(client: pg.Client, throughN: number): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(`select has_table_privilege('log_batch', 'delete') as may`);
  const text = rows[0]?.may
    ? `with gone as (delete from log_batch where n in (select n from log_batch where n <= $1 order by n limit $2) returning 1)
       select count(*)::int as deleted from gone`
    : 'select prune_log($1, $2) as deleted';
  let deleted: number | undefined;
  do {
    deleted = (await client.query<{ deleted: number }>(text, [throughN, PRUNE_ROWS])).rows[0]?.deleted;
  } while (deleted === PRUNE_ROWS);
}

/**
 * Allows a role that may only append to the log to prune it as well, except batches that are younger than `retainLogMs`
 * or follow the oldest snapshot. Must be called as the owner of the log's tables; `role` is a quoted identifier.
 */
export async function letPrune(client: pg.Client, role: string, retainLogMs: number): Promise<void> {
  const oldest = Number.isFinite(retainLogMs)
    ? `extract(epoch from now()) * 1000 - ${Math.ceil(retainLogMs)}`
    : `'-infinity'::float8`;
  const { rows } = await client.query<{ schema: string }>('select quote_ident(current_schema()) as schema');
  await client.query(`
    create or replace function prune_log(through_n bigint, most integer) returns integer
    language plpgsql security definer set search_path = ${rows[0]?.schema}, pg_temp as $$
    declare deleted integer;
    begin
      delete from log_batch where n in (
        select n from log_batch
        where n <= through_n and n <= (select min(s.n) from log_snapshot s) and time_ms <= ${oldest}
        order by n limit most);
      get diagnostics deleted = row_count;
      return deleted;
    end $$;
    revoke all on function prune_log(bigint, integer) from public;
    grant execute on function prune_log(bigint, integer) to ${role}`);
}
