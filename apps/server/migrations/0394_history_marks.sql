-- The position of the histories once an hour, which turns a time range into a range of positions, by which the tables
-- are indexed: rows up to `position` are not newer than `time_ms`, rows after it not older.
create table history_marks (
  position bigint primary key,
  time_ms bigint not null,
  -- The newest order up to this mark. Null if the projector had seen none since it started.
  last_order bigint
);
create index history_marks_time on history_marks (time_ms, position);

-- Marks for existing data: the stored checkpoints and, for each older day, a deposit, withdrawal or purchase.
insert into history_marks (position, time_ms)
select position, time_ms from projector_checkpoints;
insert into history_marks (position, time_ms)
select distinct on (time_ms / 86400000) position, time_ms from money_records order by time_ms / 86400000, time_ms, position
on conflict do nothing;

-- Lines are filtered by cause, and a client may have few of one cause among many others.
create index transfer_lines_cause on transfer_lines (owner_id, cause, position, line);
