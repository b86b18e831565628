-- Perpetual futures: their markets, reduce-only orders, and changes of positions.

alter table markets add column is_perpetual boolean not null default false;

-- Bit 16 of `traits`: reduce-only. The order's end uses only the eight bits before it.
create or replace view open_orders as
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
    0::bigint as released_units,
    traits >> 16 & 1 = 1 as reduce_only
  from resting_orders;

create or replace view orders as
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
    (array['filled', 'cancelled', 'unfilled', 'self_trade', 'oco', 'frozen', 'trigger_refused', 'beyond_protection',
      'position_closed', 'would_liquidate', 'beyond_bankruptcy', 'liquidated', 'open_interest_limit'])[traits >> 8 & 255]
      as ended_because,
    refusal,
    created_ms,
    coalesce(updated_ms, created_ms) as updated_ms,
    coalesce(created_position, position) as created_position,
    position,
    coalesce(released_units, 0) as released_units,
    traits >> 16 & 1 = 1 as reduce_only
  from ended_orders
  union all
  select * from open_orders;

-- Every change of a client's position, with the resulting position and its running totals since it was opened. The
-- newest row of a position is therefore its current state, and the row that closed it is its history.
create table position_changes (
  owner_id bigint not null,
  position bigint not null,
  line integer not null,
  market_id integer not null,
  side text not null,
  -- fill, settled (closed outside the book), funding, profit (realized to pay funding), margin
  kind text not null,
  time_ms bigint not null,
  -- For a fill or a settlement: what was traded, and the client's order (0 for a settlement).
  order_id bigint not null,
  -- For a fill: maker or taker. For a settlement: liquidated, counterparty or delisted. Otherwise none.
  role text not null,
  closes boolean not null,
  price_ticks bigint not null,
  traded_lots bigint not null,
  notional_units bigint not null,
  fee_units bigint not null,
  -- The signed effect of this change: profit of the closed part, funding, and added margin.
  realized_units bigint not null,
  funding_units bigint not null,
  margin_change_units bigint not null,
  -- The position after the change.
  size_lots bigint not null,
  cost_units bigint not null,
  margin_units bigint not null,
  -- Totals since it was opened.
  opened_position bigint not null,
  opened_ms bigint not null,
  entry_lots bigint not null,
  entry_units bigint not null,
  exit_lots bigint not null,
  exit_units bigint not null,
  total_realized_units bigint not null,
  total_fee_units bigint not null,
  total_funding_units bigint not null,
  total_margin_change_units bigint not null,
  liquidated_lots bigint not null,
  primary key (owner_id, position, line)
) partition by range (position);
create index position_changes_of_side on position_changes (owner_id, market_id, side, position desc, line desc);

-- Public: positions of which a part began to be liquidated, and closes outside the book.
create table liquidations (
  position bigint not null,
  line integer not null,
  time_ms bigint not null,
  market_id integer not null,
  owner_id bigint not null,
  side text not null,
  order_id bigint not null,
  size_lots bigint not null,
  bankruptcy_ticks bigint not null,
  mark_ticks bigint not null,
  primary key (position, line)
);
create index liquidations_of_market on liquidations (market_id, position desc, line desc);
create index liquidations_of_owner on liquidations (owner_id, position desc, line desc);

create table settlements (
  position bigint not null,
  line integer not null,
  time_ms bigint not null,
  market_id integer not null,
  owner_id bigint not null,
  counter_owner_id bigint not null,
  side text not null,
  means text not null,
  price_ticks bigint not null,
  size_lots bigint not null,
  notional_units bigint not null,
  fee_units bigint not null,
  primary key (position, line)
);

-- Public: funding settlements. The last three columns are null until the settlement has ended.
create table fundings (
  market_id integer not null,
  position bigint not null,
  started_ms bigint not null,
  payer text not null,
  rate_ppm integer not null,
  mark_ticks bigint not null,
  collected_units bigint,
  rest_units bigint,
  ended_position bigint,
  primary key (market_id, position)
);

-- Public: the first mark price of each minute.
create table mark_prices (
  market_id integer not null,
  minute_ms bigint not null,
  position bigint not null,
  mark_ticks bigint not null,
  primary key (market_id, minute_ms)
);

-- As in 0352_partitions.sql, with one more table.
do $$
declare
  part history_partition;
begin
  for part in select * from history_partition order by number loop
    execute format('create table position_changes_%s partition of position_changes for values from (%s) to (%s)',
      part.number, part.from_position, part.to_position);
  end loop;
end $$;

do $$
begin
  execute format($create$
    create or replace function begin_history_partition(at_ms bigint) returns bigint
    language plpgsql security definer set search_path = %I, pg_temp as $body$
    declare
      last history_partition;
      fresh history_partition;
      parent text;
    begin
      select * into strict last from history_partition order by number desc limit 1;
      fresh.number := last.number + 1;
      fresh.from_position := last.to_position;
      select last.to_position + greatest(1000000, coalesce(
        (max(position) - min(position)) * 2592000000.0 / nullif(max(time_ms) - min(time_ms), 0), 0))::bigint
      into fresh.to_position from projector_checkpoints;
      fresh.begun_ms := at_ms;
      insert into history_partition values (fresh.*);
      foreach parent in array array['ended_orders', 'fills', 'transfer_lines', 'position_changes'] loop
        execute format('create table %%I (like %%I)', parent || '_' || fresh.number, parent);
        execute format('alter table %%I attach partition %%I for values from (%%s) to (%%s)',
          parent, parent || '_' || fresh.number, fresh.from_position, fresh.to_position);
      end loop;
      return fresh.to_position;
    end $body$;
    revoke all on function begin_history_partition(bigint) from public;
  $create$, current_schema());
end $$;

-- Perpetual markets that accept only cancellations because their index is unconfirmed, not because an operator chose
-- this status.
create table protected_markets (market_id integer primary key);
