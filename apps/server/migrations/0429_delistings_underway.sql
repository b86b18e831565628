-- Every server keeps in memory which delistings have begun and not finished, together with the planned ones: until the
-- market is cancel-only, it still refuses orders that open positions.
create trigger notify_delisting after insert or delete or update of finished_at on delisting
  for each row execute function notify_planned_delisting();
