-- Delistings that two operators have approved for a later time. When the time has come, the row is replaced by one of the
-- table `delisting`.
create table planned_delisting (
  market_id integer primary key,
  approval_id bigint not null references approval (id),
  -- By the exchange's clock.
  planned_ms bigint not null,
  -- Whether the market was halted when the delisting was approved. If not, a halted market is not delisted.
  was_halted boolean not null,
  -- When the holders were notified of the approval, and a day ahead.
  announced_at timestamptz,
  reminded_at timestamptz,
  -- Two operators have cancelled it; the row is deleted once the holders are notified.
  is_cancelled boolean not null default false
);

-- Notifies every server; each keeps the plans in memory.
create function notify_planned_delisting() returns trigger language plpgsql as $$
begin
  perform pg_notify('planned_delistings', coalesce(new.market_id, old.market_id)::text);
  return null;
end $$;

create trigger notify_planned_delisting after insert or update or delete on planned_delisting
  for each row execute function notify_planned_delisting();
