-- Triggered orders that were refused are reported to their clients once.

create index ended_orders_refused on ended_orders (position) where refusal is not null;

create table reported_orders (
  -- Refused orders up to this log position have been reported.
  position bigint not null
);
insert into reported_orders select coalesce(max(position), 0) from projector_position;
