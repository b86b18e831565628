-- Where the histories were once an hour, so that a range of times becomes a range of positions, by which the tables are
-- indexed: what is up to `position` is not younger than `time_ms`, what comes after it not older.
create table history_marks (
  position bigint primary key,
  time_ms bigint not null,
  -- The newest order up to there. Null if the projector had seen none since it started.
  last_order bigint
);
create index history_marks_time on history_marks (time_ms, position);

-- Of what is there already: the last hours, and for each older day a deposit, withdrawal or purchase.
insert into history_marks (position, time_ms)
select position, time_ms from projector_checkpoints;
insert into history_marks (position, time_ms)
select distinct on (time_ms / 86400000) position, time_ms from money_records order by time_ms / 86400000, time_ms, position
on conflict do nothing;

-- Lines are listed by their cause, of which a client may have none among many others.
create index transfer_lines_cause on transfer_lines (owner_id, cause, position, line);
