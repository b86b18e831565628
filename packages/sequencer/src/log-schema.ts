import type pg from 'pg';
import { LogIncomplete, LogTooNew } from './log-errors.ts';

/** The version of the tables below. If a database has a higher version, a newer release has used it. */
const LOG_LAYOUT = 1;

/** The version of a batch row: what its hash covers, and how its payload is encoded. */
export const BATCH_FORMAT = 1;

/** The log's tables. Payloads are not compressed: Postgres' own compression would take more time than the commit. */
const logSchema = `
create table log_lease (
  only_row boolean primary key default true check (only_row),
  layout integer not null,
  epoch bigint not null,
  head bigint not null,
  head_hash bytea not null,
  holder text not null,
  expires_at timestamptz not null
) with (fillfactor = 20);

insert into log_lease (layout, epoch, head, head_hash, holder, expires_at)
values (${LOG_LAYOUT}, 0, 0, decode(repeat('00', 32), 'hex'), '', '-infinity');

create table log_batch (
  n bigint primary key,
  format integer not null,
  epoch bigint not null,
  first_position bigint not null,
  count integer not null,
  time_ms bigint not null,
  previous_hash bytea not null,
  hash bytea not null,
  payload bytea not null
);
alter table log_batch alter column payload set storage external;

create table log_snapshot (
  n bigint primary key,
  position bigint not null,
  time_ms bigint not null,
  log_hash bytea not null,
  format integer not null,
  state_hash text not null,
  checksum bytea not null,
  chunks integer not null,
  size bigint not null,
  written_at timestamptz not null default clock_timestamp()
);

create table log_snapshot_chunk (
  n bigint not null references log_snapshot on delete cascade,
  chunk integer not null,
  bytes bytea not null,
  primary key (n, chunk)
);
alter table log_snapshot_chunk alter column bytes set storage external;
`;

/** The key of the advisory lock. It may be any number that no other advisory lock in the database uses. */
const SCHEMA_LOCK = 7_480_231_001;

/** Creates the log's tables if they do not exist; throws LogTooNew if a newer release created them. */
export async function prepareLog(client: pg.Client): Promise<void> {
  // Without the lock, two processes that start at the same time would both create the tables.
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
  if (!(await isLogThere(client))) await client.query(logSchema);
  await client.query('commit');
  await assertKnownLayout(client);
}

/** For readers: throws LogIncomplete if there is no log yet, and LogTooNew like `prepareLog`. */
export async function assertLogThere(client: pg.Client): Promise<void> {
  if (!(await isLogThere(client))) throw new LogIncomplete('There is no log in this database to follow.');
  await assertKnownLayout(client);
}

async function isLogThere(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('log_lease') is not null as exists`);
  return rows[0]?.exists === true;
}

async function assertKnownLayout(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ layout: number }>('select layout from log_lease');
  const layout = rows[0]?.layout ?? LOG_LAYOUT;
  if (layout > LOG_LAYOUT) throw new LogTooNew('The log', `has layout ${layout}`);
}
