-- Orders in two tables: resting_orders are open and at least a second old, ended_orders never change again. Open orders
-- that are younger are in the server's memory, and a start replays the log from before them. In both tables, words and
-- flags are packed into the number `traits`, and zeros are stored as null. `open_orders` and `orders` are views that
-- show them as words.

alter table projector_position
  -- A start replays the log after this position for the orders that the tables lack: those younger than a second.
  add column replay_position bigint,
  -- The lowest id of the orders younger than a second; null if there are none. Of the orders from this id on, the
  -- tables contain only ended ones.
  add column young_order bigint;
update projector_position set replay_position = position;
alter table projector_position alter column replay_position set not null;

alter table orders rename to old_orders;

create table ended_orders (
  owner_id bigint not null,
  order_id bigint not null,
  -- The position of the last change: the order's end.
  position bigint not null,
  -- Null if it ended in the command that created it, at the same time.
  created_position bigint,
  updated_ms bigint,
  created_ms bigint not null,
  market_id integer not null,
  -- Bit 0: sells. 1: market order. 2 and 3: time in force. 4: post-only. 5 and 6: trigger. 7: triggered. From 8 on: how
  -- it ended, 0 while it is open. The numbers are indexes in the lists below, from 0; for the end, from 1.
  traits integer not null,
  client_order_id bigint,
  price_ticks bigint,
  size_lots bigint,
  budget_units bigint,
  trigger_ticks bigint,
  oco_order_id bigint,
  filled_lots bigint,
  filled_units bigint,
  fee_units bigint,
  released_units bigint,
  refusal text,
  primary key (owner_id, order_id, position)
);

create table resting_orders (
  like ended_orders,
  primary key (owner_id, order_id)
) with (fillfactor = 80);

create view open_orders as
  select order_id, owner_id, market_id,
    (array['buy', 'sell'])[1 + (traits & 1)] as side,
    (array['limit', 'market'])[1 + (traits >> 1 & 1)] as type,
    (array['gtc', 'ioc', 'fok'])[1 + (traits >> 2 & 3)] as time_in_force,
    traits >> 4 & 1 = 1 as post_only,
    coalesce(client_order_id, 0) as client_order_id,
    coalesce(price_ticks, 0) as price_ticks,
    coalesce(size_lots, 0) as size_lots,
    coalesce(budget_units, 0) as budget_units,
    (array['none', 'stop', 'take_profit'])[1 + (traits >> 5 & 3)] as trigger,
    coalesce(trigger_ticks, 0) as trigger_ticks,
    traits >> 7 & 1 = 1 as triggered,
    coalesce(oco_order_id, 0) as oco_order_id,
    coalesce(filled_lots, 0) as filled_lots,
    coalesce(filled_units, 0) as filled_units,
    coalesce(fee_units, 0) as fee_units,
    null::text as ended_because,
    null::text as refusal,
    created_ms,
    coalesce(updated_ms, created_ms) as updated_ms,
    coalesce(created_position, position) as created_position,
    position,
    0::bigint as released_units
  from resting_orders;

create view orders as
  select order_id, owner_id, market_id,
    (array['buy', 'sell'])[1 + (traits & 1)] as side,
    (array['limit', 'market'])[1 + (traits >> 1 & 1)] as type,
    (array['gtc', 'ioc', 'fok'])[1 + (traits >> 2 & 3)] as time_in_force,
    traits >> 4 & 1 = 1 as post_only,
    coalesce(client_order_id, 0) as client_order_id,
    coalesce(price_ticks, 0) as price_ticks,
    coalesce(size_lots, 0) as size_lots,
    coalesce(budget_units, 0) as budget_units,
    (array['none', 'stop', 'take_profit'])[1 + (traits >> 5 & 3)] as trigger,
    coalesce(trigger_ticks, 0) as trigger_ticks,
    traits >> 7 & 1 = 1 as triggered,
    coalesce(oco_order_id, 0) as oco_order_id,
    coalesce(filled_lots, 0) as filled_lots,
    coalesce(filled_units, 0) as filled_units,
    coalesce(fee_units, 0) as fee_units,
    (array['filled', 'cancelled', 'unfilled', 'self_trade', 'oco', 'frozen', 'trigger_refused', 'beyond_protection'])[traits >> 8]
      as ended_because,
    refusal,
    created_ms,
    coalesce(updated_ms, created_ms) as updated_ms,
    coalesce(created_position, position) as created_position,
    position,
    coalesce(released_units, 0) as released_units
  from ended_orders
  union all
  select * from open_orders;

insert into ended_orders
select owner_id, order_id, position, nullif(created_position, position), nullif(updated_ms, created_ms), created_ms, market_id,
  array_position(array['buy', 'sell'], side) - 1
    + 2 * (array_position(array['limit', 'market'], type) - 1)
    + 4 * (array_position(array['gtc', 'ioc', 'fok'], time_in_force) - 1)
    + 16 * post_only::integer
    + 32 * (array_position(array['none', 'stop', 'take_profit'], trigger) - 1)
    + 128 * triggered::integer
    + 256 * coalesce(array_position(
        array['filled', 'cancelled', 'unfilled', 'self_trade', 'oco', 'frozen', 'trigger_refused', 'beyond_protection'],
        ended_because), 0),
  nullif(client_order_id, 0), nullif(price_ticks, 0), nullif(size_lots, 0), nullif(budget_units, 0), nullif(trigger_ticks, 0),
  nullif(oco_order_id, 0), nullif(filled_lots, 0), nullif(filled_units, 0), nullif(fee_units, 0), nullif(released_units, 0),
  refusal
from old_orders order by owner_id, order_id;
drop table old_orders;

with open as (delete from ended_orders where traits < 256 returning *) insert into resting_orders select * from open;
-- The position of an open order advances, so its creation is stored separately.
update resting_orders set created_position = position where created_position is null;
alter table resting_orders alter column created_position set not null;
