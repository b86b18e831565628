-- The log position by which the market was delisted, and when the clients whose positions were closed were notified of
-- the price, which is read from the tables once these have reached that position.
alter table delisting
  add column finished_position bigint,
  add column holders_notified_at timestamptz;
update delisting set finished_position = 0, holders_notified_at = finished_at where finished_at is not null;
