import { FIRST_CLIENT_OWNER } from '@vitrine/core';
import { withLease } from '@vitrine/sequencer';
import type pg from 'pg';
import { withConnection } from '../../kit/postgres/connect.ts';
import { FLOW_MS } from '../tables/taker-flow.ts';

/** How long to wait for the lease: the lease of a killed server expires well within this time. */
const LEASE_WAIT_MS = 10_000;

/** The tables that are partitioned by log position (see `begin_history_partition`). */
const PARTITIONED = ['ended_orders', 'fills', 'transfer_lines', 'position_changes'];

export interface RebuildOptions {
  /** The log position to begin at, instead of the oldest stored snapshot. */
  readonly fromPosition?: number;
  /** How long to wait for a server still running on this database. */
  readonly leaseWaitMs?: number;
}

/**
 * Makes the next startup refill the read models from the oldest stored snapshot of the core (without one, from the
 * beginning of the log). Holds the lease meanwhile: throws LeaseHeld, changing nothing, if a server is running. Throws
 * an error if a partition of a read model is detached. Returns the log position from which the read models will be
 * refilled, or undefined if there is nothing to refill.
 */
export async function rebuildReadModels(
  databaseUrl: string,
  options: RebuildOptions = {},
): Promise<number | undefined> {
  if (!(await hasLog(databaseUrl))) return undefined;
  return withLease(databaseUrl, options.leaseWaitMs ?? LEASE_WAIT_MS, async (client) => {
    // This lock is taken first, as in a flush. If the projector of a fenced server is flushing, this transaction
    // continues only after that flush; any later flush by that projector fails.
    await client.query('select position from projector_position for update');
    await assertAttached(client);
    return rewind(client, options.fromPosition ?? (await oldestSnapshot(client)));
  });
}

/** Throws if a partition is detached: a rebuild recomputes clients' P&L books from all their lines. */
async function assertAttached(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ number: number }>(
    `select number from history_partition where exists (
       select from unnest($1::text[]) parent where not exists (
         select from pg_inherits
         where inhparent = to_regclass(parent) and inhrelid = to_regclass(parent || '_' || number)))
     order by number`,
    [PARTITIONED],
  );
  const numbers = rows.map(({ number }) => number).join(', ');
  if (numbers !== '') throw new Error(`Partitions of the histories are detached (${numbers}): attach them to rebuild.`);
}

const hasLog = (databaseUrl: string): Promise<boolean> =>
  withConnection(databaseUrl, 'vitrine rebuild', async (client) => {
    const { rows } = await client.query(`select to_regclass('log_snapshot') is not null as has_log`);
    return rows[0].has_log;
  });

async function oldestSnapshot(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query('select coalesce(min(position), 0) as position from log_snapshot');
  return Number(rows[0].position);
}

/**
 * Rolls the read models back to the first checkpoint at or after `position`, so that the next startup projects
 * everything after that checkpoint again. Rows from before the checkpoint stay. Returns the new position of the read
 * models; undefined, and nothing is changed, if there is no checkpoint at or after `position`.
 */
async function rewind(client: pg.ClientBase, position: number): Promise<number | undefined> {
  const { rows } = await client.query<{ position: string; time_ms: string }>(
    `select position, time_ms from projector_checkpoints where position >= $1 order by position limit 1`,
    [position],
  );
  const checkpoint = rows[0];
  if (checkpoint === undefined) return undefined;
  for (const [text, ...values] of rewindStatements(checkpoint.position, checkpoint.time_ms))
    await client.query(text, values);
  return Number(checkpoint.position);
}

const perpetualStatements = (position: string): [text: string, ...values: string[]][] => [
  ['delete from position_changes where position > $1', position],
  ['delete from liquidations where position > $1', position],
  ['delete from settlements where position > $1', position],
  ['delete from fundings where position > $1', position],
  [
    `update fundings set collected_units = null, rest_units = null, ended_position = null where ended_position > $1`,
    position,
  ],
  ['delete from mark_prices where position > $1', position],
];

/**
 * Statements for tables with sums over intervals. Intervals that had not ended at the checkpoint are reset to their
 * sums at the checkpoint.
 */
const intervalStatements = (position: string, timeMs: string): [text: string, ...values: string[]][] => [
  ['delete from candles where open_ms + interval_seconds * 1000 > $1', timeMs],
  [
    `insert into candles select k.* from projector_checkpoints c,
       jsonb_populate_recordset(null::candles, c.candles) k where c.position = $1`,
    position,
  ],
  [`delete from taker_flow where open_ms > $1::bigint - ${FLOW_MS}`, timeMs],
  [
    `insert into taker_flow select f.* from projector_checkpoints c,
       jsonb_populate_recordset(null::taker_flow, c.taker_flow) f where c.position = $1`,
    position,
  ],
];

const rewindStatements = (position: string, timeMs: string): [text: string, ...values: string[]][] => [
  // Orders that were too recent to be written by the last flush must still be replayed, even if they were created
  // before `position`.
  [
    `update projector_position set position = $1, time_ms = $2, replay_position = least(replay_position, $1),
       young_order = case when replay_position < $1 then young_order end`,
    position,
    timeMs,
  ],
  ['delete from resting_orders where created_position > (select replay_position from projector_position)'],
  [
    `with gone as (delete from ended_orders where position > $1 returning *)
     insert into resting_orders
     select owner_id, order_id, position, created_position, coalesce(updated_ms, created_ms), created_ms, market_id,
       traits & (255 | 65536), client_order_id, price_ticks, size_lots, budget_units, trigger_ticks, oco_order_id, filled_lots,
       filled_units, fee_units, null, null, take_profit_ticks, stop_loss_ticks
     from gone where created_position <= (select replay_position from projector_position)`,
    position,
  ],
  // Amendments and triggers are not undone: replaying the event sets the same values.
  [
    `update resting_orders o
     set filled_lots = o.filled_lots - f.lots, filled_units = o.filled_units - f.units, fee_units = o.fee_units - f.fees
     from (
       select owner_id, order_id, sum(size_lots) as lots, sum(notional_units) as units, sum(fee_units) as fees
       from fills where position > $1 group by owner_id, order_id) f
     where o.owner_id = f.owner_id and o.order_id = f.order_id`,
    position,
  ],
  [
    `update account_balances b set units = b.units - l.units
     from (select owner_id, wallet, asset_id, sum(amount_units) as units from ledger_lines
           where position > $1 group by owner_id, wallet, asset_id) l
     where b.owner_id = l.owner_id and b.wallet = l.wallet and b.asset_id = l.asset_id`,
    position,
  ],
  [`delete from account_balances where owner_id < ${FIRST_CLIENT_OWNER}`],
  [
    `insert into account_balances select b.* from projector_checkpoints c,
       jsonb_populate_recordset(null::account_balances, c.system_balances) b where c.position = $1`,
    position,
  ],
  ['delete from fills where position > $1', position],
  ['delete from transfer_lines where position > $1', position],
  ['delete from money_records where position > $1', position],
  [
    `update money_records set state = 'pending', returned_units = 0,
       units = units + case when units < 0 then -returned_units else returned_units end, ended_position = null, ended_ms = null
     where ended_position > $1 and hold_id <> 0`,
    position,
  ],
  ['delete from converts where position > $1', position],
  ['delete from tape where position > $1', position],
  ...perpetualStatements(position),
  ...intervalStatements(position, timeMs),
  // If a P&L book is ahead of the checkpoint, it is deleted, and recomputed from all lines of its client.
  [
    `with ahead as (delete from books where position > $1 returning owner_id),
       coins as (delete from book_coins using ahead where book_coins.owner_id = ahead.owner_id),
       days as (delete from book_days using ahead where book_days.owner_id = ahead.owner_id),
       positions as (delete from book_positions using ahead where book_positions.owner_id = ahead.owner_id),
       futures as (delete from book_futures using ahead where book_futures.owner_id = ahead.owner_id)
     delete from trading_volume using ahead where trading_volume.owner_id = ahead.owner_id`,
    position,
  ],
  ['delete from projector_checkpoints where position > $1', position],
];
